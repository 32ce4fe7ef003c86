import type Database from 'better-sqlite3';
import type { SqlValue } from '../both/columns.ts';
import { RecentMap } from '../both/recent-map.ts';
import { spanRanks, SPAN_RANK_SORTS, type RankedFacts } from '../both/span-rank.ts';
import { Extremes } from './extremes.ts';
import type { RankedShape } from './ranked-shapes.ts';
import { ZONE_SPANS, zoneOf } from './zone-writer.ts';

/** Zones in a slot of level 1. */
export const ZONES_IN_GROUP = 64;

interface StoredCells {
  readonly start_min: bigint;
  readonly start_max: bigint;
  readonly shapes: Uint8Array;
}

interface Touched {
  readonly projectId: number;
  readonly slot: number;
  readonly added: Extremes;
}

/** Rows written lately, decoded: most transactions go on where the one before ended. */
const RECENT = 64;

/**
 * Keeps the lowest and highest ranks of each zone and of each group of zones, so that a list that
 * is sorted by one reads the zones that may hold its rows and no others.
 */
export class ExtremeWriter {
  readonly #load: Database.Statement<[number, number, number], StoredCells>;
  readonly #store: Database.Statement<SqlValue[]>;
  readonly #soil: Database.Statement<[number, number]>;
  readonly #drop: Database.Statement<[number, number, number]>;
  readonly #recent = new RecentMap<string, Extremes>(RECENT);
  readonly #touched = new Map<string, Touched>();
  readonly #soiled = new Set<string>();
  #last: Touched | null = null;
  readonly #ranks = new Float64Array(SPAN_RANK_SORTS.length);

  constructor(db: Database.Database) {
    this.#load = db
      .prepare<[number, number, number], StoredCells>(
        'SELECT start_min, start_max, shapes FROM extremes WHERE project_id = ? AND level = ? AND slot = ?',
      )
      .safeIntegers(true);
    this.#store = db.prepare(
      `INSERT INTO extremes (project_id, level, slot, start_min, start_max, shapes) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (project_id, level, slot) DO UPDATE SET start_min = excluded.start_min, start_max = excluded.start_max, shapes = excluded.shapes`,
    );
    this.#drop = db.prepare('DELETE FROM extremes WHERE project_id = ? AND level = ? AND slot = ?');
    this.#soil = db.prepare(
      'INSERT OR IGNORE INTO soiled_extremes (zone, project_id) VALUES (?, ?)',
    );
  }

  /** Takes in a span that was stored, or that has other ranks or another shape now. */
  add(
    projectId: number,
    id: number,
    shape: RankedShape,
    startTime: bigint,
    facts: RankedFacts,
  ): void {
    const slot = zoneOf(id);
    let touched = this.#last;
    if (touched?.slot !== slot || touched.projectId !== projectId) {
      const key = keyOf(projectId, 0, slot);
      touched = this.#touched.get(key) ?? {
        projectId,
        slot,
        added: new Extremes(startTime, startTime),
      };
      this.#touched.set(key, touched);
      this.#last = touched;
    }
    spanRanks(facts, this.#ranks);
    touched.added.add(shape, startTime, this.#ranks);
  }

  /** A span was deleted: the extremes of its zone are narrowed in the background. */
  soil(projectId: number, id: number): void {
    const zone = zoneOf(id);
    const key = `${projectId}:${zone}`;
    if (this.#soiled.has(key)) return;
    this.#soiled.add(key);
    this.#soil.run(zone, projectId);
  }

  flush(): void {
    const groups = new Map<string, Touched>();
    for (const { projectId, slot, added } of this.#touched.values()) {
      this.widen(projectId, 0, slot, added);
      const group = groupOf(slot);
      const key = keyOf(projectId, 1, group);
      const known = groups.get(key);
      if (known === undefined) {
        const sum = new Extremes(added.startMin, added.startMax);
        sum.merge(added);
        groups.set(key, { projectId, slot: group, added: sum });
      } else known.added.merge(added);
    }
    for (const { projectId, slot, added } of groups.values()) this.widen(projectId, 1, slot, added);
    this.#touched.clear();
    this.#soiled.clear();
    this.#last = null;
  }

  /** Takes spans into a row that may be there already. */
  widen(projectId: number, level: 0 | 1, slot: number, added: Extremes): void {
    const key = keyOf(projectId, level, slot);
    let extremes = this.#recent.get(key) ?? this.#read(projectId, level, slot);
    if (extremes === undefined) extremes = added;
    else extremes.merge(added);
    this.#recent.set(key, extremes);
    this.#write(projectId, level, slot, extremes);
  }

  /** Replaces a row. */
  replace(projectId: number, level: 0 | 1, slot: number, extremes: Extremes): void {
    this.#recent.delete(keyOf(projectId, level, slot));
    this.#write(projectId, level, slot, extremes);
  }

  /** Deletes a row: none of its spans is left. */
  drop(projectId: number, level: 0 | 1, slot: number): void {
    this.#recent.delete(keyOf(projectId, level, slot));
    this.#drop.run(projectId, level, slot);
  }

  #write(projectId: number, level: 0 | 1, slot: number, extremes: Extremes): void {
    const { startMin, startMax } = extremes;
    this.#store.run(projectId, level, slot, startMin, startMax, extremes.encode());
  }

  #read(projectId: number, level: 0 | 1, slot: number): Extremes | undefined {
    const cells = this.#load.get(projectId, level, slot);
    return cells === undefined
      ? undefined
      : Extremes.decode(cells.start_min, cells.start_max, cells.shapes);
  }
}

export function groupOf(zone: number): number {
  return Math.floor(zone / ZONES_IN_GROUP);
}

/** The numbers that the spans of a slot may have, both included. */
export function numbersOf(level: 0 | 1, slot: number): readonly [low: number, high: number] {
  const width = level === 0 ? ZONE_SPANS : ZONE_SPANS * ZONES_IN_GROUP;
  return [slot * width, (slot + 1) * width - 1];
}

function keyOf(projectId: number, level: 0 | 1, slot: number): string {
  return `${projectId}:${level}:${slot}`;
}
