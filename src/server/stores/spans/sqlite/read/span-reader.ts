import type Database from 'better-sqlite3';
import { SPAN_KINDS, STATUS_CODES } from '#contracts/spans/span-kind.ts';
import { decodeResource } from '#core/otlp/span-codec.ts';
import type { Scored, ScoredPage, ScoreReader } from '#core/ports/score-reader.ts';
import type { SearchCapabilities } from '#core/ports/search-capabilities.ts';
import type {
  SessionEnds,
  SessionRow,
  SpanPayload,
  SpanRow,
  TraceHighlights,
  TraceRow,
  TraceServices,
} from '#core/ports/span-rows.ts';
import type {
  Page,
  SessionPage,
  ReadBudget,
  SearchBudget,
  SessionQuery,
  SessionRef,
  SpanQuery,
  SpanReader,
  SpanRef,
  SpanSearchQuery,
  TraceQuery,
  TraceReader,
  TraceRef,
} from '#core/ports/span-store.ts';
import type { TraceSkeleton, WholeTrace } from '#core/ports/whole-trace.ts';
import { wholeTrace } from '#core/trace/whole-trace.ts';
import { targetNumberOf } from '../annotations/both/annotation-row-codec.ts';
import {
  SUMMARY_SQL,
  summariesFromCells,
  type SummaryCells,
} from '../annotations/read/annotation-summary.ts';
import { AnnotationViews } from '../annotations/read/annotation-views.ts';
import { PayloadReader } from '../blocks/payload-reader.ts';
import { ShapeFeatureReader } from '../both/shape-features.ts';
import { CumulativeTokens } from './cumulative-tokens.ts';
import { SessionReader } from './session-reader.ts';
import { SkeletonReader } from './skeleton-reader.ts';
import { SpanListReader } from './span-list-reader.ts';
import { SpanLookup } from './span-lookup.ts';
import { SpanSearch } from './span-search.ts';
import { SpanViews, type AttributesOf } from './span-view.ts';
import { TraceListReader } from './trace-list-reader.ts';

const [LLM, ERROR] = [SPAN_KINDS.indexOf('LLM'), STATUS_CODES.indexOf('ERROR')];

const HIGHLIGHTS_SQL = `SELECT s.trace_number, min(CASE WHEN h.kind = ${LLM} THEN s.id END), max(CASE WHEN h.kind = ${LLM} THEN s.id END),
  min(CASE WHEN h.status = ${ERROR} THEN s.id END)
FROM json_each(?) t
CROSS JOIN spans s INDEXED BY spans_by_trace ON s.trace_number = t.value
CROSS JOIN shapes h ON h.id = s.shape_id
WHERE h.kind = ${LLM} OR h.status = ${ERROR}
GROUP BY s.trace_number`;
const NO_SERVICE = -1;
const LARGE_BLOCK_BYTES = 1024 * 1024;

/** Reads spans over one connection. Each call is one snapshot. */
export class SqliteSpanReader implements SpanReader, TraceReader, ScoreReader {
  readonly #db: Database.Database;
  readonly #lookup: SpanLookup;
  readonly #payloads: PayloadReader;
  readonly #views: SpanViews;
  readonly #skeletons: SkeletonReader;
  readonly #summary: Database.Statement<[number, number], SummaryCells>;
  readonly #services: TraceServiceReader;
  readonly #highlights: TraceHighlightReader;
  /** Shared with the project reader, whose facets and last span are lists too. */
  readonly spanLists: SpanListReader;
  readonly #traceLists: TraceListReader;
  readonly #sessions: SessionReader;
  readonly #search: SpanSearch;

  constructor(db: Database.Database, attributesOf: AttributesOf) {
    this.#db = db;
    const shapes = new ShapeFeatureReader(db);
    this.#lookup = new SpanLookup(db, shapes);
    this.#payloads = new PayloadReader(db);
    this.#skeletons = new SkeletonReader(db, shapes);
    this.#summary = db.prepare(SUMMARY_SQL);
    this.#services = new TraceServiceReader(db, this.#payloads);
    this.#highlights = new TraceHighlightReader(db, this.#lookup);
    const views = new SpanViews(
      this.#lookup,
      this.#payloads,
      new AnnotationViews(db),
      new CumulativeTokens(this.#lookup, this.#skeletons),
      attributesOf,
    );
    this.#views = views;
    this.spanLists = new SpanListReader(db, this.#lookup, shapes, views);
    this.#traceLists = new TraceListReader(db, views, this.spanLists.searched);
    this.#sessions = new SessionReader(db, views, this.spanLists.searched);
    this.#search = new SpanSearch(db, views);
  }

  /** Lets go of what is kept for the next to ask. */
  rest(): void {
    this.#payloads.rest();
  }

  /** Nothing that was read so far is in use any more: frees what is not kept. */
  freeUnused(): void {
    this.#payloads.freeUnused();
  }

  capabilities(): SearchCapabilities {
    return { words: 'index', phrases: 'index', prefixes: 'index', attributes: 'index' };
  }

  async spans(query: SpanQuery, budget: ReadBudget): Promise<Page<SpanRow>> {
    return this.#snapshot(() => this.#counted(query, () => this.spanLists.page(query, budget)));
  }

  async searchSpans(query: SpanSearchQuery, budget: SearchBudget): Promise<Page<SpanRow>> {
    return this.#snapshot(() => this.#search.page(query, budget));
  }

  async traces(query: TraceQuery, budget: ReadBudget): Promise<Page<TraceRow>> {
    return this.#snapshot(() => this.#counted(query, () => this.#traceLists.page(query, budget)));
  }

  /** The page, with what it took where that is asked for. */
  #counted<Row>({ explain }: { readonly explain?: boolean }, read: () => Page<Row>): Page<Row> {
    const { work } = this.#views;
    work.begin();
    const opened = this.#payloads.blocksOpened;
    const page = read();
    if (explain !== true) return page;
    work.blocksRead += this.#payloads.blocksOpened - opened;
    return { ...page, plan: work.plan() };
  }

  async sessions(query: SessionQuery, budget: ReadBudget): Promise<SessionPage> {
    return this.#snapshot(() => this.#sessions.page(query, budget));
  }

  async scoredSpans(query: Scored<SpanQuery>, budget: ReadBudget): Promise<ScoredPage<SpanRow>> {
    return this.#snapshot(() => this.spanLists.scored(query, budget));
  }

  async scoredTraces(query: Scored<TraceQuery>, budget: ReadBudget): Promise<ScoredPage<TraceRow>> {
    return this.#snapshot(() => this.#traceLists.scored(query, budget));
  }

  async scoredSessions(
    query: Scored<SessionQuery>,
    budget: ReadBudget,
  ): Promise<ScoredPage<SessionRow>> {
    return this.#snapshot(() => this.#sessions.scored(query, budget));
  }

  async payloads(spans: readonly number[] | readonly SpanRow[]): Promise<readonly SpanPayload[]> {
    const numbers = spans.filter((span) => typeof span === 'number');
    const rows = spans.filter((span) => typeof span === 'object');
    return this.#snapshot(() =>
      this.#payloadsOf(numbers.length > 0 ? this.#lookup.spans(numbers) : rows),
    );
  }

  async skeleton(trace: TraceRef, spansMax: number): Promise<TraceSkeleton | null> {
    return this.#snapshot(() => {
      const row = this.#trace(trace);
      return row === null ? null : this.#skeletons.read(row, spansMax);
    });
  }

  async traceView(trace: TraceRef, spansMax: number): Promise<WholeTrace | null> {
    return this.#snapshot(() => {
      const row = this.#trace(trace);
      if (row === null) return null;
      return wholeTrace(this.#skeletons.read(row, spansMax), {
        payload: (number) => this.#payloadsOf(this.#lookup.spans([number]))[0] ?? null,
        bytes: (number) => this.#payloads.entry(number)?.bytes ?? null,
        highlights: (number) => this.#highlights.read([number]).get(number),
        annotations: (number) =>
          summariesFromCells(this.#summary.all(targetNumberOf('trace'), number)),
      });
    });
  }

  async services(trace: TraceRef, spansMax: number): Promise<TraceServices | null> {
    return this.#snapshot(() => {
      const row = this.#trace(trace);
      return row === null ? null : this.#services.read(row, spansMax);
    });
  }

  async highlights(traceNumbers: readonly number[]): Promise<ReadonlyMap<number, TraceHighlights>> {
    return this.#snapshot(() => this.#highlights.read(traceNumbers));
  }

  async findSpans(refs: readonly SpanRef[], projectId?: number): Promise<readonly SpanRow[]> {
    return this.#snapshot(() =>
      refs
        .flatMap((ref) =>
          'number' in ref ? [this.#lookup.span(ref.number)] : this.#lookup.spansById(ref.spanId),
        )
        .filter((row) => row !== null)
        .filter((row) => isIn(row, projectId)),
    );
  }

  async findTraces(refs: readonly TraceRef[], projectId?: number): Promise<readonly TraceRow[]> {
    return this.#snapshot(() =>
      refs
        .map((ref) => this.#trace(ref))
        .filter((row) => row !== null)
        .filter((row) => isIn(row, projectId)),
    );
  }

  async sessionEnds(numbers: readonly number[]): Promise<readonly SessionEnds[]> {
    return this.#snapshot(() =>
      numbers.map((number) => this.#sessions.ends(number)).filter((ends) => ends !== null),
    );
  }

  async findSessions(
    refs: readonly SessionRef[],
    projectId?: number,
  ): Promise<readonly { readonly session: SessionRow; readonly traces: readonly TraceRow[] }[]> {
    return this.#snapshot(() =>
      refs
        .map((ref) => this.#sessions.find(ref))
        .filter((session) => session !== null)
        .filter((session) => isIn(session, projectId))
        .map((session) => ({ session, traces: this.#sessions.traces(session) })),
    );
  }

  #trace(ref: TraceRef): TraceRow | null {
    return 'number' in ref ? this.#lookup.trace(ref.number) : this.#lookup.traceById(ref.traceId);
  }

  #payloadsOf(rows: readonly SpanRow[]): SpanPayload[] {
    const payloads = new Map<SpanRow, SpanPayload>();
    for (const row of this.#payloads.byBlock(rows)) {
      const entry = this.#payloads.entry(row.id);
      if (entry === null) continue;
      const context = this.#payloads.context(entry.contextId);
      payloads.set(row, {
        row,
        bytes: ownBytes(entry.bytes),
        resourceBytes: context.resource_bytes,
        resourceSchemaUrl: context.resource_schema_url,
        scopeBytes: context.scope_bytes,
        scopeSchemaUrl: context.scope_schema_url,
      });
    }
    return rows.flatMap((row) => payloads.get(row) ?? []);
  }

  #snapshot<Result>(read: () => Result): Result {
    return this.#db.transaction(() => {
      this.#views.forget();
      return read();
    })();
  }
}

/**
 * Bytes that do not hold all of a large block in memory: a page of spans may come from as many
 * blocks.
 */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.buffer.byteLength > LARGE_BLOCK_BYTES ? Uint8Array.from(bytes) : bytes;
}

function isIn(row: { readonly projectId: number }, projectId: number | undefined): boolean {
  return projectId === undefined || row.projectId === projectId;
}

type FirstCells = [
  traceNumber: number,
  firstLlm: number | null,
  lastLlm: number | null,
  firstError: number | null,
];

/** Finds the spans that lists of traces show something of, in one pass over the traces' spans. */
class TraceHighlightReader {
  readonly #lookup: SpanLookup;
  readonly #firsts: Database.Statement<[string], FirstCells>;

  constructor(db: Database.Database, lookup: SpanLookup) {
    this.#lookup = lookup;
    this.#firsts = db.prepare<[string], FirstCells>(HIGHLIGHTS_SQL).raw(true);
  }

  read(traceNumbers: readonly number[]): Map<number, TraceHighlights> {
    const firsts = traceNumbers.length === 0 ? [] : this.#firsts.all(JSON.stringify(traceNumbers));
    const rows = new Map(
      this.#lookup
        .spans(firsts.flatMap(([, llm, , error]) => [llm ?? [], error ?? []].flat()))
        .map((row) => [row.id, row]),
    );
    const rowOf = (number: number | null) => (number === null ? null : (rows.get(number) ?? null));
    return new Map(
      firsts.map(([trace, llm, lastLlmNumber, error]) => [
        trace,
        { firstLlm: rowOf(llm), lastLlmNumber, firstError: rowOf(error) },
      ]),
    );
  }
}

/**
 * The service that sent each span of a trace. A span's context is in its block, so each of the
 * trace's blocks is read once.
 */
class TraceServiceReader {
  readonly #payloads: PayloadReader;
  readonly #ids: Database.Statement<[number, number], number>;

  constructor(db: Database.Database, payloads: PayloadReader) {
    this.#payloads = payloads;
    this.#ids = db
      .prepare<[number, number], number>(
        'SELECT id FROM spans WHERE trace_number = ? ORDER BY start_time, id LIMIT ?',
      )
      .pluck();
  }

  read(trace: TraceRow, spansMax: number): TraceServices {
    const ids = this.#ids.all(trace.id, spansMax);
    const services: string[] = [];
    const byContext = new Map<number, number>();
    const contexts = this.#contextsOf(ids);
    const indexes = ids.map((id) => {
      const context = contexts.get(id);
      if (context === undefined) return NO_SERVICE;
      let index = byContext.get(context);
      if (index === undefined) byContext.set(context, (index = this.#indexOf(context, services)));
      return index;
    });
    return { trace, complete: ids.length >= trace.spanCount, services, indexes };
  }

  /** The context of each span: block by block, so that none is unpacked twice. */
  #contextsOf(ids: readonly number[]): ReadonlyMap<number, number> {
    const contexts = new Map<number, number>();
    for (const row of this.#payloads.byBlock(ids.map((id) => ({ id })))) {
      const entry = this.#payloads.entry(row.id);
      if (entry !== null) contexts.set(row.id, entry.contextId);
    }
    return contexts;
  }

  #indexOf(context: number, services: string[]): number {
    const service = serviceOf(this.#payloads.resourceOf(context));
    if (service === null) return NO_SERVICE;
    const known = services.indexOf(service);
    return known === -1 ? services.push(service) - 1 : known;
  }
}

/** The `service.name` of a resource; null where it names none. */
function serviceOf(resource: Uint8Array): string | null {
  const name = decodeResource(resource).attributes.find(
    ({ key, value }) => key === 'service.name' && value.type === 'string',
  );
  return name?.value.type === 'string' ? name.value.value.trim() || null : null;
}
