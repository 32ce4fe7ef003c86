import type { PageAnchor, SpanQuery } from '#core/ports/span-store.ts';
import type { ClickHouse } from '../../client/clickhouse.ts';
import type { Cells } from '../../client/row-reader.ts';
import { Conditions } from '../../client/statement.ts';
import { HOUR_NANOS } from '../../schema/span-columns.ts';
import { asNano, asNumber, NARROW_SQL } from '../../schema/stored-span.ts';
import { PLACE } from '../../schema/tables.ts';
import { afterAnchor } from './ranked-pages.ts';
import {
  addProjects,
  addStart,
  addWindow,
  spanConditions,
  type OfProjects,
} from './span-conditions.ts';

/** Spans in the order of their starts. */
type NearQuery = Omit<SpanQuery, 'sort' | 'limit' | 'projectId'> & OfProjects;

const PROJECTS_MAX = 10_000;
/**
 * So many spans are read for a condition on their texts before all of them are: a text that many
 * hold is among them, and of one that few hold the index leaves little to read.
 */
const TEXTS_NEAR = 100_000;
/** So many of the nearest numbers, of all projects, are looked through for those of a project. */
const NUMBERS_NEAR = 20_000;
/** Fields of a query that leave out no span of its project, but for `parent`. */
const NARROWS_NOTHING: ReadonlySet<string> = new Set([
  'projectId',
  'parent',
  'sort',
  'order',
  'limit',
  'anchor',
  'explain',
  'scoreName',
]);

/**
 * What lists read near their beginning, and the hours in which the newest spans of projects were
 * last found. Hours go before starts in the order of spans, so the next newest are found without
 * reading all starts. Only a hint: what is not found there is looked for everywhere.
 */
export class NearReads {
  readonly textsNear: number;
  readonly #hourOf = new Map<string, bigint>();

  constructor(textsNear = TEXTS_NEAR) {
    this.textsNear = textsNear;
  }

  hourOf(query: NearQuery, anchor: PageAnchor | undefined): bigint | undefined {
    const key = keyOf(query, anchor);
    return key === null ? undefined : this.#hourOf.get(key);
  }

  noteHour(query: NearQuery, anchor: PageAnchor | undefined, start: bigint): void {
    const key = keyOf(query, anchor);
    if (key === null || start < 0n) return;
    if (this.#hourOf.size >= PROJECTS_MAX) this.#hourOf.clear();
    this.#hourOf.set(key, start / HOUR_NANOS);
  }
}

/** All spans of a project, or all without a parent, from the newest on; null for other lists. */
function keyOf(query: NearQuery, anchor: PageAnchor | undefined): string | null {
  const { order, parent } = query;
  if (anchor !== undefined || order !== 'desc') return null;
  if (parent !== undefined && parent !== 'none') return null;
  const project = wholeProject(query);
  return project === null ? null : `${project} ${parent ?? ''}`;
}

/** The project of which nothing is left out, but for `parent` and an anchor. */
function wholeProject(query: NearQuery): number | null {
  if (!('projectId' in query)) return null;
  const { window = {}, ...others } = query;
  const isNarrowed =
    window.startUnixNano !== undefined ||
    window.endUnixNano !== undefined ||
    Object.entries(others).some(
      ([field, value]) => value !== undefined && !NARROWS_NOTHING.has(field),
    );
  return isNarrowed ? null : query.projectId;
}

/**
 * A page of all spans of a project by number, from those that the table of numbers names near its
 * beginning; none where another list is meant, or the project has too few of them.
 */
export async function nearNumbers(
  db: ClickHouse,
  query: NearQuery,
  anchor: PageAnchor | undefined,
  count: number,
): Promise<Cells[]> {
  const project = query.parent === undefined ? wholeProject(query) : null;
  if (project === null) return [];
  const { order } = query;
  const [beyond, upTo] = order === 'desc' ? ['<=', '>='] : ['>=', '<='];
  const bounds = new Conditions();
  const fromAnchor = (conditions: Conditions): string =>
    anchor === undefined ? '1' : `number ${beyond} ${conditions.bind(anchor.id, 'UInt64')}`;
  const nearest = `SELECT number, project FROM spans_by_number WHERE ${fromAnchor(bounds)} ORDER BY number ${order} LIMIT ${NUMBERS_NEAR}`;
  const own = `SELECT number FROM (${nearest}) WHERE project = ${bounds.bind(project, 'UInt32')}`;
  // Some of these are earlier revisions, or of spans that are gone.
  const offset = bounds.bind(count * 2, 'UInt64');
  const [cells] = await db.rows(
    `${own} ORDER BY number ${order} LIMIT 1 OFFSET ${offset}`,
    bounds.params,
  );
  if (cells === undefined) return [];
  const conditions = new Conditions();
  const isNear = `number ${upTo} ${conditions.bind(asNumber(cells, 'number'), 'UInt64')}`;
  const places = `SELECT ${PLACE}, span_id FROM spans_by_number WHERE project = ${conditions.bind(project, 'UInt32')}
  AND ${isNear} AND ${fromAnchor(conditions)}`;
  const after = afterAnchor(conditions, 'rank', 'number', order, anchor);
  const sql = `SELECT * FROM (SELECT ${NARROW_SQL}, toInt64(number) AS rank FROM spans WHERE (${PLACE}, span_id) IN (${places})
  ORDER BY version DESC LIMIT 1 BY trace_id, span_id)
  WHERE ${isNear} AND ${after} ORDER BY rank ${order} LIMIT ${conditions.bind(count, 'UInt64')}`;
  return db.rows(sql, conditions.params);
}

/**
 * A page of spans by start, from the rows near its beginning alone: the last revision of each is
 * picked from them. Fewer rows than wanted, or none, where the list may go on farther away.
 */
export async function nearPage(
  db: ClickHouse,
  reads: NearReads,
  query: NearQuery,
  anchor: PageAnchor | undefined,
  count: number,
): Promise<Cells[]> {
  if (hasTexts(query)) return nearTexts(db, reads, query, anchor, count);
  const bound = await farthestStart(db, reads, query, anchor, count);
  if (bound === null) return [];
  const { order } = query;
  const conditions = new Conditions();
  spanConditions(conditions, query);
  if (anchor !== undefined) addStart(conditions, order, anchor);
  const near = nearSpans(conditions, query, anchor, bound);
  const after = afterAnchor(conditions, 'rank', 'number', order, anchor);
  const sql = `SELECT * FROM (SELECT ${NARROW_SQL}, start AS rank, ${conditions.where} AS is_listed FROM spans WHERE ${near}
  ORDER BY version DESC LIMIT 1 BY trace_id, span_id)
  WHERE is_listed AND ${after} ORDER BY rank ${order}, number ${order} LIMIT ${conditions.bind(count, 'UInt64')}`;
  return db.rows(sql, conditions.params);
}

/** Whether the bytes of spans decide which are listed. */
function hasTexts({ filter }: NearQuery): boolean {
  const { texts, words, wordStarts, wordParts } = filter?.necessary ?? {};
  return [texts, words, wordStarts, wordParts].some((list) => list !== undefined);
}

/** Such a page, from the spans nearest to its beginning. */
async function nearTexts(
  db: ClickHouse,
  { textsNear }: NearReads,
  query: NearQuery,
  anchor: PageAnchor | undefined,
  count: number,
): Promise<Cells[]> {
  const { window, order } = query;
  const projects =
    'projectIds' in query ? { projectIds: query.projectIds } : { projectId: query.projectId };
  const all = { ...projects, order, ...(window === undefined ? {} : { window }) };
  const bound = await startAfter(db, all, anchor, textsNear);
  if (bound === null) return [];
  const conditions = new Conditions();
  spanConditions(conditions, query);
  const near = nearSpans(conditions, query, anchor, bound);
  const after = afterAnchor(conditions, 'rank', 'number', order, anchor);
  // What the revisions of a span have in common may go before they are merged.
  const sql = `SELECT * FROM (SELECT ${NARROW_SQL}, start AS rank FROM spans FINAL PREWHERE ${near} WHERE ${conditions.where})
  WHERE ${after} ORDER BY rank ${order}, number ${order} LIMIT ${conditions.bind(count, 'UInt64')}`;
  return db.rows(sql, conditions.params);
}

/**
 * The start of a span beyond which a page by start does not reach; null where it may, since there
 * are fewer spans.
 */
export async function farthestStart(
  db: ClickHouse,
  reads: NearReads,
  query: NearQuery,
  anchor: PageAnchor | undefined,
  count: number,
): Promise<bigint | null> {
  const hour = reads.hourOf(query, anchor);
  // Some of these rows may be earlier revisions of others.
  const spans = count * 2;
  const start =
    (hour === undefined ? null : await startAfter(db, query, anchor, spans, hour)) ??
    (await startAfter(db, query, anchor, spans));
  if (start !== null) reads.noteHour(query, anchor, start);
  return start;
}

/** The start of the span after so many; null where there are no more. */
async function startAfter(
  db: ClickHouse,
  query: NearQuery,
  anchor: PageAnchor | undefined,
  spans: number,
  fromHour?: bigint,
): Promise<bigint | null> {
  const conditions = new Conditions();
  spanConditions(conditions, query);
  if (anchor !== undefined) addStart(conditions, query.order, anchor);
  if (fromHour !== undefined) conditions.add(`hour >= ${conditions.bind(fromHour, 'UInt32')}`);
  const offset = conditions.bind(spans, 'UInt64');
  const sql = `SELECT start FROM spans WHERE ${conditions.where} ORDER BY start ${query.order} LIMIT 1 OFFSET ${offset}`;
  const [cells] = await db.rows(sql, conditions.params);
  return cells === undefined ? null : asNano(cells, 'start');
}

/**
 * The condition on all revisions of the spans of its projects between the beginning of a page and a
 * start.
 */
export function nearSpans(
  conditions: Conditions,
  query: Pick<NearQuery, 'order'> & OfProjects,
  anchor: PageAnchor | undefined,
  bound: bigint,
): string {
  const near = conditions.beside();
  addProjects(near, query);
  if (anchor !== undefined) addStart(near, query.order, anchor);
  addWindow(
    near,
    query.order === 'desc'
      ? { startUnixNano: bound }
      : bound >= 2n ** 63n - 1n
        ? {}
        : { endUnixNano: bound + 1n },
  );
  return near.where;
}
