import type { AnnotationReader } from '#core/ports/annotation-store.ts';
import type { ProjectReader } from '#core/ports/project-store.ts';
import type { FigureReader } from '#core/ports/figure-reader.ts';
import type { SpanReader, TraceReader } from '#core/ports/span-store.ts';
import type { StorageReader } from '#core/ports/upkeep.ts';
import type { RowOwners } from '#core/ports/row-owners.ts';
import type { ScoreReader } from '#core/ports/score-reader.ts';
import { openConnection } from './both/connection.ts';
import { SqliteProjectReader } from './read/project-reader.ts';
import { SqliteRowOwners } from './read/row-owners.ts';
import { SqliteSpanReader } from './read/span-reader.ts';
import type { AttributesOf } from './read/span-view.ts';
import { SqliteAnnotationReader } from './annotations/read/annotation-reader.ts';

export interface SpanReaderOptions {
  /** A span's attributes as nested JSON, from its own bytes: what filters see. */
  readonly attributesOf: AttributesOf;
}

export interface OpenSpanReader {
  readonly reader: SpanReader;
  readonly traces: TraceReader;
  readonly scores: ScoreReader;
  readonly projectReader: ProjectReader;
  readonly figures: FigureReader;
  readonly storage: StorageReader;
  readonly annotations: AnnotationReader;
  readonly owners: RowOwners;
  /** Lets go of memory that is held for speed alone: what comes next takes it again. */
  rest(): void;
  /** Frees what was read and is not kept: call it when nothing read so far is in use any more. */
  freeUnused(): void;
  close(): void;
}

/**
 * Enough for the upper pages of every index: beside ingest each commit empties it, and the system has
 * the pages too. Four times as much saved a tenth of the time of long reads at most.
 */
const READER_CACHE_KIB = 4 * 1024;

/** Opens an existing span store for a thread that only reads. */
export function openSpanReader(path: string, options: SpanReaderOptions): OpenSpanReader {
  const db = openConnection(path, { readonly: true, cacheKib: READER_CACHE_KIB });
  const reader = new SqliteSpanReader(db, options.attributesOf);
  const projects = new SqliteProjectReader(db, path, reader.spanLists);
  return {
    reader,
    traces: reader,
    scores: reader,
    projectReader: projects,
    figures: projects,
    storage: projects,
    annotations: new SqliteAnnotationReader(db),
    owners: new SqliteRowOwners(db),
    rest: () => {
      reader.rest();
      if (db.open) db.pragma('shrink_memory');
    },
    freeUnused: () => reader.freeUnused(),
    close: () => db.close(),
  };
}
