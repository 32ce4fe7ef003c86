import type Database from 'better-sqlite3';
import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type {
  AnnotationFigures,
  AnnotationRevision,
  AnnotationRow,
  AnnotationSummary,
  AnnotationPair,
  LabelCounts,
} from '#core/ports/annotation-rows.ts';
import type { AnnotationPage, AnnotationQuery, AnnotationReader } from '#core/ports/annotation-store.ts';
import type { ReadBudget, TimeWindow } from '#core/ports/span-store.ts';
import { annotationFigures } from './annotation-figures.ts';
import { annotationHistory } from './annotation-history.ts';
import { AnnotationLists } from './annotation-lists.ts';
import { ANNOTATION_ROW_SQL, annotationFromCells, targetNumberOf, type AnnotationCells } from '../both/annotation-row-codec.ts';
import { SpanIdFinder } from '#server/stores/spans/sqlite/index/span-id-finder.ts';
import { checkBudget } from '#server/stores/spans/sqlite/read/span-list-reader.ts';
import { SUMMARY_SQL, summariesFromCells, type SummaryCells } from './annotation-summary.ts';
import { annotationPairs } from './annotation-pairs.ts';
import { labelCounts } from './label-counts.ts';
import { waitingPage } from '../both/waiting-row-codec.ts';

/** Annotations of a trace's spans and their documents. */
export const SPANS_ANNOTATIONS_SQL = `SELECT a.id FROM spans s CROSS JOIN annotations a INDEXED BY annotations_by_target
ON a.target_kind IN (0, 3) AND a.target_number = s.id WHERE s.trace_number = ?`;
export const TARGET_ANNOTATIONS_SQL = 'SELECT id FROM annotations WHERE target_kind = ? AND target_number = ?';

const SPAN_ID_BYTES = 8;

/** Reads annotations over one connection. Each call is one snapshot. */
export class SqliteAnnotationReader implements AnnotationReader {
  readonly #db: Database.Database;
  readonly #lists: AnnotationLists;
  readonly #row: Database.Statement<[number], AnnotationCells>;
  readonly #ofSpans: Database.Statement<[number], number>;
  readonly #ofTarget: Database.Statement<[number, number], number>;
  readonly #summary: Database.Statement<[number, number], SummaryCells>;

  constructor(db: Database.Database) {
    this.#db = db;
    this.#row = db.prepare<[number], AnnotationCells>(ANNOTATION_ROW_SQL).safeIntegers(true);
    this.#lists = new AnnotationLists(db, (number) => this.#rowOf(number));
    this.#ofSpans = db.prepare<[number], number>(SPANS_ANNOTATIONS_SQL).pluck(true);
    this.#ofTarget = db.prepare<[number, number], number>(TARGET_ANNOTATIONS_SQL).pluck(true);
    this.#summary = db.prepare(SUMMARY_SQL);
  }

  async annotations(query: AnnotationQuery): Promise<AnnotationPage> {
    return this.#snapshot(() => this.#lists.page(query));
  }

  async findAnnotation(number: number): Promise<AnnotationRow | null> {
    return this.#snapshot(() => this.#rowOf(number));
  }

  async locateSpans(spanIds: Uint8Array, budget: ReadBudget): Promise<Float64Array> {
    const ids = Array.from({ length: spanIds.length / SPAN_ID_BYTES }, (_, i) =>
      spanIds.subarray(i * SPAN_ID_BYTES, (i + 1) * SPAN_ID_BYTES),
    );
    return this.#snapshot(() => {
      const finding = new SpanIdFinder(this.#db).candidatesOf(ids);
      for (;;) {
        const { done, value } = finding.next();
        if (done === true) return Float64Array.from(value, (numbers) => numbers[0] ?? 0);
        checkBudget(budget);
      }
    });
  }

  async annotationsOfTrace(traceNumber: number, sessionNumber: number | null, limit: number): Promise<readonly AnnotationRow[]> {
    return this.#snapshot(() => {
      const numbers = [
        ...this.#ofTarget.all(targetNumberOf('trace'), traceNumber),
        ...this.#ofSpans.all(traceNumber),
        ...(sessionNumber === null ? [] : this.#ofTarget.all(targetNumberOf('session'), sessionNumber)),
      ].sort((a, b) => a - b);
      const rows: AnnotationRow[] = [];
      for (const number of numbers) {
        if (rows.length >= limit) break;
        const row = this.#rowOf(number);
        if (row !== null) rows.push(row);
      }
      return rows;
    });
  }

  async annotationSummaries(
    target: AnnotationTarget,
    numbers: readonly number[],
  ): Promise<ReadonlyMap<number, readonly AnnotationSummary[]>> {
    const kind = targetNumberOf(target);
    return this.#snapshot(() => {
      const summaries = new Map<number, readonly AnnotationSummary[]>();
      for (const number of new Set(numbers)) {
        const cells = this.#summary.all(kind, number);
        if (cells.length > 0) summaries.set(number, summariesFromCells(cells));
      }
      return summaries;
    });
  }

  async annotationHistory(number: number): Promise<readonly AnnotationRevision[]> {
    return this.#snapshot(() => annotationHistory(this.#db, number));
  }

  async labelCounts(projectId: number, target: 'span' | 'trace', window: TimeWindow): Promise<readonly LabelCounts[] | null> {
    return this.#snapshot(() => labelCounts(this.#db, projectId, target, window));
  }

  async annotationFigures(projectId: number, window: Required<TimeWindow>, buckets: number): Promise<readonly AnnotationFigures[]> {
    return this.#snapshot(() => annotationFigures(this.#db, projectId, window, buckets));
  }

  async annotationPairs(
    query: Parameters<AnnotationReader['annotationPairs']>[0],
    budget: ReadBudget,
  ): Promise<{ readonly pairs: readonly AnnotationPair[]; readonly complete: boolean }> {
    return this.#snapshot(() => {
      const { pairs, complete } = annotationPairs(this.#db, query, budget);
      const rows = pairs.flatMap((pair) => {
        const [llm, human] = [this.#rowOf(pair.llm), this.#rowOf(pair.human)];
        return llm === null || human === null ? [] : [{ llm, human }];
      });
      return { pairs: rows, complete };
    });
  }

  async waiting(query: Parameters<AnnotationReader['waiting']>[0]): ReturnType<AnnotationReader['waiting']> {
    return this.#snapshot(() => waitingPage(this.#db, query));
  }

  #rowOf(number: number): AnnotationRow | null {
    const cells = this.#row.get(number);
    return cells === undefined ? null : annotationFromCells(cells);
  }

  #snapshot<Result>(read: () => Result): Result {
    return this.#db.transaction(read)();
  }
}
