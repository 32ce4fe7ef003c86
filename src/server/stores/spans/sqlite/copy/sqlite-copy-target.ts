import { createHash } from 'node:crypto';
import { ANNOTATION_SOURCES, ANNOTATOR_KINDS } from '#contracts/annotations/annotation-kind.ts';
import { NO_PRICES } from '#core/cost/token-price.ts';
import { copiedRecord } from '#core/otlp/copied-record.ts';
import { fromHex } from '#core/otlp/hex.ts';
import { storedSpanReading } from '#core/otlp/read-stored-spans.ts';
import { StoredContexts } from '#core/otlp/stored-contexts.ts';
import type {
  CopiedItems,
  CopiedKind,
  CopiedProject,
  CopiedSpan,
  CopiedWaitingAnnotation,
  CopiedWaitingEvent,
  LastNumbers,
  SpanCopyCounts,
  SpanCopyTarget,
} from '#core/ports/span-copy.ts';
import { migrate } from '#server/stores/migrator.ts';
import { openFailure } from '#server/stores/open-failure.ts';
import {
  metadataCell,
  NO_POSITION,
  targetNumberOf,
} from '../annotations/both/annotation-row-codec.ts';
import { rulesText } from '../annotations/both/waiting-row-codec.ts';
import { BlockPacker } from '../blocks/block-packer.ts';
import { SPAN_MIGRATIONS } from '../migrations/span-migrations.ts';
import { noteReading } from '../upkeep/rereading/reading-mark.ts';
import type { CounterName } from '../write/counters.ts';
import { stagedSpan, writeAlone } from '../write/span-writer.ts';
import { WriteConnection } from '../write/write-connection.ts';
import type { WriteParts } from '../write/write-parts.ts';
import { importAnnotations } from './annotation-importer.ts';
import { copyCounts } from './copy-counts.ts';

const MIB = 1024 ** 2;
/** The table with the state of a copy; it goes with the last step. */
const STATE = 'telltale_copy';

type Puts = {
  [Kind in CopiedKind]: (parts: WriteParts, items: readonly CopiedItems[Kind][]) => void;
};

/** A new file of spans that is copied to. */
export class SqliteCopyTarget implements SpanCopyTarget {
  readonly name: string;
  readonly #connection: WriteConnection;
  readonly #contexts = new StoredContexts();
  readonly #puts: Puts = {
    projects: putProjects,
    spans: (parts, spans) => {
      for (const span of spans) putSpan(parts, span, this.#contexts);
    },
    annotations: importAnnotations,
    waitingAnnotations: putWaitingAnnotations,
    waitingEvents: putWaitingEvents,
  };

  private constructor(path: string, connection: WriteConnection) {
    this.name = path;
    this.#connection = connection;
  }

  static open(path: string): SqliteCopyTarget {
    try {
      const connection = new WriteConnection({
        path,
        cacheKib: 64 * 1024,
        freeBytesMin: 0,
        checkpointBytes: 16 * MIB,
        logBytesMax: 64 * MIB,
        pagesMax: null,
        packer: new BlockPacker(null),
        readSpans: storedSpanReading(NO_PRICES),
      });
      migrate(connection.db, SPAN_MIGRATIONS, { path, backup: false });
      return new SqliteCopyTarget(path, connection);
    } catch (error) {
      throw openFailure(path, error);
    }
  }

  async isEmpty(): Promise<boolean> {
    const { projects, spans } = await this.counts();
    return projects <= 1 && spans === 0;
  }

  async state(): Promise<ReadonlyMap<string, string>> {
    const { db } = this.#connection;
    db.exec(`CREATE TABLE IF NOT EXISTS ${STATE} (name TEXT PRIMARY KEY, state TEXT NOT NULL)`);
    const rows = db
      .prepare<[], { name: string; state: string }>(`SELECT name, state FROM ${STATE}`)
      .all();
    return new Map(rows.map(({ name, state }) => [name, state]));
  }

  async put<Kind extends CopiedKind>(
    kind: Kind,
    items: readonly CopiedItems[Kind][],
    note: { readonly name: string; readonly state: string },
  ): Promise<void> {
    this.#connection.transaction((parts) => {
      this.#puts[kind](parts, items);
      parts.db
        .prepare<[string, string]>(
          `INSERT INTO ${STATE} (name, state) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET state = excluded.state`,
        )
        .run(note.name, note.state);
    });
  }

  async counts(): Promise<SpanCopyCounts> {
    return copyCounts(this.#connection.db);
  }

  async finish(numbers: LastNumbers, readingVersion: number): Promise<void> {
    const { project, ...counted } = numbers;
    this.#connection.transaction(({ db, counters }) => {
      for (const [name, last] of Object.entries(counted))
        // as: the kinds that are numbered, without projects, have counters of their names.
        counters.set(name as CounterName, last + 1);
      db.prepare<[string]>('DELETE FROM sqlite_sequence WHERE name = ?').run('projects');
      db.prepare<[string, number]>('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(
        'projects',
        project,
      );
      noteReading(db, readingVersion);
      db.exec(`DROP TABLE IF EXISTS ${STATE}`);
    });
    this.#connection.truncateLog();
  }

  async close(): Promise<void> {
    this.#connection.close();
  }
}

function putProjects({ db }: WriteParts, projects: readonly CopiedProject[]): void {
  // A new file begins with a project of its own.
  db.exec('DELETE FROM projects');
  const insert = db.prepare(
    'INSERT INTO projects (id, name, description, created_at, updated_at, purpose, sent_as) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  for (const { row, purpose, sentAs } of projects)
    insert.run(
      row.id,
      row.name,
      row.description,
      row.createdAtUnixNano,
      row.updatedAtUnixNano,
      purpose,
      sentAs,
    );
}

/** Stores a span under its numbers: counters are set to them before each is taken. */
function putSpan(parts: WriteParts, span: CopiedSpan, contexts: StoredContexts): void {
  const { counters } = parts;
  const record = copiedRecord(span, contexts);
  const { row, sessionNumber } = span;
  const greatest = {
    trace: Math.max(counters.peek('trace'), row.traceNumber + 1),
    session: Math.max(counters.peek('session'), (sessionNumber ?? 0) + 1),
  };
  counters.set('trace', row.traceNumber);
  const trace = parts.traces.findOrCreate(record, () => row.projectId);
  counters.set('trace', greatest.trace);
  counters.set('span', row.id);
  if (sessionNumber !== null) counters.set('session', sessionNumber);
  writeAlone(parts, stagedSpan(parts, record, trace), {
    stored: 0,
    duplicates: 0,
    refused: [],
    projectIds: new Set(),
  });
  counters.set('session', greatest.session);
}

function putWaitingAnnotations(
  { db }: WriteParts,
  waiting: readonly CopiedWaitingAnnotation[],
): void {
  const insert = db.prepare(
    `INSERT INTO waiting_annotations (id, target_kind, target_id, bytes, received_at, position, annotator_kind, source, user_number, name,
     identifier, label, score, explanation, metadata, rules, allowed_projects) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { item, rules, allowedProjectIds, bytes } of waiting)
    insert.run(
      item.id,
      targetNumberOf(item.target),
      item.targetId,
      bytes,
      item.receivedAtUnixNano,
      item.position ?? NO_POSITION,
      ANNOTATOR_KINDS.indexOf(item.annotatorKind),
      ANNOTATION_SOURCES.indexOf(item.source),
      item.userNumber,
      item.name,
      item.identifier,
      item.label,
      item.score,
      item.explanation,
      metadataCell(item.metadata),
      rules.length === 0 ? null : rulesText(rules),
      allowedProjectIds === null ? null : JSON.stringify(allowedProjectIds),
    );
}

function putWaitingEvents({ db }: WriteParts, events: readonly CopiedWaitingEvent[]): void {
  const insert = db.prepare(
    'INSERT INTO waiting_events (id, trace_id, span_id, hash, bytes, received_at, allowed_projects, event) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  for (const { number, traceId, spanId, receivedAtUnixNano, allowedProjects, bytes } of events)
    insert.run(
      number,
      fromHex(traceId),
      fromHex(spanId),
      // As the queue itself knows an event again.
      createHash('sha256')
        .update(allowedProjects ?? '')
        .update(bytes)
        .digest()
        .subarray(0, 16),
      bytes.length,
      receivedAtUnixNano,
      allowedProjects,
      bytes,
    );
}
