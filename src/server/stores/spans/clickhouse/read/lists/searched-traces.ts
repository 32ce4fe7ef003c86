import type { NecessaryWords } from '#core/filter/predicate.ts';
import type { ClickHouse } from '../../client/clickhouse.ts';
import { Conditions } from '../../client/statement.ts';
import { addWords } from './span-conditions.ts';

/** Where more traces hold the words, a list soon meets them. */
const TRACES_MAX = 1_000;

/**
 * Ids of the traces, of any project, with a span for each search that holds all its words; some may
 * hold them no more. Undefined where nothing is searched, or too many traces hold the words.
 */
export async function searchedTraces(
  db: ClickHouse,
  searches: readonly NecessaryWords[] = [],
): Promise<readonly string[] | undefined> {
  let found: readonly string[] | undefined;
  for (const { words = [], wordStarts = [] } of searches) {
    const conditions = new Conditions();
    addWords(conditions, [...words, ...wordStarts]);
    const rows = await db.rows(
      `SELECT DISTINCT lower(hex(trace_id)) AS id FROM spans WHERE ${conditions.where} LIMIT ${conditions.bind(TRACES_MAX + 1, 'UInt64')}`,
      conditions.params,
    );
    if (rows.length > TRACES_MAX) continue;
    const ids = new Set(rows.map(({ id }) => String(id)));
    found = found?.filter((id) => ids.has(id)) ?? [...ids];
  }
  return found;
}
