/** A trace's skeleton in the page's memory: typed columns of equal length, rows by start time. */
export interface TraceColumns {
  readonly count: number;
  readonly spanIds: readonly string[];
  /** Row of the parent; -1 for a root, -2 when the parent was never received. */
  readonly parents: Int32Array;
  readonly missingParents: Readonly<Record<number, string>>;
  /** Milliseconds after the trace's start. */
  readonly startsMs: Float64Array;
  readonly durationsMs: Float64Array;
  readonly names: readonly string[];
  readonly nameIndexes: Int32Array;
  /** Indexes into SPAN_KINDS and STATUS_CODES. */
  readonly kinds: Uint8Array;
  readonly statuses: Uint8Array;
  /** Prompt and completion tokens together; NaN if the sender sent none. */
  readonly tokensTotal: Float64Array;
  readonly costsUsd: Float64Array;
  /** A span's contribution to sums: nothing if the parent reports the same call. */
  readonly countedTokens: Float64Array;
  readonly countedCosts: Float64Array;
  /** Milliseconds from a span's start to its model's first token; NaN if unknown. */
  readonly firstTokensMs: Float64Array;
  readonly models: readonly (string | null)[];
  /** Rows whose end was never sent. */
  readonly open: ReadonlySet<number>;
  /**
   * Where the last span ends, and the first begins (below zero never: offsets count from the
   * earliest).
   */
  readonly extentMs: number;
}

export interface SkeletonInput {
  readonly span_ids: readonly string[];
  readonly parents: readonly number[];
  readonly missing_parents: Readonly<Record<string, string>>;
  readonly start_offsets_ns: readonly number[];
  readonly durations_ns: readonly number[];
  readonly names: readonly string[];
  readonly name_indexes: readonly number[];
  readonly kinds: readonly number[];
  readonly statuses: readonly number[];
  readonly token_counts_prompt: readonly (number | null)[];
  readonly token_counts_completion: readonly (number | null)[];
  readonly costs_usd: readonly (number | null)[];
  readonly first_tokens_ns: readonly (number | null)[];
  readonly models: readonly (string | null)[];
  readonly open_spans: readonly number[];
  /**
   * The usage of a row that sums exclude because its parent reports the same call: 1 its tokens, 2
   * its tokens and its cost.
   */
  readonly repeats: Readonly<Record<string, number>>;
}

/** The reply's lists as typed columns. */
export function columnsOfSkeleton(input: SkeletonInput): TraceColumns {
  const count = input.span_ids.length;
  const startsMs = Float64Array.from(input.start_offsets_ns, (nano) => nano / 1e6);
  const durationsMs = Float64Array.from(input.durations_ns, (nano) => nano / 1e6);
  const tokensTotal = new Float64Array(count);
  const costsUsd = Float64Array.from(input.costs_usd, (cost) => cost ?? 0);
  let extentMs = 0;
  for (let row = 0; row < count; row++) {
    extentMs = Math.max(extentMs, (startsMs[row] ?? 0) + Math.max(0, durationsMs[row] ?? 0));
    tokensTotal[row] =
      (input.token_counts_prompt[row] ?? 0) + (input.token_counts_completion[row] ?? 0);
  }
  return {
    count,
    spanIds: input.span_ids,
    parents: Int32Array.from(input.parents),
    missingParents: input.missing_parents,
    startsMs,
    durationsMs,
    names: input.names,
    nameIndexes: Int32Array.from(input.name_indexes),
    kinds: Uint8Array.from(input.kinds),
    statuses: Uint8Array.from(input.statuses),
    tokensTotal,
    costsUsd,
    ...countedOf(input.repeats, tokensTotal, costsUsd),
    firstTokensMs: Float64Array.from(input.first_tokens_ns, (nano) =>
      nano === null ? Number.NaN : nano / 1e6,
    ),
    models: input.models,
    open: new Set(input.open_spans),
    extentMs: extentMs === 0 ? 1 : extentMs,
  };
}

/** The columns themselves where all counts, which is nearly always. */
function countedOf(
  repeats: SkeletonInput['repeats'],
  tokensTotal: Float64Array,
  costsUsd: Float64Array,
): Pick<TraceColumns, 'countedTokens' | 'countedCosts'> {
  const rows = Object.entries(repeats);
  if (rows.length === 0) return { countedTokens: tokensTotal, countedCosts: costsUsd };
  const [countedTokens, countedCosts] = [tokensTotal.slice(), costsUsd.slice()];
  for (const [row, leftOut] of rows) {
    countedTokens[Number(row)] = 0;
    if (leftOut === 2) countedCosts[Number(row)] = 0;
  }
  return { countedTokens, countedCosts };
}

/** The name of a row's span. */
export function nameOf(columns: TraceColumns, row: number): string {
  return columns.names[columns.nameIndexes[row] ?? -1] ?? '';
}
