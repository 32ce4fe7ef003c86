import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import { Conditions, pieces } from '../client/statement.ts';
import { traceFacts } from '../read/trace-facts.ts';
import { sessionFactsById } from '../read/session-facts.ts';
import { asNumber, asText } from '../schema/stored-span.ts';
import { PLACE } from '../schema/tables.ts';

/** What an annotation is about. */
export interface Subject {
  readonly number: number;
  readonly projectId: number;
  /** Of a span; 0 for others. */
  readonly documentCount: number;
}

interface Named {
  readonly target: AnnotationTarget;
  readonly targetId: string;
}

/**
 * Finds what annotations are about by the ids their senders gave; of spans with one id the newest
 * is meant.
 */
export async function findSubjects(
  db: ClickHouse,
  items: readonly Named[],
): Promise<(item: Named, allowed?: readonly number[]) => Subject | undefined> {
  const idsOf = (...targets: AnnotationTarget[]): string[] => [
    ...new Set(
      items.filter(({ target }) => targets.includes(target)).map(({ targetId }) => targetId),
    ),
  ];
  const [spans, traces, sessions] = [
    await spansNamed(
      db,
      idsOf('span', 'document').map((id) => id.toLowerCase()),
    ),
    await traceFacts(
      db,
      idsOf('trace').map((id) => id.toLowerCase()),
    ),
    await sessionFactsById(db, idsOf('session')),
  ];
  return ({ target, targetId }, allowed) => {
    const isAllowed = ({ projectId }: Subject): boolean => allowed?.includes(projectId) ?? true;
    if (target === 'span' || target === 'document')
      return spans.get(targetId.toLowerCase())?.find(isAllowed);
    const found = target === 'trace' ? traces.get(targetId.toLowerCase()) : sessions.get(targetId);
    const subject =
      found === undefined
        ? undefined
        : { number: found.number, projectId: found.project, documentCount: 0 };
    return subject !== undefined && isAllowed(subject) ? subject : undefined;
  };
}

/** By id, the newest first. */
async function spansNamed(
  db: ClickHouse,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Subject[]>> {
  const found = new Map<string, Subject[]>();
  for (const some of pieces(ids)) {
    const conditions = new Conditions();
    const places = `SELECT ${PLACE}, span_id FROM spans_by_id WHERE ${conditions.ids('span_id', some, 8)}`;
    const sql = `SELECT span_id, number, project, documents FROM spans FINAL WHERE (${PLACE}, span_id) IN (${places}) ORDER BY number DESC`;
    for (const cells of await db.rows(sql, conditions.params)) {
      const subject = {
        number: asNumber(cells, 'number'),
        projectId: asNumber(cells, 'project'),
        documentCount: asNumber(cells, 'documents'),
      };
      const id = asText(cells, 'span_id');
      found.set(id, [...(found.get(id) ?? []), subject]);
    }
  }
  return found;
}
