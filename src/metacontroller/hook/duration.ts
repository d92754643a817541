/** Go's duration texts: `10s`, `1m30s`, `1.5h`, `300ms`. */

const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

const WHOLE = /^[+-]?(?:0|(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;
const PART = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g;

/** Milliseconds (fractions and negative values possible), or undefined when `text` is no Go duration. */
export function parseDurationMs(text: string): number | undefined {
  if (!WHOLE.test(text)) return undefined;
  let totalMs = 0;
  for (const [, amount = '', unit = ''] of text.matchAll(PART)) totalMs += Number(amount) * (UNIT_MS[unit] ?? 0);
  return text.startsWith('-') ? -totalMs : totalMs;
}
