import type { JsonValue } from '#core/filter/predicate.ts';
import { NO_PRICES } from '#core/cost/token-price.ts';
import { storedSpanReading, type ReadStoredSpans } from '#core/otlp/read-stored-spans.ts';
import { READING_VERSION } from '#core/semconv/reading-version.ts';
import { ClickHouseAnnotationReader } from './annotations/annotation-reader.ts';
import { ClickHouseAnnotationWriter } from './annotations/annotation-writer.ts';
import { ClickHouse, type ClickHouseOptions } from './client/clickhouse.ts';
import { ClickHouseFigureReader } from './read/figures/figure-reader.ts';
import { NearReads } from './read/lists/near-spans.ts';
import { ClickHouseProjectReader } from './read/project-reader.ts';
import { ClickHouseSpanReader } from './read/span-reader.ts';
import { StorageCounts } from './read/storage-counts.ts';
import { openSchema } from './schema/open-schema.ts';
import { ClickHouseUpkeep, type EventWatch } from './upkeep/clickhouse-upkeep.ts';
import { EngineWatch } from './upkeep/engine-watch.ts';
import { ClickHouseSpanEraser } from './upkeep/span-eraser.ts';
import { ClickHouseSpanRereader, noteReading, readingMark } from './upkeep/span-rereader.ts';
import { numbersForNew } from './write/batch-state.ts';
import { TableNumbers, type NumbersOver } from './write/numbers.ts';
import { ClickHouseProjectWriter } from './write/project-writer.ts';
import { allProjects, newProject, putProjects } from './write/projects.ts';
import { Serial, SharedSerial } from './write/serial.ts';
import { ALONE, type ServerTurns } from './write/server-turns.ts';
import { ClickHouseSpanWriter } from './write/span-writer.ts';
import { newPending, type WriteContext } from './write/write-context.ts';

type AttributesOf = (spanBytes: Uint8Array) => JsonValue;

export interface ClickHouseStoreOptions extends ClickHouseOptions {
  /** Attributes of a span's bytes as nested JSON, for filters. */
  readonly attributesOf: AttributesOf;
  /**
   * How stored spans are read again; as they are read when they arrive, without prices, unless
   * given.
   */
  readonly readSpans?: ReadStoredSpans;
  /** Where row numbers come from; from a table of the database, for a server that is alone. */
  readonly numbers?: NumbersOver;
  /** Turns with other servers; for a server that is alone unless given. */
  readonly turns?: ServerTurns;
  readonly eventWatch?: EventWatch;
  /** So many spans are read for a condition on their texts before all are; 100,000 unless given. */
  readonly textsNear?: number;
}

/** Opens a span store in a ClickHouse database, whose tables are made where they are missing. */
export async function openClickHouseStore(options: ClickHouseStoreOptions) {
  const db = await ClickHouse.connect(options);
  await openSchema(db, options.cluster ?? null);
  const numbers = await (options.numbers ?? TableNumbers.open)(db);
  const readSpans = options.readSpans ?? storedSpanReading(NO_PRICES);
  const context: WriteContext = {
    db,
    numbers,
    readSpans,
    serial: new SharedSerial(options.turns ?? ALONE),
    spans: new Serial(),
    pending: newPending(options.turns !== undefined),
  };
  if ((await allProjects(db)).length === 0) {
    const [id = 1] = await numbersForNew(numbers, 'project', ['default']);
    await putProjects(db, [newProject(id, 'default', null, null)]);
  }
  if ((await readingMark(db)) === null) await noteReading(db, READING_VERSION);
  const watch = new EngineWatch(db);
  return {
    ...readersOver(db, options.attributesOf, new NearReads(options.textsNear), new StorageCounts()),
    writer: new ClickHouseSpanWriter(context, watch),
    projectWriter: new ClickHouseProjectWriter(context),
    eraser: new ClickHouseSpanEraser(context),
    upkeep: new ClickHouseUpkeep(context, options.eventWatch ?? null),
    annotationWriter: new ClickHouseAnnotationWriter(context),
    rereader: new ClickHouseSpanRereader(context),
    close: () => {
      watch.stop();
      return db.close();
    },
  };
}

export type OpenClickHouseReader = Awaited<ReturnType<typeof openClickHouseReader>>;

/** Connects to a database whose tables are there, to read. */
export async function openClickHouseReader({
  attributesOf,
  ...options
}: ClickHouseOptions & { readonly attributesOf: AttributesOf }) {
  const db = await ClickHouse.connect(options);
  const [near, counts] = [new NearReads(), new StorageCounts()];
  return {
    /** What reads until the signal ends its statements, by its reason. */
    until: (signal: AbortSignal) => readersOver(db.until(signal), attributesOf, near, counts),
    close: () => db.close(),
  };
}

function readersOver(
  db: ClickHouse,
  attributesOf: AttributesOf,
  near: NearReads,
  counts: StorageCounts,
) {
  const reader = new ClickHouseSpanReader(db, attributesOf, near);
  const projects = new ClickHouseProjectReader(db, counts);
  return {
    reader,
    traces: reader,
    scores: reader,
    owners: reader,
    projectReader: projects,
    storage: projects,
    figures: new ClickHouseFigureReader(db),
    annotations: new ClickHouseAnnotationReader(db),
  };
}
