import { SPAN_KINDS, STATUS_CODES } from '#contracts/spans/span-kind.ts';
import type { AttributePart, NecessaryAnnotation } from '#core/filter/predicate.ts';
import type { SpanQuery } from '#core/ports/span-store.ts';
import type { SpanRow } from '#core/ports/span-rows.ts';
import type { ShapeFeatures } from '../both/shape-features.ts';
import { WantedValues } from '../blocks/wanted-values.ts';
import { WantedWords } from '../blocks/wanted-words.ts';

type TextCondition = ReadonlySet<string> | null;

/**
 * A span query's conditions and the necessary ones of its filter, each a set to be in; null where
 * anything goes.
 */
export interface SpanConditions {
  readonly projectId: number;
  /** Of a search of several projects: these, in place of that one. */
  readonly projectIds?: readonly number[];
  readonly startMin: bigint | null;
  /** Exclusive. */
  readonly startEnd: bigint | null;
  readonly traceIds: TextCondition;
  readonly spanIds: TextCondition;
  readonly names: TextCondition;
  readonly kinds: TextCondition;
  readonly statusCodes: TextCondition;
  readonly modelNames: TextCondition;
  readonly sessionIds: TextCondition;
  readonly userIds: TextCondition;
  readonly latencyNanoMin: bigint | null;
  readonly latencyNanoMax: bigint | null;
  readonly parent: SpanQuery['parent'] | null;
  /** Every one of these is in the span's own bytes, or an escape is. */
  readonly texts: readonly Uint8Array[];
  /** What the texts of the span hold, all of it; null for nothing. */
  readonly words: WantedWords | null;
  /** The attributes the filter reads, and their reader; null when unknown. */
  readonly attributes: AttributePart | null;
  readonly wanted: WantedValues | null;
  /** Annotations that the span, one of its documents, and its trace must have. */
  readonly annotations: readonly NecessaryAnnotation[];
  readonly documentAnnotations: readonly NecessaryAnnotation[];
  readonly traceAnnotations: readonly NecessaryAnnotation[];
  /** No score under this name. */
  readonly withoutScore: string | null;
}

export function conditionsOf(query: Omit<SpanQuery, 'sort'>): SpanConditions {
  const also = query.filter?.necessary ?? {};
  return {
    projectId: query.projectId,
    startMin: query.window?.startUnixNano ?? null,
    startEnd: query.window?.endUnixNano ?? null,
    traceIds: both(query.traceIds, also.traceIds),
    spanIds: both(query.spanIds, also.spanIds),
    names: both(query.names, also.names),
    kinds: both(query.kinds, also.kinds),
    statusCodes: both(query.statusCodes, also.statusCodes),
    modelNames: both(query.modelNames, also.modelNames),
    sessionIds: both(query.sessionIds, also.sessionIds),
    userIds: both(query.userIds, also.userIds),
    latencyNanoMin: also.latencyNanoMin ?? null,
    latencyNanoMax: also.latencyNanoMax ?? null,
    parent: query.parent ?? null,
    attributes: query.filter?.attributes ?? null,
    wanted:
      query.filter?.attributes === undefined
        ? null
        : WantedValues.at(query.filter.attributes.paths),
    annotations: also.annotations ?? [],
    documentAnnotations: also.documentAnnotations ?? [],
    traceAnnotations: also.traceAnnotations ?? [],
    withoutScore: query.withoutScore ?? null,
    words: WantedWords.of(also),
    texts: (also.texts ?? []).map((text) => Buffer.from(text, 'latin1')),
  };
}

function both(a: readonly string[] | undefined, b: readonly string[] | undefined): TextCondition {
  if (a === undefined) return b === undefined ? null : new Set(b);
  return b === undefined ? new Set(a) : new Set(a.filter((value) => b.includes(value)));
}

/** The facts of a shape a list needs. */
export interface ShapeSummary {
  readonly id: number;
  readonly features: ShapeFeatures;
  readonly spanCount: number;
  readonly startMin: bigint;
  readonly startMax: bigint;
}

/**
 * Whether spans of the shape can match. Spans of a nameless shape keep name and model in their row,
 * which is checked later.
 */
export function shapeMatches(c: SpanConditions, shape: ShapeSummary): boolean {
  const { kind, status, name, modelName, isRoot } = shape.features;
  return (
    allows(c.kinds, SPAN_KINDS[kind] ?? 'UNKNOWN') &&
    allows(c.statusCodes, STATUS_CODES[status] ?? 'UNSET') &&
    (name === null || (allows(c.names, name) && allows(c.modelNames, modelName))) &&
    (c.parent !== 'none' || isRoot) &&
    (c.startMin === null || shape.startMax >= c.startMin) &&
    (c.startEnd === null || shape.startMin < c.startEnd)
  );
}

/**
 * Whether a row satisfies every condition that its own columns can decide: all but the
 * 'none_or_missing' of its parent.
 */
export function rowMatches(c: SpanConditions, row: SpanRow): boolean {
  const latency = row.endTimeUnixNano - row.startTimeUnixNano;
  return (
    row.projectId === c.projectId &&
    (c.startMin === null || row.startTimeUnixNano >= c.startMin) &&
    (c.startEnd === null || row.startTimeUnixNano < c.startEnd) &&
    allows(c.traceIds, row.traceId) &&
    allows(c.spanIds, row.spanId) &&
    allows(c.names, row.name) &&
    allows(c.kinds, row.kind) &&
    allows(c.statusCodes, row.statusCode) &&
    allows(c.modelNames, row.modelName) &&
    allows(c.sessionIds, row.sessionId) &&
    allows(c.userIds, row.userId) &&
    (c.latencyNanoMin === null || latency >= c.latencyNanoMin) &&
    (c.latencyNanoMax === null || latency <= c.latencyNanoMax) &&
    parentMatches(c.parent, row.parentSpanId)
  );
}

function allows(condition: TextCondition, value: string | null): boolean {
  return condition === null || (value !== null && condition.has(value));
}

function parentMatches(parent: SpanConditions['parent'], parentSpanId: string | null): boolean {
  if (parent === null || parent === undefined || parent === 'none_or_missing') return true;
  return parent === 'none' ? parentSpanId === null : parentSpanId === parent.spanId;
}

/**
 * Whether conditions are left that only the row can decide; then it is read before the filter runs.
 */
export function needsRow(
  c: SpanConditions,
  sort: SpanQuery['sort'],
  shapes: readonly ShapeSummary[],
): boolean {
  return (
    sort === 'id' ||
    c.sessionIds !== null ||
    c.userIds !== null ||
    c.traceIds !== null ||
    c.spanIds !== null ||
    c.latencyNanoMin !== null ||
    c.latencyNanoMax !== null ||
    (c.parent !== null && c.parent !== 'none') ||
    ((c.names !== null || c.modelNames !== null) &&
      shapes.some((shape) => shape.features.name === null))
  );
}
