import type { ProjectReader, ProjectRef } from '#core/ports/project-store.ts';
import type { ProjectRow } from '#core/ports/span-rows.ts';
import type { Page, TimeWindow } from '#core/ports/span-store.ts';
import type { StorageReader } from '#core/ports/upkeep.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import { Conditions } from '../client/statement.ts';
import { asNano, asNumber } from '../schema/stored-span.ts';
import { allProjects, projectNamed } from '../write/projects.ts';
import { FACTS_SQL, traceFactsByNumber } from './trace-facts.ts';
import { inTraces } from './span-finder.ts';
import type { StorageCounts } from './storage-counts.ts';

/** Projects, and how much they hold. */
export class ClickHouseProjectReader implements ProjectReader, StorageReader {
  readonly #db: ClickHouse;
  readonly #counts: StorageCounts;

  constructor(db: ClickHouse, counts: StorageCounts) {
    this.#db = db;
    this.#counts = counts;
  }

  async findProject(ref: ProjectRef): Promise<ProjectRow | null> {
    const projects = await allProjects(this.#db);
    const found =
      'number' in ref
        ? projects.find(({ row }) => row.id === ref.number)
        : projectNamed(projects, ref.name);
    return found?.row ?? null;
  }

  async projects({
    limit,
    beforeOrAtId = Infinity,
    nameContains = '',
    ids,
    isListed = false,
  }: Parameters<ProjectReader['projects']>[0]): Promise<Page<ProjectRow>> {
    const text = nameContains.toLowerCase();
    const rows = (await allProjects(this.#db))
      .filter(({ purpose }) => !isListed || purpose === null)
      .map(({ row }) => row)
      .filter(
        ({ id, name }) =>
          (ids?.includes(id) ?? true) && id <= beforeOrAtId && name.toLowerCase().includes(text),
      )
      .sort((a, b) => b.id - a.id);
    const next = rows[limit];
    return {
      rows: rows.slice(0, limit),
      next:
        next === undefined ? null : { sortValue: BigInt(next.id), id: next.id, inclusive: true },
    };
  }

  async extent(projectId: number): Promise<Required<TimeWindow> | null> {
    const conditions = new Conditions();
    const project = conditions.bind(projectId, 'UInt32');
    const sql = `SELECT count() AS spans, min(start) AS first, max(start) AS last FROM spans WHERE project = ${project}`;
    const [cells] = await this.#db.rows(sql, conditions.params);
    if (cells === undefined || asNumber(cells, 'spans') === 0) return null;
    return { startUnixNano: asNano(cells, 'first'), endUnixNano: asNano(cells, 'last') + 1n };
  }

  async countTraces(
    projectId: number,
    { startUnixNano, endUnixNano }: TimeWindow,
  ): Promise<number> {
    const conditions = new Conditions();
    const project = conditions.bind(projectId, 'UInt32');
    const inProject = `SELECT trace_id FROM traces_by_id WHERE project = ${project}`;
    conditions.add(`project_id = ${project}`);
    if (startUnixNano !== undefined)
      conditions.add(`first >= ${conditions.bind(startUnixNano, 'Int64')}`);
    if (endUnixNano !== undefined)
      conditions.add(`first < ${conditions.bind(endUnixNano, 'Int64')}`);
    return this.#number(
      `SELECT count() AS answer FROM (SELECT ${FACTS_SQL} FROM traces_by_id WHERE trace_id IN (${inProject}) GROUP BY trace_id)
  WHERE ${conditions.where}`,
      conditions,
    );
  }

  async spanBytes(projectId: number): Promise<number> {
    const conditions = new Conditions();
    const project = conditions.bind(projectId, 'UInt32');
    return this.#number(
      `SELECT sum(size) AS answer FROM spans FINAL WHERE project = ${project}`,
      conditions,
    );
  }

  async traceBytes(projectId: number, traceNumber: number): Promise<number> {
    const [facts] = await traceFactsByNumber(this.#db, [traceNumber]);
    if (facts === undefined || facts.project !== projectId) return 0;
    const conditions = new Conditions();
    return this.#number(
      `SELECT sum(size) AS answer FROM spans FINAL WHERE ${inTraces(conditions, [facts.traceId])}`,
      conditions,
    );
  }

  async storage(): Promise<Readonly<Record<string, number>>> {
    const counts = await this.#counts.read(this.#db);
    return {
      projects: (await allProjects(this.#db)).length,
      ...counts,
      waitingEvents: await this.#number(
        'SELECT count() AS answer FROM waiting_events',
        new Conditions(),
      ),
    };
  }

  async #number(sql: string, conditions: Conditions): Promise<number> {
    const [cells] = await this.#db.rows(sql, conditions.params);
    return cells === undefined ? 0 : asNumber(cells, 'answer');
  }
}
