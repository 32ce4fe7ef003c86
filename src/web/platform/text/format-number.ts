import { preferences } from '#web/platform/storage/preferences.ts';

/** Three significant digits without an exponent: 1.23, 12.3, 123. */
export function threeDigits(value: number): string {
  if (value === 0) return '0';
  // Rounded first: 0.9996 has the magnitude of 1.
  const rounded = Number(value.toPrecision(3));
  const magnitude = Math.floor(Math.log10(Math.abs(rounded)));
  return rounded.toFixed(Math.max(0, 2 - magnitude));
}

const STEPS = [
  { at: 1e12, suffix: 'T' },
  { at: 1e9, suffix: 'B' },
  { at: 1e6, suffix: 'M' },
  { at: 1e3, suffix: 'k' },
];

/**
 * A count for a narrow place: exact below 10,000, then 96.2k, 1.34M; in full where the reader
 * prefers it. Show `exactCount` on hover.
 */
export function compactCount(count: number): string {
  if (Math.abs(count) < 10_000 || preferences().numbers === 'full') return exactCount(count);
  // Rounding may reach the next step: 999,960 is 1.00M, not 1000k.
  const step = STEPS.find(({ at }) => Math.abs(count) >= at * 0.9995);
  return step === undefined ? exactCount(count) : `${threeDigits(count / step.at)}${step.suffix}`;
}

/** How far a count has come, in whole per cent: never the whole of it before it is through. */
export function countedShare(share: number): string {
  return `${Math.min(99, Math.floor(share * 100))} %`;
}

/**
 * A count in full, in groups of three, with at most two decimals. By hand: `toLocaleString` takes
 * longer than all else that a cell does.
 */
export function exactCount(count: number): string {
  const [whole = '', part] = String(Math.round(Math.abs(count) * 100) / 100).split('.');
  let text = whole.slice(-3);
  for (let end = whole.length - 3; end > 0; end -= 3)
    text = `${whole.slice(Math.max(0, end - 3), end)},${text}`;
  return `${count < 0 ? '-' : ''}${text}${part === undefined ? '' : `.${part}`}`;
}

/** Below so many dollars the zeros before the digits would take more room than a column has. */
const COST_DECIMAL_MIN = 1e-6;
const COST_DIGITS = 12;

/**
 * US dollars to three significant digits, never "<$0.01", at most 11 characters ($0.00000123);
 * empty without a value. Show `exactCost` on hover.
 */
export function formatCost(usd: number | null | undefined): string {
  if (usd === null || usd === undefined) return '';
  if (usd === 0) return '$0';
  if (Math.abs(usd) >= 1000) return `$${compactCount(Math.round(usd))}`;
  // A sum of binary fractions falls on either side of the half that is rounded up: one sum should
  // not read as two.
  const sum = Number(Math.abs(usd).toPrecision(COST_DIGITS));
  const text = sum < COST_DECIMAL_MIN ? sum.toExponential(2) : threeDigits(sum);
  return usd < 0 ? `-$${text}` : `$${text}`;
}

const EXACT_COST = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 12,
});

/**
 * US dollars in full, without an exponent; empty without a value. To 12 digits: what a sum of
 * binary fractions has beyond them is noise.
 */
export function exactCost(usd: number | null | undefined): string {
  return usd === null || usd === undefined ? '' : EXACT_COST.format(usd);
}

const EXACT_RATE = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 9,
});

/** US dollars of a price list, in full: $2.50, $0.075. */
export function exactRate(usd: number): string {
  return EXACT_RATE.format(usd);
}

/** A share of a whole: 0 %, 0.4 %, 12 %; empty when the whole is nothing. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '';
  const percent = (part / whole) * 100;
  if (percent === 0 || percent >= 10) return `${Math.round(percent)} %`;
  return percent < 0.1 ? '<0.1 %' : `${percent.toFixed(1)} %`;
}

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** 532 B, 1.20 GB. */
export function formatBytes(bytes: number): string {
  let unit = 0;
  let value = bytes;
  while (value >= 1000 && unit < BYTE_UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? value : threeDigits(value)} ${BYTE_UNITS[unit]}`;
}

const UTF8 = new TextEncoder();

/** The size of a text, as it is sent and saved. */
export function utf8Bytes(text: string): number {
  return UTF8.encode(text).length;
}

/** "1 span", "12 spans". */
export function plural(count: number, one: string, many: string = `${one}s`): string {
  return `${exactCount(count)} ${count === 1 ? one : many}`;
}
