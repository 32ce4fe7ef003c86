import type { FigureCoverage, FigureGrain, Group, Grouping } from '#contracts/figures.ts';
import type { ReadContext } from '../kit/query.ts';
import { VALUES_MAX } from './count-steps.ts';
import { AttributeTexts } from './attribute-values.ts';
import type { Tally } from './count-steps.ts';
import type { FigureRow } from './figure-source.ts';
import { FigureSum } from './figure-sum.ts';
import type { SavedSum } from './figure-sum.ts';
import { valuesOfTraces } from './trace-span-values.ts';

const GROUPS_MAX = 200;
const NO_VALUES: readonly string[] = [];

export type SavedGroups = readonly (readonly [value: string | null, sum: SavedSum])[];

interface GroupFrame {
  readonly projectId: number;
  readonly of: FigureGrain;
  readonly by: Grouping;
  /** What to group by where that is an attribute. */
  readonly attributeKey: string | null;
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
    const valuesOf = await this.#valueReader(rows);
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

  async #valueReader(rows: readonly FigureRow[]): Promise<(row: FigureRow) => readonly string[]> {
    const { of, by, attributeKey, projectId } = this.#frame;
    if (by === 'attribute') return await attributeReader(this.#context, rows, attributeKey ?? '');
    if (of === 'traces' && (by === 'model' || by === 'error')) {
      const values = await valuesOfTraces(this.#context, projectId, rows, by);
      return (row) => values.get(row.traceId ?? '') ?? NO_VALUES;
    }
    return (row) => {
      const value = row[by];
      return value === null ? NO_VALUES : [value];
    };
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

/** The attribute's values of rows: their own, or those of a trace's root. */
async function attributeReader(
  { spans }: ReadContext,
  rows: readonly FigureRow[],
  key: string,
): Promise<(row: FigureRow) => readonly string[]> {
  const texts = new AttributeTexts([key]);
  const values = new Map<number, readonly string[]>();
  for (const payload of await spans.payloads(rows.flatMap((row) => row.attributesOf ?? [])))
    values.set(
      payload.row.id,
      texts.of(payload).map(([, text]) => text),
    );
  return ({ attributesOf }) => (attributesOf === null ? NO_VALUES : (values.get(attributesOf) ?? NO_VALUES));
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
