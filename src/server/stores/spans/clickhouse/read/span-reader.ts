import { visibleEnds, type FoundSession } from '#core/access/guards/guarded-span-reader.ts';
import type { OwnedKind, RowOwners } from '#core/ports/row-owners.ts';
import type { SearchCapabilities } from '#core/ports/search-capabilities.ts';
import type {
  SessionEnds,
  SpanPayload,
  SpanRow,
  TraceHighlights,
  TraceRow,
  TraceServices,
} from '#core/ports/span-rows.ts';
import type {
  RowRef,
  SessionRef,
  SpanReader,
  SpanRef,
  TraceReader,
  TraceRef,
} from '#core/ports/span-store.ts';
import type { TraceSkeleton, WholeTrace } from '#core/ports/whole-trace.ts';
import { wholeTrace } from '#core/trace/whole-trace.ts';
import { annotationById } from '../annotations/annotation-finder.ts';
import { summariesOf } from '../annotations/annotation-summaries.ts';
import { ownersOfTargets } from '../annotations/annotation-owners.ts';
import { asBytes, spanRow } from '../schema/stored-span.ts';
import { ListReader } from './lists/list-reader.ts';
import type { NearReads } from './lists/near-spans.ts';
import { sessionFactsById, sessionFactsByNumber } from './session-facts.ts';
import { sessionRows, tracesOfSessions } from './session-rows.ts';
import { highlightsOf, loadedTrace, skeletonOf, type LoadedTrace } from './skeleton.ts';
import {
  payloadsByNumber,
  rowsOf,
  servicesOfTrace,
  spansById,
  spansByNumber,
  spansOfTraceNumbers,
  spansOfTraces,
  wideCellsOf,
} from './span-finder.ts';
import { traceFactsByNumber } from './trace-facts.ts';
import { traceRows } from './trace-rows.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import type { JsonValue } from '#core/filter/predicate.ts';

/** Spans that lasted nothing of which it is looked up whether an end was sent. */
const OPEN_MAX = 1_000;

/** Reads spans, traces and sessions. */
export class ClickHouseSpanReader extends ListReader implements SpanReader, TraceReader, RowOwners {
  readonly #db: ClickHouse;

  constructor(db: ClickHouse, attributesOf: (spanBytes: Uint8Array) => JsonValue, near: NearReads) {
    super(db, attributesOf, near);
    this.#db = db;
  }

  capabilities(): SearchCapabilities {
    return { words: 'index', phrases: 'index', prefixes: 'index', attributes: 'index' };
  }

  async payloads(spans: readonly number[] | readonly SpanRow[]): Promise<readonly SpanPayload[]> {
    const numbers = spans.map((span) => (typeof span === 'number' ? span : span.id));
    const known = spans.filter((span) => typeof span !== 'number');
    const found = await payloadsByNumber(this.#db, numbers, known);
    return numbers.flatMap((number) => found.get(number) ?? []);
  }

  async traceView(ref: TraceRef, spansMax: number): Promise<WholeTrace | null> {
    const trace = await this.#trace(ref);
    if (trace === null) return null;
    const skeleton = skeletonOf(trace, spansMax);
    const highlights = highlightsOf(trace);
    const open = [...skeleton.ids]
      .filter((_, index) => skeleton.durationsNano[index] === 0)
      .slice(0, OPEN_MAX);
    const shown = [
      trace.row.rootSpanNumber,
      highlights?.firstLlm?.id,
      highlights?.lastLlmNumber,
    ].filter((number) => typeof number === 'number');
    const wanted = new Set([...open, ...shown]);
    const rows = new Map(trace.spans.map((span) => [span.number, span]));
    const [payloads, annotations] = await Promise.all([
      wideCellsOf(
        this.#db,
        [...wanted].flatMap((number) => rows.get(number) ?? []),
      ),
      summariesOf(this.#db, 'trace', [trace.row.id]),
    ]);
    const bytesOf = (number: number): Uint8Array | null => {
      const cells = payloads.get(number);
      return cells === undefined ? null : asBytes(cells, 'bytes');
    };
    return wholeTrace(skeleton, {
      // The row is that of the moment of the columns.
      payload: (number) => {
        const [bytes, span] = [bytesOf(number), rows.get(number)];
        return bytes === null || span === undefined
          ? null
          : { bytes, row: spanRow(span, trace.row.sessionId) };
      },
      bytes: bytesOf,
      highlights: () => highlights,
      annotations: (number) => annotations.get(number) ?? [],
    });
  }

  async skeleton(ref: TraceRef, spansMax: number): Promise<TraceSkeleton | null> {
    const trace = await this.#trace(ref);
    return trace === null ? null : skeletonOf(trace, spansMax);
  }

  async services(ref: TraceRef, spansMax: number): Promise<TraceServices | null> {
    const trace = await this.#trace(ref);
    if (trace === null) return null;
    const spans = trace.spans.slice(0, spansMax);
    const known = await servicesOfTrace(this.#db, trace.row.traceId);
    const named = spans.map(({ number }) => known.get(number) ?? null);
    const services = [...new Set(named.filter((name) => name !== null))];
    const indexes = named.map((name) => (name === null ? -1 : services.indexOf(name)));
    return { trace: trace.row, complete: spans.length >= trace.spans.length, services, indexes };
  }

  async highlights(traceNumbers: readonly number[]): Promise<ReadonlyMap<number, TraceHighlights>> {
    const wanted = new Set(traceNumbers);
    const spans = await spansOfTraceNumbers(this.#db, [...wanted]);
    const traces = [...Map.groupBy(spans, ({ traceId }) => traceId).values()].flatMap(
      (some) => loadedTrace(some) ?? [],
    );
    return new Map(
      traces.flatMap((trace): [number, TraceHighlights][] => {
        const found = highlightsOf(trace);
        return found === undefined || !wanted.has(trace.row.id) ? [] : [[trace.row.id, found]];
      }),
    );
  }

  async findSpans(refs: readonly SpanRef[], projectId?: number): Promise<readonly SpanRow[]> {
    const { numbers, texts } = refsOf(refs, 'spanId');
    const ids = [...new Set(texts.map((id) => id.toLowerCase()))];
    const numbered = numbers.length === 0 ? [] : await spansByNumber(this.#db, numbers);
    const named = ids.length === 0 ? [] : await spansById(this.#db, ids);
    const rows = await rowsOf(this.#db, [...numbered, ...named]);
    const byNumber = new Map(rows.map((row) => [row.id, row]));
    const byId = Map.groupBy(named, ({ spanId }) => spanId);
    return refs
      .flatMap((ref) =>
        'number' in ref
          ? [ref.number]
          : (byId.get(ref.spanId.toLowerCase()) ?? []).map(({ number }) => number),
      )
      .flatMap((number) => byNumber.get(number) ?? [])
      .filter((row) => projectId === undefined || row.projectId === projectId);
  }

  async findTraces(refs: readonly TraceRef[], projectId?: number): Promise<readonly TraceRow[]> {
    const { numbers, texts } = refsOf(refs, 'traceId');
    const facts = numbers.length === 0 ? [] : await traceFactsByNumber(this.#db, numbers);
    const idOf = new Map(facts.map(({ number, traceId }) => [number, traceId]));
    const rows = await traceRows(this.#db, [
      ...texts.map((id) => id.toLowerCase()),
      ...idOf.values(),
    ]);
    const found = refs.flatMap(
      (ref) =>
        rows.get('number' in ref ? (idOf.get(ref.number) ?? '') : ref.traceId.toLowerCase()) ?? [],
    );
    return found.filter((row) => projectId === undefined || row.projectId === projectId);
  }

  async sessionEnds(numbers: readonly number[]): Promise<readonly SessionEnds[]> {
    return (await this.#sessionsOf(numbers)).flatMap((found) => visibleEnds(found) ?? []);
  }

  async findSessions(
    refs: readonly SessionRef[],
    projectId?: number,
  ): Promise<readonly FoundSession[]> {
    const { texts } = refsOf(refs, 'sessionId');
    const facts =
      texts.length === 0
        ? new Map<string, { readonly number: number }>()
        : await sessionFactsById(this.#db, texts);
    const numbers = refs.flatMap((ref) =>
      'number' in ref ? ref.number : (facts.get(ref.sessionId)?.number ?? []),
    );
    const found = await this.#sessionsOf(numbers);
    return found.filter(
      ({ session }) => projectId === undefined || session.projectId === projectId,
    );
  }

  async projectsOf(
    kind: OwnedKind,
    numbers: readonly number[],
  ): Promise<ReadonlyMap<number, number>> {
    switch (kind) {
      case 'span':
        return new Map(
          (await spansByNumber(this.#db, numbers)).map(({ number, project }) => [number, project]),
        );
      case 'trace':
        return new Map(
          (await traceFactsByNumber(this.#db, numbers)).map(({ number, project }) => [
            number,
            project,
          ]),
        );
      case 'session':
        return new Map(
          [...(await sessionFactsByNumber(this.#db, numbers)).values()].map(
            ({ number, project }) => [number, project],
          ),
        );
      case 'annotation': {
        const found = await Promise.all(numbers.map((number) => annotationById(this.#db, number)));
        return ownersOfTargets(
          this,
          found.flatMap((one) => one?.row ?? []),
        );
      }
    }
  }

  async #sessionsOf(numbers: readonly number[]): Promise<FoundSession[]> {
    const sessions = await sessionRows(this.#db, numbers);
    const traces = await tracesOfSessions(this.#db, [...sessions.keys()]);
    return numbers.flatMap((number) => {
      const session = sessions.get(number);
      return session === undefined ? [] : [{ session, traces: traces.get(number) ?? [] }];
    });
  }

  async #trace(ref: TraceRef): Promise<LoadedTrace | null> {
    const id =
      'number' in ref
        ? (await traceFactsByNumber(this.#db, [ref.number]))[0]?.traceId
        : ref.traceId.toLowerCase();
    if (id === undefined) return null;
    return loadedTrace(await spansOfTraces(this.#db, [id]));
  }
}

function refsOf<Key extends string>(
  refs: readonly RowRef<Key>[],
  key: Key,
): { readonly numbers: number[]; readonly texts: string[] } {
  const numbers: number[] = [];
  const texts: string[] = [];
  for (const ref of refs) {
    if ('number' in ref) numbers.push(ref.number);
    else texts.push(ref[key]);
  }
  return { numbers, texts };
}
