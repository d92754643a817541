/**
 * testing/load/: work to measure with. Parents of the WebApp example in any number, the raw client beside which an engine
 * is judged, and people who keep editing.
 */
export {};
