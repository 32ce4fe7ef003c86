import { SPAN_KINDS, STATUS_CODES } from '#contracts/spans/span-kind.ts';
import { isCalled } from '#core/cost/token-price.ts';
import type { FacetValue, FieldCounts, ValueCounts } from '#core/ports/figure-reader.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import type { ClickHouse } from '../../client/clickhouse.ts';
import { Conditions } from '../../client/statement.ts';
import { asNumber, asText, asTextOrNull } from '../../schema/stored-span.ts';
import { PLACE } from '../../schema/tables.ts';
import { addWindow } from '../lists/span-conditions.ts';
import { FACTS_SQL } from '../trace-facts.ts';
import { rootedTraceRowsSql } from '../trace-rows.ts';

const CALLED = SPAN_KINDS.flatMap((kind, index) => (isCalled(kind) ? [index] : [])).join(', ');

type Field = 'status' | 'kind' | 'name' | 'model' | 'user' | 'session';

/** How the spans that start in a window are distributed over values. */
export async function spanValues(
  db: ClickHouse,
  projectId: number,
  window: TimeWindow,
): Promise<ValueCounts> {
  const conditions = new Conditions();
  const project = conditions.bind(projectId, 'UInt32');
  conditions.add(`project = ${project}`);
  addWindow(conditions, window);
  const spans = `SELECT * FROM spans FINAL WHERE ${conditions.where}`;
  const inProject = `SELECT trace_id FROM traces_by_id WHERE project = ${project}`;
  const facts = `SELECT ${FACTS_SQL} FROM traces_by_id WHERE trace_id IN (${inProject}) GROUP BY trace_id`;
  const columns = new Map<Field, string>([
    ['status', 'toString(status)'],
    ['kind', 'toString(kind)'],
    ['name', 'toString(name)'],
    ['model', 'toString(model)'],
    ['user', 'user_id'],
    ['session', "nullIf(session_id, '')"],
  ]);
  const joined = `(${spans}) AS s LEFT JOIN (${facts}) AS f ON s.trace_id = f.trace_id`;
  return named(await countFields(db, joined, columns, conditions));
}

/** The same of traces. A trace has every model of its calls, also of those after the window. */
export async function traceValues(
  db: ClickHouse,
  projectId: number,
  { startUnixNano, endUnixNano }: TimeWindow,
): Promise<ValueCounts> {
  const conditions = new Conditions();
  const project = conditions.bind(projectId, 'UInt32');
  conditions.add(`project_id = ${project}`);
  if (startUnixNano !== undefined)
    conditions.add(`first >= ${conditions.bind(startUnixNano, 'Int64')}`);
  if (endUnixNano !== undefined) conditions.add(`first < ${conditions.bind(endUnixNano, 'Int64')}`);
  const inProject = `SELECT trace_id FROM traces_by_id WHERE project = ${project}`;
  const known = `SELECT trace_id FROM (SELECT ${FACTS_SQL} FROM traces_by_id WHERE trace_id IN (${inProject}) GROUP BY trace_id) WHERE ${conditions.where}`;
  const scope = `(${PLACE}) IN (SELECT ${PLACE} FROM traces_by_id WHERE trace_id IN (${known}))`;
  const columns = new Map<Field, string>([
    [
      'status',
      `if(error_count > 0, '${STATUS_CODES.indexOf('ERROR')}', '${STATUS_CODES.indexOf('OK')}')`,
    ],
    ['kind', 'toString(root_kind)'],
    ['name', 'toString(root_name)'],
    ['user', 'trace_user'],
    ['session', "nullIf(session_id, '')"],
  ]);
  const counted = await countFields(db, `(${rootedTraceRowsSql(scope)})`, columns, conditions);
  const models = await db.rows(
    `SELECT toNullable(toString(model)) AS value, uniqExact(trace_id) AS found FROM spans FINAL WHERE ${scope} AND kind IN (${CALLED})
  AND isNotNull(model) GROUP BY model`,
    conditions.params,
  );
  return {
    ...named(counted),
    model: { values: sorted(models.map(facet)), of: counted.of, isWhole: true },
  };
}

interface Counted {
  readonly of: number;
  readonly values: ReadonlyMap<Field, readonly FacetValue[]>;
}

/** Counts each field of a selection in one pass; its columns are texts, or NULL. */
async function countFields(
  db: ClickHouse,
  source: string,
  columns: ReadonlyMap<Field, string>,
  conditions: Conditions,
): Promise<Counted> {
  const pairs = [...columns]
    .map(([field, sql]) => `tuple('${field}', toNullable(${sql}))`)
    .join(', ');
  const sql = `SELECT pair.1 AS field, pair.2 AS value, count() AS found FROM (SELECT arrayJoin([${pairs}]) AS pair FROM ${source})
  GROUP BY field, value`;
  const groups = Map.groupBy(await db.rows(sql, conditions.params), (cells) =>
    asText(cells, 'field'),
  );
  const of = (groups.get('status') ?? []).reduce((sum, cells) => sum + asNumber(cells, 'found'), 0);
  const values = [...columns.keys()].map((field): [Field, FacetValue[]] => {
    const given = (groups.get(field) ?? []).filter(
      (cells) => asTextOrNull(cells, 'value') !== null,
    );
    return [field, given.map(facet)];
  });
  return { of, values: new Map(values) };
}

function facet(cells: Parameters<typeof asNumber>[0]): FacetValue {
  return { value: asTextOrNull(cells, 'value') ?? '', count: asNumber(cells, 'found') };
}

/** With the names of kinds and statuses in place of their numbers. */
function named({ of, values }: Counted): ValueCounts {
  const entries = [...values].map(([field, some]): [Field, FieldCounts] => {
    const names: readonly string[] | undefined =
      field === 'kind' ? SPAN_KINDS : field === 'status' ? STATUS_CODES : undefined;
    const shown =
      names === undefined
        ? some
        : some.map(({ value, count }) => ({ value: names[Number(value)] ?? value, count }));
    return [field, { values: sorted(shown), of, isWhole: true }];
  });
  return Object.fromEntries(entries);
}

/** Most frequent first, ties by value. */
function sorted(values: readonly FacetValue[]): FacetValue[] {
  return values.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
