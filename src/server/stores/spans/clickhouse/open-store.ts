import type { JsonValue } from '#core/filter/predicate.ts';
import { NO_PRICES } from '#core/cost/token-price.ts';
import { storedSpanReading, type ReadStoredSpans } from '#core/otlp/read-stored-spans.ts';
import { READING_VERSION } from '#core/semconv/reading-version.ts';
import { ClickHouseAnnotationReader } from './annotations/annotation-reader.ts';
import { ClickHouseAnnotationWriter } from './annotations/annotation-writer.ts';
import { ClickHouse, type ClickHouseOptions } from './client/clickhouse.ts';
import { ClickHouseFigureReader } from './read/figures/figure-reader.ts';
import { ClickHouseProjectReader } from './read/project-reader.ts';
import { ClickHouseSpanReader } from './read/span-reader.ts';
import { openSchema } from './schema/open-schema.ts';
import { ClickHouseUpkeep } from './upkeep/clickhouse-upkeep.ts';
import { ClickHouseSpanEraser } from './upkeep/span-eraser.ts';
import { ClickHouseSpanRereader, noteReading, readingMark } from './upkeep/span-rereader.ts';
import { TableNumbers } from './write/numbers.ts';
import { ClickHouseProjectWriter } from './write/project-writer.ts';
import { allProjects, newProject, putProjects } from './write/projects.ts';
import { Serial } from './write/serial.ts';
import { ClickHouseSpanWriter } from './write/span-writer.ts';
import type { WriteContext } from './write/write-context.ts';

export interface ClickHouseStoreOptions extends ClickHouseOptions {
  /** Attributes of a span's bytes as nested JSON, for filters. */
  readonly attributesOf: (spanBytes: Uint8Array) => JsonValue;
  /**
   * How stored spans are read again; as they are read when they arrive, without prices, unless
   * given.
   */
  readonly readSpans?: ReadStoredSpans;
  /** The cluster whose servers hold the tables; none for a single server. */
  readonly cluster?: string;
}

/** Opens a span store in a ClickHouse database, whose tables are made where they are missing. */
export async function openClickHouseStore(options: ClickHouseStoreOptions) {
  const db = await ClickHouse.connect(options);
  await openSchema(db, options.cluster ?? null);
  const numbers = await TableNumbers.open(db);
  const readSpans = options.readSpans ?? storedSpanReading(NO_PRICES);
  const context: WriteContext = {
    db,
    numbers,
    readSpans,
    serial: new Serial(),
    pending: { hasMasks: false },
  };
  if ((await allProjects(db)).length === 0)
    await putProjects(db, [newProject(await numbers.take('project', 1), 'default', null, null)]);
  if ((await readingMark(db)) === null) await noteReading(db, READING_VERSION);
  const reader = new ClickHouseSpanReader(db, options.attributesOf);
  const projects = new ClickHouseProjectReader(db);
  return {
    writer: new ClickHouseSpanWriter(context),
    reader,
    traces: reader,
    scores: reader,
    owners: reader,
    projectReader: projects,
    storage: projects,
    figures: new ClickHouseFigureReader(db),
    projectWriter: new ClickHouseProjectWriter(context),
    eraser: new ClickHouseSpanEraser(context),
    upkeep: new ClickHouseUpkeep(context),
    annotations: new ClickHouseAnnotationReader(db),
    annotationWriter: new ClickHouseAnnotationWriter(context),
    rereader: new ClickHouseSpanRereader(context),
    close: () => db.close(),
  };
}
