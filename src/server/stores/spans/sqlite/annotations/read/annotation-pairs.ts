import type Database from 'better-sqlite3';
import { ANNOTATOR_KINDS } from '#contracts/annotations/annotation-kind.ts';
import type { AnnotationReader } from '#core/ports/annotation-store.ts';
import type { ReadBudget } from '#core/ports/span-store.ts';
import { targetNumberOf } from '../both/annotation-row-codec.ts';
import { ROLLUP_LEVELS } from '#server/stores/spans/sqlite/rollups/rollup.ts';

type PairQuery = Parameters<AnnotationReader['annotationPairs']>[0];

interface AnnotatedCells {
  readonly id: number;
  readonly target_number: number;
  readonly position: number;
  readonly annotator_kind: number;
  readonly counted_minute: number;
}

/** Numbers of the newest annotation by an LLM and by a human, of one target. */
interface NumberPair {
  readonly llm: number;
  readonly human: number;
}

export const ANNOTATED_SQL = `SELECT id, target_number, position, annotator_kind, counted_minute FROM annotations INDEXED BY annotations_by_name
WHERE project_id = ? AND target_kind = ? AND name_id = (SELECT id FROM annotation_names WHERE name = ?) AND target_number <= ?
ORDER BY target_number DESC`;

const [LLM, HUMAN] = [ANNOTATOR_KINDS.indexOf('LLM'), ANNOTATOR_KINDS.indexOf('HUMAN')];
const ROWS_BETWEEN_LOOKS = 1_000;

/** Walks the targets annotated under a name, newest first, until enough were annotated twice or the time is over. */
export function annotationPairs(
  db: Database.Database,
  query: PairQuery,
  budget: ReadBudget,
): { readonly pairs: readonly NumberPair[]; readonly complete: boolean } {
  const minuteOf = (nano: bigint): number => Number(nano) / ROLLUP_LEVELS[0].nanos;
  const [from, to] = [Math.floor(minuteOf(query.window.startUnixNano)), Math.ceil(minuteOf(query.window.endUnixNano))];
  const pairs: NumberPair[] = [];
  let subject = 0;
  let byPosition = new Map<number, { llm?: AnnotatedCells; human?: AnnotatedCells }>();
  const close = (): void => {
    for (const { llm, human } of byPosition.values())
      if (llm !== undefined && human !== undefined) pairs.push({ llm: llm.id, human: human.id });
    byPosition = new Map();
  };
  let read = 0;
  const rows = db.prepare<[number, number, string, number], AnnotatedCells>(ANNOTATED_SQL);
  const { fromNumber = Number.MAX_SAFE_INTEGER } = query;
  for (const cells of rows.iterate(query.projectId, targetNumberOf(query.target), query.name, fromNumber)) {
    read += 1;
    if (read % ROWS_BETWEEN_LOOKS === 0 && budget.over()) return { pairs, complete: false };
    if (cells.target_number !== subject) {
      close();
      if (pairs.length >= query.limit) return { pairs: pairs.slice(0, query.limit), complete: false };
      subject = cells.target_number;
    }
    if (cells.counted_minute < from || cells.counted_minute >= to) continue;
    const annotated = byPosition.get(cells.position) ?? {};
    if (cells.annotator_kind === LLM) annotated.llm = newest(annotated.llm, cells);
    if (cells.annotator_kind === HUMAN) annotated.human = newest(annotated.human, cells);
    byPosition.set(cells.position, annotated);
  }
  close();
  return { pairs: pairs.slice(0, query.limit), complete: pairs.length <= query.limit };
}

function newest(a: AnnotatedCells | undefined, b: AnnotatedCells): AnnotatedCells {
  return a === undefined || b.id > a.id ? b : a;
}
