import type { SpanQueryPart } from '#contracts/spans/span-query.ts';

/**
 * List attributes whose elements are documents: the second index level of their rows has its own
 * name.
 */
const DOCUMENT_LIST = 'retrieval.documents';
const SEPARATOR = '\n\n';
/** Short names of fields. */
const ALIASES: Readonly<Record<string, string>> = {
  span_id: 'context.span_id',
  trace_id: 'context.trace_id',
};

/** A column and what it shows. */
interface Projected {
  readonly column: string;
  /** A field, or the path of an attribute. */
  readonly key: string;
}

/** A query for a frame with its defaults filled in. Plain data. */
export interface FrameQuery {
  /** Null for a whole frame. */
  readonly select: readonly Projected[] | null;
  readonly condition: string;
  readonly explode: ElementQuery | null;
  readonly concat: (ElementQuery & { readonly separator: string }) | null;
  readonly rename: readonly (readonly [string, string])[];
  readonly index: Projected;
  /** Of the second index level, of exploded lists; null without one. */
  readonly positionName: string | null;
}

export interface ElementQuery {
  readonly key: string;
  /** Paths inside an element; null for all of it. */
  readonly columns: readonly Projected[] | null;
}

/** A query as its sender wrote it, with the defaults of the clients' query language. */
export function frameQueryOf(part: SpanQueryPart): FrameQuery {
  const select = Object.entries(part.select ?? {}).map(([column, { key }]) => ({
    column,
    key: fieldOf(key),
  }));
  const explode = part.explode ?? null;
  const concat = part.concat ?? null;
  const indexKey = part.index?.key ?? explode?.primary_index_key ?? 'context.span_id';
  return {
    select: select.length === 0 && explode === null && concat === null ? null : select,
    condition: part.filter?.condition ?? '',
    explode:
      explode === null ? null : { key: explode.key, columns: elementColumns(explode.kwargs) },
    concat:
      concat === null
        ? null
        : {
            key: concat.key,
            columns: elementColumns(concat.kwargs),
            separator: concat.separator ?? SEPARATOR,
          },
    rename: Object.entries(part.rename ?? {}),
    index: { column: fieldOf(indexKey), key: fieldOf(indexKey) },
    positionName:
      explode === null ? null : explode.key === DOCUMENT_LIST ? 'document_position' : 'position',
  };
}

function fieldOf(key: string): string {
  return ALIASES[key] ?? key;
}

function elementColumns(
  kwargs: Readonly<Record<string, string>> | null | undefined,
): readonly Projected[] | null {
  const columns = Object.entries(kwargs ?? {}).map(([column, key]) => ({ column, key }));
  return columns.length === 0 ? null : columns;
}
