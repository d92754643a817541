/**
 * Loaded into a pod's process before the program: the wall clock jumps, forward and back, for as long as it lives. The
 * monotonic clock and timers are left alone.
 */
const HOUR_MS = 3_600_000;
const EVERY_MS = 3_000;
/** Small ones too: they look most like a pause of the machine. */
const OFFSETS_MS = [0, HOUR_MS, 0, -HOUR_MS, 2_000, -24 * HOUR_MS];

const now = Date.now;
const RealDate = Date;

function shifted(): number {
  return now() + (OFFSETS_MS[Math.floor(performance.now() / EVERY_MS) % OFFSETS_MS.length] ?? 0);
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [shifted()] : args, newTarget) as object,
  apply: () => new RealDate(shifted()).toString(),
  get: (target, property, receiver) =>
    property === 'now' ? shifted : (Reflect.get(target, property, receiver) as unknown),
});
