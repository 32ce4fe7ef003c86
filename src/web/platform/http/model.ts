import type { components, paths } from './generated/schema.ts';

type Schemas = components['schemas'];

export type AuditEntry = Schemas['AuditEntry'];
export type AnnotationAgreement = Schemas['AnnotationAgreement'];
export type AnyAnnotation = Schemas['Annotation'];
export type Disagreement = AnnotationAgreement['disagreements'][number];
export type Dataset = Schemas['Dataset'];
export type DatasetLabel = Schemas['DatasetLabel'];
export type ExampleOfSpan = Schemas['DatasetExamplesFromSpansPreview']['examples'][number];
export type ExampleRevision = Schemas['DatasetExampleRevision'];
export type DatasetDiff = paths['/v1/datasets/{id}/diff']['get']['responses'][200]['content']['application/json'];
export type DatasetVersion = Schemas['DatasetVersion'];
export type Deployment = Schemas['Deployment'];
export type Facets = Schemas['Facets'];
export type Histogram = Schemas['Histogram'];
export type IdCompletions = Schemas['IdCompletions'];
export type FigureGroup = Schemas['FigureGroup'];
export type FigureGroups = Schemas['FigureGroups'];
export type SeriesBreakdown = Schemas['SeriesBreakdown'];
export type LatencyHeatmap = Schemas['LatencyHeatmap'];
export type ListDatasetExamplesData = Schemas['ListDatasetExamplesData'];
export type LookupMatch = Schemas['LookupMatch'];
export type ProjectSummary = Schemas['ProjectSummary'];
export type Series = paths['/v1/projects/{project_identifier}/series']['get']['responses'][200]['content']['application/json'];
export type SeriesBucket = Schemas['SeriesBucket'];
export type Reread = Schemas['Reread'];
export type RetentionPolicy = Schemas['RetentionPolicy'];
export type RetentionRule = Schemas['RetentionRule'];
export type SessionRow = Schemas['SessionRow'];
export type SessionSkeleton = Schemas['SessionSkeleton'];
export type SessionTurn = Schemas['SessionTurn'];
export type SpanDetail = Schemas['SpanDetail'];
export type SpanRow = Schemas['SpanRow'];
export type WaitingAnnotation = Schemas['WaitingAnnotation'];
export type TraceRow = Schemas['TraceRow'];
export type TraceSkeleton = Schemas['TraceSkeleton'];

type QueryOf<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Query } } } ? NonNullable<Query> : never;

/** The filters of a list of traces or spans, besides its time range. */
export type TraceFilter = Omit<QueryOf<'/v1/projects/{project_identifier}/trace_rows'>, 'cursor' | 'limit' | 'start_time' | 'end_time'>;
export type SpanFilter = Omit<QueryOf<'/v1/projects/{project_identifier}/span_rows'>, 'cursor' | 'limit' | 'start_time' | 'end_time'>;
