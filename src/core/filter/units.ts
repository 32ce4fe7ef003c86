import type { FilterExpr, LiteralUnit } from '#contracts/search/filter.ts';
import { refuseFilter } from './refuse-filter.ts';

/**
 * A unit after a number: the quantity it measures, and its size in the unit of the fields
 * (milliseconds, US dollars, one).
 */
interface Unit {
  readonly unit: LiteralUnit | null;
  /**
   * A power of ten is shifted in the text, so that 4.35c is 0.0435 and not 0.043499999999999997.
   */
  readonly tens: number;
  readonly times: number;
}

const UNITS: ReadonlyMap<string, Unit> = new Map([
  ['ns', { unit: 'duration', tens: -6, times: 1 }],
  ['us', { unit: 'duration', tens: -3, times: 1 }],
  ['µs', { unit: 'duration', tens: -3, times: 1 }],
  ['ms', { unit: 'duration', tens: 0, times: 1 }],
  ['s', { unit: 'duration', tens: 3, times: 1 }],
  ['m', { unit: 'duration', tens: 3, times: 60 }],
  ['min', { unit: 'duration', tens: 3, times: 60 }],
  ['h', { unit: 'duration', tens: 3, times: 3600 }],
  ['d', { unit: 'duration', tens: 3, times: 86_400 }],
  ['$', { unit: 'cost', tens: 0, times: 1 }],
  ['c', { unit: 'cost', tens: -2, times: 1 }],
  ['k', { unit: null, tens: 3, times: 1 }],
  ['M', { unit: null, tens: 6, times: 1 }],
]);
/** As messages list them. */
export const UNIT_NAMES = 'us, ms, s, m, h, d, c, k and M';
const DIGITS = /^([\d.]+)(?:[eE]([+-]?\d+))?$/;

/** The unit after a number from `at` on: 's', 'min', 'k'; empty if there is none. */
export function unitAt(text: string, at: number): string {
  const [name = ''] = /^\p{L}*/u.exec(text.slice(at, at + 4)) ?? [];
  return UNITS.has(name) ? name : '';
}

/**
 * A number with its unit, in the unit of the fields: `4s` is 4000 of duration, `1c` is 0.01 of
 * cost, `10k` is 10000 of anything.
 */
export function valueIn(
  name: string,
  digits: string,
): { readonly value: number; readonly unit: LiteralUnit | null } {
  const { unit, tens, times } = UNITS.get(name) ?? { unit: null, tens: 0, times: 1 };
  const [, mantissa = digits, exponent = '0'] = DIGITS.exec(digits) ?? [];
  return { value: Number(`${mantissa}e${Number(exponent) + tens}`) * times, unit };
}

const MEASURED: Readonly<Record<LiteralUnit, { readonly of: RegExp; readonly what: string }>> = {
  duration: {
    of: /_ms$/,
    what: 'A duration such as 4s is compared with fields in milliseconds, such as latency_ms',
  },
  cost: {
    of: /cost/,
    what: 'An amount such as 1c or $0.01 is compared with costs, such as total_cost',
  },
};

/**
 * Refuses 4s where the other side of a comparison is a field or an attribute that is not in
 * milliseconds, and amounts likewise.
 */
export function refuseOtherUnits(left: FilterExpr, right: FilterExpr): void {
  for (const [literal, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const unit = unitOf(literal);
    if (unit === null || other.node !== 'path') continue;
    const name = [
      other.root,
      ...other.steps.flatMap((step) => (step.step === 'dot' ? step.name : step.keys)),
    ].join('.');
    if (!MEASURED[unit].of.test(name))
      refuseFilter(
        `${MEASURED[unit].what}; compare ${name.slice(0, 80)} with a plain number`,
        literal.at,
      );
  }
}

function unitOf(expr: FilterExpr): LiteralUnit | null {
  if (expr.node === 'list') return expr.items.map(unitOf).find((unit) => unit !== null) ?? null;
  return expr.node === 'literal' ? (expr.unit ?? null) : null;
}
