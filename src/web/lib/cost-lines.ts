const TOKENS_PER_RATE = 1_000_000;

/** US dollars per million tokens, by type. */
interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
}

interface Counts {
  readonly prompt: number | null;
  readonly completion: number | null;
  readonly cache_read: number | null;
  readonly cache_write: number | null;
}

/** What the tokens of one type cost. */
export interface CostLine {
  readonly label: string;
  readonly count: number;
  /** US dollars per million tokens. */
  readonly rate: number;
  readonly cost: number;
}

/**
 * How the server reckons a cost, line by line; types without tokens are left out. Cached tokens are part of the prompt's unless they
 * exceed it: then the sender counted them apart.
 */
export function costLines(tokens: Counts, rates: Rates): readonly CostLine[] {
  const { prompt, completion, cache_read: cacheRead, cache_write: cacheWrite } = tokens;
  const cached = (cacheRead ?? 0) + (cacheWrite ?? 0);
  const all = prompt ?? 0;
  const lines: readonly (readonly [string, number, number])[] = [
    [cached > 0 ? 'input, not cached' : 'input', cached > all ? all : all - cached, rates.input],
    ['read from a cache', cacheRead ?? 0, rates.cache_read],
    ['written to a cache', cacheWrite ?? 0, rates.cache_write],
    ['output', completion ?? 0, rates.output],
  ];
  return lines.flatMap(([label, count, rate]) => (count === 0 ? [] : [{ label, count, rate, cost: (count * rate) / TOKENS_PER_RATE }]));
}

export function sumOf(lines: readonly CostLine[]): number {
  return lines.reduce((sum, { cost }) => sum + cost, 0);
}

/** Whether two amounts are the same but for what binary fractions lose. */
export function isSameCost(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
}
