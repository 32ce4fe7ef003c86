import type Database from 'better-sqlite3';
import { SPAN_RANK_SORTS, SPAN_RANK_SQL } from '../both/span-rank.ts';
import type { StepTime } from '../both/step-time.ts';
import { groupOf, numbersOf, ZONES_IN_GROUP } from '../index/extreme-writer.ts';
import { Extremes } from '../index/extremes.ts';
import { RUN_SPANS, runOf } from '../index/span-run.ts';
import { ZONE_SPANS, zoneOf } from '../index/zone-writer.ts';
import type { WriteParts } from '../write/write-parts.ts';

type RangeCells = [
  projectId: bigint,
  shape: bigint,
  kind: bigint,
  status: bigint,
  name: string | null,
  modelName: string | null,
  startMin: bigint,
  startMax: bigint,
  ...values: bigint[],
];
interface ExtremeCells {
  readonly start_min: bigint;
  readonly start_max: bigint;
  readonly shapes: Uint8Array;
}

/** The extremes of the spans of some numbers, by shape. */
export const RANGES_SQL = `SELECT h.project_id, s.shape_id, h.kind, h.status, h.name, h.model_name, min(s.start_time), max(s.start_time),
  ${SPAN_RANK_SORTS.map((sort) => `min(${SPAN_RANK_SQL[sort]}), max(${SPAN_RANK_SQL[sort]})`).join(',\n  ')}
FROM spans s JOIN shapes h ON h.id = s.shape_id WHERE s.id BETWEEN ? AND ? GROUP BY s.shape_id`;
const GROUPS_IN_RUN = RUN_SPANS / ZONE_SPANS / ZONES_IN_GROUP;
const MISSING_SQL = 'SELECT below FROM missing_extremes';

/** Whether there is something to build, and whether there is something to narrow. */
export class ExtremeQueries {
  readonly #missing: Database.Statement<[]>;
  readonly #soiled: Database.Statement<[]>;

  constructor(db: Database.Database) {
    this.#missing = db.prepare(MISSING_SQL);
    this.#soiled = db.prepare('SELECT 1 FROM soiled_extremes LIMIT 1');
  }

  get areMissing(): boolean {
    return this.#missing.get() !== undefined;
  }

  get areSoiled(): boolean {
    return this.#soiled.get() !== undefined;
  }
}

/**
 * Makes the extremes of spans that were stored before there were any, and narrows those of zones
 * that lost spans; each within a transaction.
 */
export class ExtremeBuilder {
  readonly #parts: WriteParts;
  readonly #db: Database.Database;
  readonly #ranges: Database.Statement<[number, number], RangeCells>;

  constructor(parts: WriteParts) {
    this.#parts = parts;
    this.#db = parts.db;
    this.#ranges = parts.db
      .prepare<[number, number], RangeCells>(RANGES_SQL)
      .safeIntegers(true)
      .raw(true);
  }

  /** Goes on from the newest zone without extremes to the older ones, for as long as there is time. */
  build(time: StepTime): void {
    const last = this.#db
      .prepare<[number], number | null>('SELECT max(id) FROM spans WHERE id < ?')
      .pluck(true);
    let below = this.#db.prepare<[], number>(MISSING_SQL).pluck(true).get() ?? 0;
    do {
      const newest = last.get(below) ?? null;
      below = newest === null ? 0 : zoneOf(newest) * ZONE_SPANS;
      if (newest === null) break;
      for (const [projectId, extremes] of this.#extremesOf(zoneOf(newest))) {
        this.#parts.extremes.widen(projectId, 0, zoneOf(newest), extremes);
        this.#parts.extremes.widen(projectId, 1, groupOf(zoneOf(newest)), extremes);
      }
    } while (below > 0 && !time.isOver);
    if (below > 0) this.#db.prepare('UPDATE missing_extremes SET below = ?').run(below);
    else this.#db.exec('DELETE FROM missing_extremes');
  }

  /** Zones of one group at a time; what there is no time for stays listed. */
  narrow(time: StepTime): void {
    const first = this.#db
      .prepare<[], number>('SELECT zone FROM soiled_extremes ORDER BY zone LIMIT 1')
      .pluck(true)
      .get();
    if (first === undefined) return;
    const group = groupOf(first);
    const soiled = this.#db
      .prepare<[number, number], { zone: number; project_id: number }>(
        'SELECT zone, project_id FROM soiled_extremes WHERE zone BETWEEN ? AND ? ORDER BY zone',
      )
      .all(first, (group + 1) * ZONES_IN_GROUP - 1);
    const done = this.#db.prepare('DELETE FROM soiled_extremes WHERE zone = ? AND project_id = ?');
    const projects = new Set<number>();
    let [zone, extremes] = [-1, new Map<number, Extremes>()];
    for (const row of soiled) {
      if (row.zone !== zone) {
        if (zone >= 0 && time.isOver) break;
        [zone, extremes] = [row.zone, this.#extremesOf(row.zone)];
      }
      this.#put(row.project_id, 0, zone, extremes.get(row.project_id));
      done.run(zone, row.project_id);
      projects.add(row.project_id);
    }
    for (const projectId of projects) {
      const sum = this.#sum(projectId, group);
      this.#put(projectId, 1, group, sum);
      if (sum === undefined) this.#dropRun(projectId, runOf(numbersOf(1, group)[0]));
    }
  }

  #extremesOf(zone: number): Map<number, Extremes> {
    const byProject = new Map<number, Extremes>();
    for (const cells of this.#ranges.all(...numbersOf(0, zone))) {
      const [project, id, kind, status, name, modelName, startMin, startMax, ...values] = cells;
      const projectId = Number(project);
      const shape = { id: Number(id), kind: Number(kind), status: Number(status), name, modelName };
      const extremes = byProject.get(projectId) ?? new Extremes(startMin, startMax);
      extremes.addRange(shape, startMin, startMax, values.map(Number));
      byProject.set(projectId, extremes);
    }
    return byProject;
  }

  #sum(projectId: number, group: number): Extremes | undefined {
    const rows = this.#db
      .prepare<[number, number, number], ExtremeCells>(
        'SELECT start_min, start_max, shapes FROM extremes WHERE project_id = ? AND level = 0 AND slot BETWEEN ? AND ?',
      )
      .safeIntegers(true)
      .all(projectId, group * ZONES_IN_GROUP, (group + 1) * ZONES_IN_GROUP - 1);
    let sum: Extremes | undefined;
    for (const { start_min: startMin, start_max: startMax, shapes } of rows) {
      const extremes = Extremes.decode(startMin, startMax, shapes);
      if (sum === undefined) sum = extremes;
      else sum.merge(extremes);
    }
    return sum;
  }

  /** Lists need not look into a run that lost all of the project's spans. */
  #dropRun(projectId: number, run: number): void {
    if (this.#db.prepare(MISSING_SQL).get() !== undefined) return;
    const groups = [run * GROUPS_IN_RUN, (run + 1) * GROUPS_IN_RUN - 1] as const;
    const { changes } = this.#db
      .prepare(
        `DELETE FROM span_runs WHERE project_id = ? AND run = ?
         AND NOT EXISTS (SELECT 1 FROM extremes WHERE project_id = ? AND level = 1 AND slot BETWEEN ? AND ?)`,
      )
      .run(projectId, run, projectId, ...groups);
    if (changes === 0) return;
    this.#db
      .prepare(
        'DELETE FROM shape_runs WHERE run = ? AND shape_id IN (SELECT id FROM shapes WHERE project_id = ?)',
      )
      .run(run, projectId);
  }

  #put(projectId: number, level: 0 | 1, slot: number, extremes: Extremes | undefined): void {
    if (extremes === undefined) this.#parts.extremes.drop(projectId, level, slot);
    else this.#parts.extremes.replace(projectId, level, slot, extremes);
  }
}
