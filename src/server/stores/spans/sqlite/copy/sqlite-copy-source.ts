import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { AppError } from '#contracts/wire/errors.ts';
import { toHex } from '#core/otlp/hex.ts';
import type {
  CopiedAnnotation,
  CopiedItems,
  CopiedKind,
  CopiedProject,
  CopiedSpan,
  CopiedWaitingAnnotation,
  CopiedWaitingEvent,
  CopyPage,
  LastNumbers,
  SpanCopyCounts,
  SpanCopySource,
} from '#core/ports/span-copy.ts';
import { openFailure } from '#server/stores/open-failure.ts';
import { targetFromNumber, positionFromCell } from '../annotations/both/annotation-row-codec.ts';
import {
  rulesFromCell,
  WAITING_SELECT,
  waitingFromCells,
  type WaitingCells,
} from '../annotations/both/waiting-row-codec.ts';
import { annotationHistory } from '../annotations/read/annotation-history.ts';
import { openConnection } from '../both/connection.ts';
import { projectFromCells, type ProjectCells } from '../both/project-queries.ts';
import { SPAN_MIGRATIONS } from '../migrations/span-migrations.ts';
import { SqliteSpanReader } from '../read/span-reader.ts';
import { readingVersion } from '../upkeep/rereading/reading-mark.ts';
import { copyCounts, lastNumbers } from './copy-counts.ts';

const CACHE_KIB = 32 * 1024;
const NEWEST = SPAN_MIGRATIONS.at(-1)?.version ?? 0;

/** Annotations and deleted ones by number, with the id of a target that is still there. */
const ANNOTATIONS = `SELECT a.id, a.target_kind, a.target_number, a.position, n.name, a.identifier,
  CASE a.target_kind WHEN 1 THEN lower(hex(t.trace_id)) WHEN 2 THEN z.session_id ELSE lower(hex(s.span_id)) END AS target_id
FROM (SELECT id, target_kind, target_number, position, name_id, identifier FROM annotations WHERE id > @after AND id <= @last
  UNION ALL
  SELECT id, target_kind, target_number, position, name_id, identifier FROM deleted_annotations WHERE id > @after AND id <= @last) a
JOIN annotation_names n ON n.id = a.name_id
LEFT JOIN spans s ON a.target_kind IN (0, 3) AND s.id = a.target_number
LEFT JOIN traces t ON t.id = iif(a.target_kind = 1, a.target_number, s.trace_number)
LEFT JOIN sessions z ON a.target_kind = 2 AND z.id = a.target_number
JOIN projects p ON p.id = coalesce(t.project_id, z.project_id)
ORDER BY a.id`;

interface AnnotationCells {
  readonly id: number;
  readonly target_kind: number;
  readonly target_number: number;
  readonly position: number;
  readonly name: string;
  readonly identifier: string;
  readonly target_id: string;
}

interface EventCells {
  readonly id: bigint;
  readonly trace_id: Uint8Array;
  readonly span_id: Uint8Array;
  readonly received_at: bigint;
  readonly allowed_projects: string | null;
  readonly event: Uint8Array;
}

type Pages = { [Kind in CopiedKind]: (after: number, limit: number) => Promise<Page<Kind>> };
type Page<Kind extends CopiedKind> = readonly [
  items: readonly CopiedItems[Kind][],
  last: number | null,
];

/** Reads all of a file of spans, in the order of its numbers. */
export class SqliteCopySource implements SpanCopySource {
  readonly name: string;
  readonly #db: Database.Database;
  readonly #reader: SqliteSpanReader;
  readonly #pages: Pages = {
    projects: async () => [this.#projects(), null],
    spans: (after, limit) => this.#spans(after, limit),
    annotations: async (after, limit) => this.#annotations(after, limit),
    waitingAnnotations: async (after, limit) => this.#waitingAnnotations(after, limit),
    waitingEvents: async (after, limit) => this.#waitingEvents(after, limit),
  };

  private constructor(path: string, db: Database.Database) {
    this.name = path;
    this.#db = db;
    this.#reader = new SqliteSpanReader(db, () => null);
  }

  /** The file is only read, and must have the newest schema. */
  static open(path: string): SqliteCopySource {
    let db: Database.Database;
    try {
      db = openConnection(path, { readonly: true, cacheKib: CACHE_KIB });
    } catch (error) {
      throw openFailure(path, error);
    }
    const version = Number(db.pragma('user_version', { simple: true }));
    if (version === NEWEST) return new SqliteCopySource(path, db);
    db.close();
    throw new AppError(
      'unavailable',
      version < NEWEST
        ? `The database ${path} has schema version ${version}, and this program needs ${NEWEST}: start this version’s server once with it, stop it, and copy then.`
        : `The database ${path} has schema version ${version}, but this program knows versions up to ${NEWEST}: use the Telltale that wrote it, or a newer one.`,
    );
  }

  async fingerprint(): Promise<string> {
    const log = statSync(`${this.name}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    const { size, mtimeMs } = statSync(this.name);
    return JSON.stringify([size, mtimeMs, log]);
  }

  async counts(): Promise<SpanCopyCounts> {
    return copyCounts(this.#db);
  }

  async page<Kind extends CopiedKind>(
    kind: Kind,
    mark: string | null,
    limit: number,
  ): Promise<CopyPage<CopiedItems[Kind]>> {
    const [items, last] = await this.#pages[kind](Number(mark ?? 0), limit);
    return { items, next: last === null ? null : String(last) };
  }

  async lastNumbers(): Promise<LastNumbers> {
    return lastNumbers(this.#db);
  }

  async readingVersion(): Promise<number> {
    return readingVersion(this.#db);
  }

  async close(): Promise<void> {
    this.#db.close();
  }

  #projects(): readonly CopiedProject[] {
    return this.#db
      .prepare<[], ProjectCells & { purpose: string | null; sent_as: string | null }>(
        'SELECT id, name, description, created_at, updated_at, purpose, sent_as FROM projects ORDER BY id',
      )
      .safeIntegers(true)
      .all()
      .map((cells) => ({
        row: projectFromCells(cells),
        purpose: cells.purpose === null ? null : 'experiment',
        sentAs: cells.sent_as,
      }));
  }

  /** Spans of deleted projects, which are not purged yet, have no payload any more. */
  async #spans(after: number, limit: number): Promise<Page<'spans'>> {
    const numbers = this.#db
      .prepare<[number, number], number>('SELECT id FROM spans WHERE id > ? ORDER BY id LIMIT ?')
      .pluck(true)
      .all(after, limit);
    const payloads = await this.#reader.payloads(numbers);
    const sessionOf = this.#db
      .prepare<[number], number | null>('SELECT session_number FROM traces WHERE id = +?')
      .pluck(true);
    const sessions = new Map<number, number | null>();
    const items = payloads.map((payload): CopiedSpan => {
      const { traceNumber } = payload.row;
      if (!sessions.has(traceNumber)) sessions.set(traceNumber, sessionOf.get(traceNumber) ?? null);
      return { ...payload, sessionNumber: sessions.get(traceNumber) ?? null };
    });
    return [items, numbers.at(-1) ?? null];
  }

  #annotations(after: number, limit: number): Page<'annotations'> {
    const greatest = this.#db
      .prepare<[], number>(
        'SELECT max(coalesce((SELECT max(id) FROM annotations), 0), coalesce((SELECT max(id) FROM deleted_annotations), 0))',
      )
      .pluck(true)
      .get();
    if (after >= (greatest ?? 0)) return [[], null];
    const last = after + limit;
    const items = this.#db
      .prepare<[{ after: number; last: number }], AnnotationCells>(ANNOTATIONS)
      .all({ after, last })
      .map((cells): CopiedAnnotation => ({
        id: cells.id,
        targetNumber: cells.target_number,
        key: {
          target: targetFromNumber(cells.target_kind),
          targetId: cells.target_id,
          position: positionFromCell(cells.position),
          name: cells.name,
          identifier: cells.identifier,
        },
        revisions: annotationHistory(this.#db, cells.id),
      }));
    return [items, last];
  }

  #waitingAnnotations(after: number, limit: number): Page<'waitingAnnotations'> {
    const items = this.#db
      .prepare<[number, number], WaitingCells>(`${WAITING_SELECT} WHERE id > ? ORDER BY id LIMIT ?`)
      .safeIntegers(true)
      .all(after, limit)
      .map((cells): CopiedWaitingAnnotation => {
        const { rules, allowed_projects: allowed, bytes } = cells;
        return {
          item: waitingFromCells(cells),
          rules: rulesFromCell(rules),
          // as: written as JSON when it came.
          allowedProjectIds: allowed === null ? null : (JSON.parse(allowed) as number[]),
          bytes: Number(bytes),
        };
      });
    return [items, items.at(-1)?.item.id ?? null];
  }

  #waitingEvents(after: number, limit: number): Page<'waitingEvents'> {
    const items = this.#db
      .prepare<[number, number], EventCells>(
        'SELECT id, trace_id, span_id, received_at, allowed_projects, event FROM waiting_events WHERE id > ? ORDER BY id LIMIT ?',
      )
      .safeIntegers(true)
      .all(after, limit)
      .map((cells): CopiedWaitingEvent => ({
        number: Number(cells.id),
        traceId: toHex(cells.trace_id),
        spanId: toHex(cells.span_id),
        receivedAtUnixNano: cells.received_at,
        allowedProjects: cells.allowed_projects,
        bytes: cells.event,
      }));
    return [items, items.at(-1)?.number ?? null];
  }
}
