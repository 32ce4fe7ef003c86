import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  rmdirSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import type { TlsOptions } from 'node:tls';
import Database from 'better-sqlite3';
import { startServer } from '#server/compose.ts';
import type { Config, LoadedConfig } from '#server/config.ts';
import { PRODUCT_VERSION } from '#server/product-version.ts';
import type { ServerTls } from '#server/settings/read-tls.ts';
import { formatBytes } from '#server/settings/setting-parsers.ts';
import { META_MIGRATIONS } from '#server/stores/meta/migrations/all-migrations.ts';
import { openFailure } from '#server/stores/open-failure.ts';
import { SPAN_MIGRATIONS } from '#server/stores/spans/sqlite/migrations/span-migrations.ts';
import { damagedParts, knownDamage } from '#server/stores/spans/sqlite/upkeep/damaged-parts.ts';
import { createLog } from '#server/telemetry/log.ts';
import { checkClickHouse } from './check-clickhouse.ts';
import { checkPostgres } from './check-postgres.ts';
import {
  DataDirectory,
  folderProblem,
  runningServer,
  type RunningServer,
  META_FILE,
  SPANS_FILE,
} from './data-directory.ts';
import { hostAndPort } from './local-address.ts';
import { localHandshake, localRequest } from './local-request.ts';
import { probeWires } from './probe-wires.ts';
import { listenError, operatingError } from './start-error.ts';

const NODE_MAJOR_MIN = 24;
const SQLITE_VERSION_MIN = '3.51.3';
const GIB = 1024 ** 3;

/** Larger ones are not read through: that would take too long for a doctor. */
const READ_BYTES_MAX = 1024 ** 3;
const DATABASES = [
  [SPANS_FILE, SPAN_MIGRATIONS.at(-1)?.version ?? 0],
  [META_FILE, META_MIGRATIONS.at(-1)?.version ?? 0],
] as const;

/** A check gives what it found; it throws an Error that says what is wrong and what to do. */
type Check = () => string | Promise<string>;

/** `telltale doctor`: one line a check; the exit code is 1 when one of them failed. */
export async function doctor(
  { config, notices }: LoadedConfig,
  options: { readonly json: boolean },
): Promise<void> {
  let failed = 0;
  const check = async (name: string, run: Check): Promise<void> => {
    let ok = true;
    let detail: string;
    try {
      detail = await run();
    } catch (error) {
      ok = false;
      failed += 1;
      detail = operatingError(error) ?? (error instanceof Error ? error.message : String(error));
    }
    process.stdout.write(
      options.json
        ? `${JSON.stringify({ check: name, ok, detail })}\n`
        : `${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(14)}  ${detail}\n`,
    );
  };
  const directory =
    config.database === null || config.database === 'temporary'
      ? config.workingDir
      : config.database.directory;
  const running = runningServer(directory);
  await check('version', () => `Telltale ${PRODUCT_VERSION}`);
  await check('node', nodeVersion);
  await check('sqlite', sqliteVersion);
  await check('settings', () => (notices.length === 0 ? 'all understood' : notices.join('. ')));
  await check('directory', () => directoryUsable(directory));
  await check('permissions', () => permissions(directory));
  const { clickhouse, postgres } = config;
  if (clickhouse === null)
    await check('databases', () => checkDatabases(directory, postgres === null));
  if (postgres !== null) await check('postgresql', () => checkPostgres(postgres));
  if (clickhouse !== null) await check('clickhouse', () => checkClickHouse(clickhouse));
  await check('disk', () => freeDisk(directory, config.minFreeDiskBytes));
  if (running === null) {
    for (const [name, what, port, variable] of portsOf(config))
      await check(name, () => portFree(config.host, [what, port, variable]));
    await withTemporaryServer(config, directory, check);
  } else {
    await checkRunning(running, check);
  }
  process.exitCode = failed > 0 ? 1 : 0;
}

async function withTemporaryServer(
  config: Config,
  directory: string,
  check: (name: string, run: Check) => Promise<void>,
): Promise<void> {
  let data: DataDirectory | null = null;
  const settings: Config = {
    ...config,
    host: '127.0.0.1',
    port: 0,
    grpcPort: 0,
    enablePrometheus: false,
    telemetryEnabled: false,
    tls: withoutClientCertificates(config.tls),
    minFreeDiskBytes: 0,
    // This one must leave nothing in databases.
    postgres: null,
    clickhouse: null,
  };
  const log = createLog('silent', 'doctor');
  try {
    data = temporaryBeside(directory);
    const { path: place } = data;
    const server = await startServer(settings, data, { log, onFatal: () => undefined });
    await check('server', () => `a temporary one started in ${place}`);
    await probeWires(
      {
        url: `${config.tls.http === null ? 'http' : 'https'}://127.0.0.1:${server.ports.http}`,
        grpc: server.ports.grpc === null ? null : `127.0.0.1:${server.ports.grpc}`,
        grpcTls: config.tls.grpc !== null,
      },
      check,
    );
    await server.stop();
  } catch (error) {
    await check('server', () => {
      throw error;
    });
  } finally {
    data?.close();
  }
}

/** On the disk of the data, where what is wrong with that disk shows. */
function temporaryBeside(directory: string): DataDirectory {
  try {
    return DataDirectory.temporary(existingAncestor(directory));
  } catch (error) {
    throw new Error(
      `No temporary directory can be made for it: ${folderProblem(directory, error)}.`,
      { cause: error },
    );
  }
}

function portsOf(
  config: Config,
): readonly (readonly [check: string, what: string, port: number, variable: string])[] {
  return [
    ['port http', 'HTTP', config.port, 'SERVICE_PORT'],
    ...(config.enableGrpc
      ? ([['port grpc', 'OTLP over gRPC', config.grpcPort, 'SERVICE_GRPC_PORT']] as const)
      : []),
    ...(config.enablePrometheus
      ? ([['port metrics', 'metrics', config.prometheusPort, 'SERVICE_PROMETHEUS_PORT']] as const)
      : []),
  ];
}

function nodeVersion(): string {
  const { node } = process.versions;
  if (Number(node.split('.')[0]) < NODE_MAJOR_MIN)
    throw new Error(`Node ${node} is too old: ${NODE_MAJOR_MIN} or newer is needed.`);
  return `Node ${node}`;
}

function sqliteVersion(): string {
  const db = new Database(':memory:');
  const version = String(db.prepare('SELECT sqlite_version()').pluck().get());
  db.close();
  if (version.localeCompare(SQLITE_VERSION_MIN, undefined, { numeric: true }) < 0)
    throw new Error(
      `SQLite ${version} has a bug that corrupts databases: ${SQLITE_VERSION_MIN} or newer is needed. Install the packages again.`,
    );
  return `SQLite ${version}`;
}

function directoryUsable(directory: string): string {
  const place = existingAncestor(directory);
  try {
    if (!statSync(place).isDirectory()) throw new Error(`${place} is a file`);
    accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK);
    // Rights do not tell all: root may write to /proc, which takes no files.
    rmdirSync(mkdtempSync(path.join(place, '.telltale-')));
  } catch (error) {
    throw new Error(
      `${directory} cannot be used: ${folderProblem(directory, error)}. Set SERVICE_WORKING_DIR to another directory.`,
      {
        cause: error,
      },
    );
  }
  return place === directory
    ? `${directory} is there and writable`
    : `${directory} will be made in ${place}, which is writable`;
}

function permissions(directory: string): string {
  if (!existsSync(directory)) return 'the directory will be readable by this user alone';
  const { mode, uid } = statSync(directory);
  const rights = (mode & 0o777).toString(8);
  if (uid !== process.getuid?.())
    throw new Error(
      `${directory} belongs to user ${uid}, and this is user ${process.getuid?.()}: change its owner, or run as that user.`,
    );
  return (mode & 0o077) === 0
    ? `${rights}: for this user alone`
    : `${rights}: other users of this machine can look in; chmod 700 ${directory} keeps them out`;
}

function freeDisk(directory: string, bytesMin: number): string {
  const disk = statfsSync(existingAncestor(directory));
  const free = disk.bavail * disk.bsize;
  if (free < bytesMin)
    throw new Error(
      `${(free / GIB).toFixed(1)} GiB free, less than SERVICE_MIN_FREE_DISK_BYTES (${formatBytes(bytesMin)}): spans would be refused.`,
    );
  return `${(free / GIB).toFixed(1)} GiB free`;
}

function existingAncestor(directory: string): string {
  let place = directory;
  while (!existsSync(place)) place = path.dirname(place);
  return place;
}

function portFree(
  host: string,
  [what, port, variable]: readonly [what: string, port: number, variable: string],
): Promise<string> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(listenError(error, what, host, port, variable)));
    probe.listen(port, host, () =>
      probe.close(() =>
        resolve(port === 0 ? 'the system chooses one' : `${hostAndPort(host, port)} is free`),
      ),
    );
  });
}

/**
 * The wires of a running server are tried unless it asks for the certificate of a client, which
 * this command has none of.
 */
async function checkRunning(
  running: RunningServer,
  check: (name: string, run: Check) => Promise<void>,
): Promise<void> {
  if (running.asksForCertificate !== true) {
    await check('server', () => serverAnswers(running.url));
    await probeWires(running, check);
    return;
  }
  await check('server', async () => {
    if (running.url.startsWith('https:')) await localHandshake(running.url, 5_000);
    else await serverAnswers(running.url);
    return `${running.url} runs and asks for a client certificate; its wires are not tried`;
  });
}

async function serverAnswers(url: string): Promise<string> {
  const { status, text } = await localRequest(`${url}/ready`, { timeoutMs: 5_000 });
  if (status !== 200) throw new Error(`${url} runs but is not ready: ${text}`);
  return `${url} runs and is ready`;
}

/** The certificate and key as configured, for a server that this command itself can reach. */
function withoutClientCertificates({ http, grpc }: ServerTls): ServerTls {
  const open = (options: TlsOptions | null): TlsOptions | null =>
    options === null ? null : { ...options, requestCert: false };
  return { http: open(http), grpc: open(grpc) };
}

/**
 * Looks at the databases as they lie there, also while a server runs: their schema, and whether
 * their pages hang together. Throws what is wrong.
 */
function checkDatabases(directory: string, hasMetaFile: boolean): string {
  const there = DATABASES.filter(
    ([name]) => (name === SPANS_FILE || hasMetaFile) && existsSync(path.join(directory, name)),
  );
  if (there.length === 0) return 'none yet';
  return there
    .map(([name, newest]) => `${name} ${checkDatabase(path.join(directory, name), newest)}`)
    .join(', ');
}

function checkDatabase(file: string, newest: number): string {
  let db: Database.Database | null = null;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true, timeout: 2_000 });
    const version = Number(db.pragma('user_version', { simple: true }));
    if (version > newest)
      throw new Error(
        `${file} has schema version ${version}, but this program knows versions up to ${newest}: a newer Telltale wrote it.`,
      );
    const { size } = statSync(file);
    const what = `(schema ${version}, ${formatBytes(size)})`;
    if (size > READ_BYTES_MAX) {
      refuseDamage(file, path.basename(file) === SPANS_FILE ? knownDamage(db) : []);
      return `${what} can be opened; too large to be read through here`;
    }
    const found =
      path.basename(file) === SPANS_FILE
        ? 'ok'
        : String(db.pragma('quick_check(1)', { simple: true }));
    if (found !== 'ok')
      throw new Error(
        `The database ${file} is damaged (${found.replaceAll(/\s+/g, ' ')}): bring a backup back.`,
      );
    refuseDamage(file, path.basename(file) === SPANS_FILE ? damagedParts(file) : []);
    return `${what} is whole`;
  } catch (error) {
    throw openFailure(file, error);
  } finally {
    db?.close();
  }
}

function refuseDamage(file: string, damaged: readonly string[]): void {
  if (damaged.length > 0)
    throw new Error(
      `The database ${file} is damaged (${damaged.join(', ')}): bring a backup back.`,
    );
}
