import type Database from 'better-sqlite3';
import type { SqlValue } from '../both/columns.ts';
import { runOf } from './span-run.ts';

/**
 * Spans are numbered across projects; a zone says that a project has some among these many
 * consecutive numbers.
 */
export const ZONE_SPANS = 512;

export function zoneOf(spanNumber: number): number {
  return Math.floor(spanNumber / ZONE_SPANS);
}

interface Zone {
  readonly projectId: number;
  readonly zone: number;
  startMin: bigint;
  startMax: bigint;
  payloadBytes: number;
}

interface Run {
  readonly projectId: number;
  readonly run: number;
  startMin: bigint;
  startMax: bigint;
}

const upsert = (table: 'zones' | 'span_runs', place: 'zone' | 'run'): string =>
  `INSERT INTO ${table} (project_id, ${place}, start_min, start_max) VALUES (?, ?, ?, ?)
   ON CONFLICT (project_id, ${place}) DO UPDATE SET start_min = min(start_min, excluded.start_min), start_max = max(start_max, excluded.start_max)`;

/**
 * Keeps, for each project, the zones and runs its spans lie in and the times they cover: lists skip
 * everything else.
 */
export class ZoneWriter {
  readonly #store: Database.Statement<SqlValue[]>;
  readonly #storeRun: Database.Statement<SqlValue[]>;
  readonly #addBytes: Database.Statement<[number, number]>;
  #touched: Zone[] = [];

  constructor(db: Database.Database) {
    this.#store = db.prepare(upsert('zones', 'zone'));
    this.#storeRun = db.prepare(upsert('span_runs', 'run'));
    this.#addBytes = db.prepare(
      'UPDATE projects SET payload_bytes = payload_bytes + ? WHERE id = ?',
    );
  }

  /** Takes in a stored span: its place and time, and its bytes for the size of the project. */
  add(projectId: number, spanNumber: number, startTime: bigint, payloadBytes: number): void {
    const zone = zoneOf(spanNumber);
    const known = this.#find(projectId, zone);
    if (known === undefined) {
      this.#touched.push({
        projectId,
        zone,
        startMin: startTime,
        startMax: startTime,
        payloadBytes,
      });
      return;
    }
    if (startTime < known.startMin) known.startMin = startTime;
    if (startTime > known.startMax) known.startMax = startTime;
    known.payloadBytes += payloadBytes;
  }

  flush(): void {
    const bytes = new Map<number, number>();
    const runs = new Map<string, Run>();
    for (const touched of this.#touched) {
      const { projectId, zone, startMin, startMax, payloadBytes } = touched;
      this.#store.run(projectId, zone, startMin, startMax);
      bytes.set(projectId, (bytes.get(projectId) ?? 0) + payloadBytes);
      addToRun(runs, touched);
    }
    for (const { projectId, run, startMin, startMax } of runs.values())
      this.#storeRun.run(projectId, run, startMin, startMax);
    for (const [projectId, sum] of bytes) this.#addBytes.run(sum, projectId);
    this.#touched = [];
  }

  /**
   * Looks at the latest zones only: numbers rise, so an older one does not come again, and twice
   * the same does no harm.
   */
  #find(projectId: number, zone: number): Zone | undefined {
    for (let i = this.#touched.length - 1; i >= Math.max(0, this.#touched.length - 16); i -= 1) {
      const known = this.#touched[i];
      if (known?.zone === zone && known.projectId === projectId) return known;
    }
    return undefined;
  }
}

function addToRun(runs: Map<string, Run>, { projectId, zone, startMin, startMax }: Zone): void {
  const run = runOf(zone * ZONE_SPANS);
  const key = `${projectId}:${run}`;
  const known = runs.get(key);
  if (known === undefined) runs.set(key, { projectId, run, startMin, startMax });
  else {
    if (startMin < known.startMin) known.startMin = startMin;
    if (startMax > known.startMax) known.startMax = startMax;
  }
}
