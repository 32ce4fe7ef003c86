import { existsSync } from 'node:fs';
import path from 'node:path';
import type { SpanCopySource, SpanCopyTarget } from '#core/ports/span-copy.ts';
import type { Config } from '#server/config.ts';
import { readState } from '#server/stores/meta/copy/copy-state.ts';
import { MetaCopy, type CopyCount, type CopyStep } from '#server/stores/meta/copy/meta-copy.ts';
import { PostgresCopyDb } from '#server/stores/meta/copy/postgres-copy-db.ts';
import { SqliteCopyDb } from '#server/stores/meta/copy/sqlite-copy-db.ts';
import type { PostgresSettings } from '#server/stores/meta/postgres/postgres-settings.ts';
import { ClickHouseCopySource } from '#server/stores/spans/clickhouse/copy/clickhouse-copy-source.ts';
import { ClickHouseCopyTarget } from '#server/stores/spans/clickhouse/copy/clickhouse-copy-target.ts';
import type { ClickHouseSettings } from '#server/stores/spans/clickhouse/client/clickhouse-settings.ts';
import { SqliteCopySource } from '#server/stores/spans/sqlite/copy/sqlite-copy-source.ts';
import { SqliteCopyTarget } from '#server/stores/spans/sqlite/copy/sqlite-copy-target.ts';
import { DataDirectory, databaseFileIn, META_FILE, SPANS_FILE } from '../data-directory.ts';
import { StartError } from '../start-error.ts';
import type { Direction } from './copy.ts';
import { SpanCopy } from './span-copy.ts';
import { dropWithoutState, giveName, unfinishedPath } from './unfinished-file.ts';

/** Something that is copied with a count of its own: metadata, or spans. */
export interface CopyPart {
  /** Whether it continues a copy that was interrupted. */
  begin(): Promise<boolean>;
  rowsLeft(): Promise<number>;
  copy(step: CopyStep): Promise<void>;
  counts(): Promise<readonly CopyCount[]>;
}

/** The two sides of a copy, open and held for it alone. */
export interface CopySides {
  /** What is copied where, for the first line. */
  readonly announcement: string;
  readonly parts: readonly CopyPart[];
  /** What to do once the copy is whole. */
  readonly nextSteps: string;
  /** The last step, after the counts. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** The part of the state that says that the file of spans is whole and has its name. */
const SPANS_DONE = 'spans/done';
const ALONE = 'Spans stay in the directory: SERVICE_CLICKHOUSE_URL isn’t set.';

/** Opens both sides. Each is refused while a server uses it. */
export async function openSides(config: Config, direction: Direction): Promise<CopySides> {
  const { postgres, clickhouse } = config;
  if (postgres === null)
    throw new StartError(
      'No cluster is configured: set SERVICE_SQL_DATABASE_URL to a postgresql:// address, and SERVICE_CLICKHOUSE_URL for the spans.',
    );
  const { directory, isToCluster } = direction;
  if (isToCluster) assertSource(directory, clickhouse);
  else assertTarget(config, directory);
  const open: Closable[] = [];
  const close = async (): Promise<void> => {
    for (const one of open.splice(0).toReversed()) await one.close();
  };
  try {
    const data = DataDirectory.open(directory);
    open.push(data);
    const sides = await (isToCluster ? toCluster : toDirectory)({
      postgres,
      clickhouse,
      data,
      kept: (one) => {
        open.push(one);
        return one;
      },
    });
    return { ...sides, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Closable {
  close(): unknown;
}

interface Places {
  readonly postgres: PostgresSettings;
  readonly clickhouse: ClickHouseSettings | null;
  readonly data: DataDirectory;
  /** Has what was opened closed at the end. */
  readonly kept: <One extends Closable>(one: One) => One;
}

type Opened = Omit<CopySides, 'close'>;

async function toCluster({ postgres, clickhouse, data, kept }: Places): Promise<Opened> {
  const source = kept(SqliteCopyDb.source(data.metaPath));
  const target = kept(await PostgresCopyDb.open(postgres, taken));
  const meta = new MetaCopy(source, target);
  if (clickhouse === null)
    return {
      announcement: `Copying the metadata of ${data.path} to ${target.name}. ${ALONE}`,
      parts: [metaPart(meta, 'metadata')],
      nextSteps: `Everything is copied. Start the server with SERVICE_SQL_DATABASE_URL as for this command, SERVICE_WORKING_DIR=${data.path}, and the SERVICE_SECRET it had. ${data.metaPath} is no longer used: keep it until you are sure.`,
      finish: () => meta.finish(),
    };
  const spanSource: SpanCopySource = kept(SqliteCopySource.open(data.spansPath));
  const spanTarget: SpanCopyTarget = kept(
    await ClickHouseCopyTarget.open(clickhouse, {
      read: async () => meta.state,
      write: (name, state) => meta.note(name, state),
    }),
  );
  const spans = new SpanCopy(spanSource, spanTarget);
  return {
    announcement: `Copying ${data.path} to ${target.name}, and spans to ${spanTarget.name}.`,
    parts: [metaPart(meta, 'all'), spans],
    nextSteps: `Everything is copied. Start the servers with SERVICE_SQL_DATABASE_URL and SERVICE_CLICKHOUSE_URL as for this command, and the SERVICE_SECRET that the server had. ${data.path} is no longer used: keep it until you are sure.`,
    finish: async () => {
      await spans.finish();
      await target.beginNumbers(await spanSource.lastNumbers());
      await meta.finish();
    },
  };
}

async function toDirectory({ postgres, clickhouse, data, kept }: Places): Promise<Opened> {
  const source = kept(await PostgresCopyDb.open(postgres, taken));
  dropWithoutState(data.metaPath);
  const target = kept(SqliteCopyDb.target(unfinishedPath(data.metaPath)));
  const meta = new MetaCopy(source, target);
  const finishMeta = async (): Promise<void> => {
    await meta.finish();
    await target.close();
    giveName(data.metaPath);
  };
  const nextSteps = `Everything is copied. Start the server without SERVICE_SQL_DATABASE_URL and SERVICE_CLICKHOUSE_URL, with SERVICE_WORKING_DIR=${data.path} and the SERVICE_SECRET it had. The databases of the cluster are no longer used: keep them until you are sure.`;
  if (clickhouse === null)
    return {
      announcement: `Copying the metadata in ${source.name} to ${data.metaPath}. ${ALONE}`,
      parts: [metaPart(meta, 'metadata')],
      nextSteps,
      finish: finishMeta,
    };
  const announcement = `Copying ${source.name}, and the spans of ClickHouse at ${clickhouse.url}, to ${data.path}.`;
  const isDone = (await readState(target))?.has(SPANS_DONE) === true;
  if (isDone && !existsSync(data.spansPath)) giveName(data.spansPath);
  if (!isDone) assertNone(data.path, SPANS_FILE);
  if (isDone)
    return { announcement, parts: [metaPart(meta, 'all')], nextSteps, finish: finishMeta };
  dropWithoutState(data.spansPath);
  const spanSource = kept(await ClickHouseCopySource.open(clickhouse, () => source.numbersTaken()));
  const spanTarget = kept(SqliteCopyTarget.open(unfinishedPath(data.spansPath)));
  const spans = new SpanCopy(spanSource, spanTarget);
  return {
    announcement,
    parts: [metaPart(meta, 'all'), spans],
    nextSteps,
    finish: async () => {
      await spans.finish();
      await spanTarget.close();
      await meta.note(SPANS_DONE, 'true');
      giveName(data.spansPath);
      await finishMeta();
    },
  };
}

function metaPart(meta: MetaCopy, origin: string): CopyPart {
  return {
    begin: () => meta.begin(origin),
    rowsLeft: () => meta.rowsLeft(),
    copy: (step) => meta.copy(step),
    counts: () => meta.counts(),
  };
}

function assertSource(directory: string, clickhouse: ClickHouseSettings | null): void {
  const needed = clickhouse === null ? [META_FILE] : [META_FILE, SPANS_FILE];
  const missing = needed.find((name) => !existsSync(path.join(directory, name)));
  if (missing !== undefined)
    throw new StartError(
      `${directory} holds no data to copy: ${missing} is missing. Give the data directory of a server.`,
    );
}

function assertTarget({ workingDir, clickhouse }: Config, directory: string): void {
  const holds = (name: string): boolean => existsSync(path.join(directory, name));
  assertNone(directory, META_FILE);
  if (clickhouse !== null) return;
  // Spans of a server with PostgreSQL alone are in its working directory, and stay there.
  const working = path.resolve(workingDir);
  if (directory !== working)
    throw new StartError(
      `Spans of this server are in its working directory: give --to ${working}, where the metadata is put beside them, or set SERVICE_WORKING_DIR or SERVICE_CLICKHOUSE_URL.`,
    );
  if (!holds(SPANS_FILE))
    throw new StartError(
      `${directory} holds no spans (${SPANS_FILE}): set SERVICE_WORKING_DIR to the directory that the server used.`,
    );
}

function assertNone(directory: string, database: string): void {
  const file = databaseFileIn(directory, database);
  if (file === undefined) return;
  throw new StartError(
    `${directory} holds ${file} already, and a copy is never mixed with other data: give a new directory, or move that file away.`,
  );
}

function taken(error: Error): never {
  process.stderr.write(`telltale: ${error.message}\n`);
  process.exit(1);
}
