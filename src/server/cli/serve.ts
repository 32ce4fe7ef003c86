import { existsSync } from 'node:fs';
import { startServer, type TelltaleServer } from '#server/compose.ts';
import { browserAddress } from '#server/compose/listen.ts';
import type { Config, LoadedConfig } from '#server/config.ts';
import { isLoopback } from '#server/loopback.ts';
import { postgresName } from '#server/stores/meta/postgres/postgres-settings.ts';
import { clickhouseName } from '#server/stores/spans/clickhouse/client/clickhouse-settings.ts';
import { PRODUCT_VERSION } from '#server/product-version.ts';
import { createLog, type Log } from '#server/telemetry/log.ts';
import { collectWhenQuiet } from '#server/threads/quiet-heap.ts';
import { DataDirectory } from './data-directory.ts';
import { assertDescriptors, descriptorsMax, withinDescriptors } from './descriptors.ts';
import { hostAndPort, localAddress, localTarget } from './local-address.ts';
import { welcome } from './welcome.ts';

/**
 * For closing the stores once the grace for requests in flight is over; then the process ends
 * whatever still runs.
 */
const CLOSE_MS_MAX = 4_500;

/** `telltale serve`: runs until a signal ends it. */
export async function serve(
  loaded: LoadedConfig,
  options: { readonly json: boolean },
): Promise<void> {
  const descriptors = descriptorsMax();
  assertDescriptors(descriptors);
  const { config, notices: fewer } = withinDescriptors(loaded.config, descriptors);
  const notices = [...loaded.notices, ...fewer];
  const log = createLog(config.logLevel, 'server');
  const data = openDataDirectory(config);
  if (config.postgres !== null && existsSync(data.metaPath))
    notices.push(`Metadata is in ${postgresName(config.postgres)}: ${data.metaPath} is not used.`);
  if (config.clickhouse !== null && existsSync(data.spansPath))
    notices.push(
      `Spans are in ${clickhouseName(config.clickhouse)}: ${data.spansPath} is not used.`,
    );
  collectWhenQuiet();
  let server: TelltaleServer;
  try {
    server = await startServer(config, data, { log, onFatal: (error) => die(error, log) });
  } catch (error) {
    data.close();
    throw error;
  }
  // Not before: a start that cannot go on says why in one line.
  for (const notice of data.notices) log.warn({ directory: data.path }, notice);
  const http = server.addresses[0] ?? '';
  const grpc =
    server.ports.grpc === null
      ? null
      : (config.grpcRootUrl ??
        `${config.tls.grpc === null ? '' : 'https://'}${hostAndPort(config.host, server.ports.grpc)}`);
  data.announce({
    pid: process.pid,
    url: localAddress(config, server.ports.http),
    page: browserAddress(config, server.ports.http),
    grpc: server.ports.grpc === null ? null : localTarget(config, server.ports.grpc),
    grpcTls: config.tls.grpc !== null,
    asksForCertificate: (config.tls.http ?? config.tls.grpc)?.requestCert === true,
  });
  stopOnSignals(server, data, log, config.shutdownGraceMs + CLOSE_MS_MAX);
  if (config.tls.http !== null || config.tls.grpc !== null) readTlsOnHangUp(server);
  log.info(`Server listening at ${server.addresses.at(-1) ?? ''}`);
  const announcement = {
    event: 'ready',
    version: PRODUCT_VERSION,
    url: http,
    ...server.ports,
    grpcAddress: grpc,
    directory: data.path,
    pid: process.pid,
    authentication: config.enableAuth,
    adminLink: server.access.adminLink?.url ?? null,
  };
  process.stdout.write(
    options.json
      ? `${JSON.stringify(announcement)}\n`
      : welcome({
          http,
          grpc,
          directory: data.path,
          notices: [
            ...notices,
            ...data.notices.map((notice) => `${notice}.`),
            ...server.access.notices,
          ],
          authentication: config.enableAuth,
          isLoopbackOnly: isLoopback(config.host),
          adminLink: server.access.adminLink?.url ?? null,
        }),
  );
}

export function openDataDirectory(config: Config): DataDirectory {
  if (config.database === 'temporary') return DataDirectory.temporary();
  return DataDirectory.open(config.database?.directory ?? config.workingDir);
}

/** The first signal stops in good order, the second at once. */
function stopOnSignals(
  server: TelltaleServer,
  data: DataDirectory,
  log: Log,
  stopMsMax: number,
): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(130);
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error('the server did not stop in time');
      process.exit(1);
    }, stopMsMax).unref();
    server.stop().then(
      () => {
        data.close();
        process.exit(0);
      },
      (error: unknown) => die(error, log),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/**
 * Certificate renewal tools signal with SIGHUP. When a terminal hangs up, SIGHUP ends the server as
 * it ends every process.
 */
function readTlsOnHangUp(server: TelltaleServer): void {
  if (!process.stderr.isTTY) process.on('SIGHUP', () => server.readTlsFiles());
}

/** The supervisor of the process starts it again; every commit that was acknowledged is on disk. */
function die(error: unknown, log: Log): void {
  log.fatal({ err: error }, 'the server cannot go on');
  // Requests that failed just now get their answer out first.
  setTimeout(() => process.exit(1), 200);
}
