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
import type {
  AnnotationPage,
  AnnotationQuery,
  AnnotationReader,
} from '#core/ports/annotation-store.ts';
import type { ReadBudget, TimeWindow } from '#core/ports/span-store.ts';
import { SpanIdFinder } from '#server/stores/spans/sqlite/index/span-id-finder.ts';
import { checkBudget } from '#server/stores/spans/sqlite/read/list-walk.ts';
import {
  ANNOTATION_ROW_SQL,
  annotationFromCells,
  targetNumberOf,
  type AnnotationCells,
} from '../both/annotation-row-codec.ts';
import { waitingPage } from '../both/waiting-row-codec.ts';
import type { SqlValue } from '../../both/columns.ts';
import { annotationFigures, annotationPairs, labelCounts } from './annotation-figures.ts';
import { annotationHistory } from './annotation-history.ts';
import { SUMMARY_SQL, summariesFromCells, type SummaryCells } from './annotation-summary.ts';
import { AnnotationTargets } from './annotation-targets.ts';

/** Annotations of a trace's spans and their documents. */
export const SPANS_ANNOTATIONS_SQL = `SELECT a.id FROM spans s CROSS JOIN annotations a INDEXED BY annotations_by_target
ON a.target_kind IN (0, 3) AND a.target_number = s.id WHERE s.trace_number = ?`;
export const TARGET_ANNOTATIONS_SQL =
  'SELECT id FROM annotations WHERE target_kind = ? AND target_number = ?';

const SPAN_ID_BYTES = 8;
const ID_MAX = Number.MAX_SAFE_INTEGER;
/**
 * Numbers read at a time beyond those asked for, to make up for rows of targets that are being
 * deleted.
 */
const SPARE = 16;

const IN_LIST = 'IN (SELECT value FROM json_each(?))';

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

  async annotationsOfTrace(
    traceNumber: number,
    sessionNumber: number | null,
    limit: number,
  ): Promise<readonly AnnotationRow[]> {
    return this.#snapshot(() => {
      const numbers = [
        ...this.#ofTarget.all(targetNumberOf('trace'), traceNumber),
        ...this.#ofSpans.all(traceNumber),
        ...(sessionNumber === null
          ? []
          : this.#ofTarget.all(targetNumberOf('session'), sessionNumber)),
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

  async labelCounts(
    projectId: number,
    target: 'span' | 'trace',
    window: TimeWindow,
  ): Promise<readonly LabelCounts[] | null> {
    return this.#snapshot(() => labelCounts(this.#db, projectId, target, window));
  }

  async annotationFigures(
    projectId: number,
    window: Required<TimeWindow>,
    buckets: number,
  ): Promise<readonly AnnotationFigures[]> {
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

  async waiting(
    query: Parameters<AnnotationReader['waiting']>[0],
  ): ReturnType<AnnotationReader['waiting']> {
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

/**
 * Lists of a project's annotations, newest first. Conditions are looked at in the indexes; rows are
 * read of the page alone.
 */
class AnnotationLists {
  readonly #db: Database.Database;
  readonly #targets: AnnotationTargets;
  readonly #rowOf: (number: number) => AnnotationRow | null;

  constructor(db: Database.Database, rowOf: (number: number) => AnnotationRow | null) {
    this.#db = db;
    this.#targets = new AnnotationTargets(db);
    this.#rowOf = rowOf;
  }

  page(query: AnnotationQuery): AnnotationPage {
    const rows: AnnotationRow[] = [];
    const subjects =
      query.targetIds === undefined ? null : this.#subjectNumbers(query, query.targetIds);
    const wanted = query.limit + 1;
    let from = query.beforeOrAtId ?? ID_MAX;
    for (;;) {
      const limit = wanted - rows.length + SPARE;
      const { sql, values } = annotationSelect(query, subjects, from, limit);
      const numbers = this.#db
        .prepare<SqlValue[], number>(sql)
        .pluck(true)
        .all(...values);
      for (const number of numbers) {
        const row = this.#rowOf(number);
        if (row === null) continue;
        if (rows.length === query.limit) return { rows, next: row.id };
        rows.push(row);
      }
      if (numbers.length < limit) return { rows, next: null };
      from = (numbers.at(-1) ?? 1) - 1;
    }
  }

  #subjectNumbers({ target, projectId }: AnnotationQuery, ids: readonly string[]): number[] {
    const subjects = [...this.#targets.find(target, ids).values()];
    return subjects
      .filter((subject) => subject.projectId === projectId)
      .map((subject) => subject.number);
  }
}

/**
 * Numbers of annotations, falling from `from` on. `subjects` are the numbers of the only targets
 * that are meant, or null for any.
 */
export function annotationSelect(
  query: AnnotationQuery,
  subjects: readonly number[] | null,
  from: number,
  limit: number,
): { readonly sql: string; readonly values: SqlValue[] } {
  const conditions: string[] = [];
  const values: SqlValue[] = [query.projectId, targetNumberOf(query.target), from];
  const and = (condition: string, value: readonly (string | number)[] | undefined | null): void => {
    if (value === undefined || value === null) return;
    conditions.push(` AND ${condition}`);
    values.push(JSON.stringify(value));
  };
  and(`target_number ${IN_LIST}`, subjects);
  and(`identifier ${IN_LIST}`, query.identifiers);
  and(`name_id IN (SELECT id FROM annotation_names WHERE name ${IN_LIST})`, query.names);
  and(
    `name_id NOT IN (SELECT id FROM annotation_names WHERE name ${IN_LIST})`,
    query.namesExcluded,
  );
  const hasIdentifiers = query.identifiers !== undefined && !query.identifiers.includes('');
  const index =
    subjects !== null
      ? 'annotations_by_target'
      : hasIdentifiers
        ? 'annotations_by_identifier'
        : 'annotations_by_project';
  const guard = index === 'annotations_by_identifier' ? " AND identifier <> ''" : '';
  const sql = `SELECT id FROM annotations INDEXED BY ${index} WHERE project_id = ? AND target_kind = ? AND id <= ?${conditions.join('')}${guard}
ORDER BY id DESC LIMIT ?`;
  return { sql, values: [...values, limit] };
}
