import type Database from 'better-sqlite3';
import type { SqlValue } from '../both/columns.ts';

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

/**
 * Keeps, for each project, the zones its spans lie in and the times they cover: a list in order of
 * arrival skips everything else.
 */
export class ZoneWriter {
  readonly #store: Database.Statement<SqlValue[]>;
  readonly #addBytes: Database.Statement<[number, number]>;
  #touched: Zone[] = [];

  constructor(db: Database.Database) {
    this.#store = db.prepare(
      `INSERT INTO zones (project_id, zone, start_min, start_max) VALUES (?, ?, ?, ?)
       ON CONFLICT (project_id, zone) DO UPDATE SET start_min = min(start_min, excluded.start_min), start_max = max(start_max, excluded.start_max)`,
    );
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
    for (const { projectId, zone, startMin, startMax, payloadBytes } of this.#touched) {
      this.#store.run(projectId, zone, startMin, startMax);
      bytes.set(projectId, (bytes.get(projectId) ?? 0) + payloadBytes);
    }
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
