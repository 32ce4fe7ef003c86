import type { FigureCoverage, Group } from '#contracts/figures.ts';
import type { ReadContext } from '../kit/query.ts';
import { VALUES_MAX } from './count-steps.ts';
import type { Tally } from './count-steps.ts';
import type { FigureRow } from './figure-source.ts';
import { FigureSum } from './figure-sum.ts';
import type { SavedSum } from './figure-sum.ts';
import { valuesOfRows } from './row-values.ts';
import type { ValueSource } from './row-values.ts';

const GROUPS_MAX = 200;

export type SavedGroups = readonly (readonly [value: string | null, sum: SavedSum])[];

interface GroupFrame extends ValueSource {
  readonly exactMax?: number;
}

interface GroupsBody {
  readonly data: { readonly groups: Group[]; readonly coverage: FigureCoverage };
}

/** Rows summed up by what they share. A trace counts in each group of its spans' models or errors. */
export class GroupTally implements Tally<SavedGroups, GroupsBody> {
  readonly #context: ReadContext;
  readonly #frame: GroupFrame;
  readonly #sums: Map<string | null, FigureSum>;

  constructor(context: ReadContext, frame: GroupFrame, saved: SavedGroups | null = null) {
    this.#context = context;
    this.#frame = frame;
    this.#sums = new Map((saved ?? []).map(([value, sum]) => [value, FigureSum.restore(sum, frame.exactMax ?? Infinity)]));
  }

  async add(rows: readonly FigureRow[]): Promise<void> {
    const valuesOf = await valuesOfRows(this.#context, this.#frame, rows);
    for (const row of rows) {
      const values = valuesOf(row);
      for (const value of values.length === 0 ? [null] : values) this.#sumFor(value)?.add(row);
    }
  }

  body(coverage: FigureCoverage): GroupsBody {
    const groups = [...this.#sums]
      .toSorted(([a, x], [b, y]) => y.count - x.count || ((a ?? '') < (b ?? '') ? -1 : 1))
      .slice(0, GROUPS_MAX)
      .map(([value, sum]) => groupReply(value, sum));
    const complete = coverage.complete && this.#sums.size < VALUES_MAX;
    return { data: { groups, coverage: { ...coverage, complete } } };
  }

  save(): SavedGroups {
    return [...this.#sums].map(([value, sum]) => [value, sum.save()] as const);
  }

  /** None for a value that is one too many: the newest are kept apart. */
  #sumFor(value: string | null): FigureSum | undefined {
    const known = this.#sums.get(value);
    if (known !== undefined || this.#sums.size >= VALUES_MAX) return known;
    const sum = new FigureSum(this.#frame.exactMax);
    this.#sums.set(value, sum);
    return sum;
  }
}

function groupReply(value: string | null, sum: FigureSum): Group {
  const [p50, p99] = sum.quantiles([0.5, 0.99]);
  return {
    value,
    count: sum.count,
    errors: sum.failed,
    latency_p50_ms: p50,
    latency_p99_ms: p99,
    token_count_total: sum.prompt + sum.completion,
    cost_usd: sum.costUsd,
  };
}
