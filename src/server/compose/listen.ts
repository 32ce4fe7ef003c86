import { isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { listenError } from '#server/cli/start-error.ts';
import type { OtlpGrpc } from '#server/ingest/wire/otlp-grpc.ts';
import type { MetricsServer } from '#server/telemetry/metrics-server.ts';
import type { Config } from '../config.ts';

/** Ports as they are, where 0 in the configuration let the system choose. */
export interface ListeningPorts {
  readonly http: number;
  readonly grpc: number | null;
  readonly metrics: number | null;
}

/** Everything that listens. */
export interface ServerEdges {
  readonly app: FastifyInstance;
  readonly grpc: OtlpGrpc | null;
  readonly metricsServer: MetricsServer | null;
}

const UNSPECIFIED = new Set(['0.0.0.0', '::']);

/**
 * Opens every port; a StartError names the one that cannot be. The one that answers `/health` comes
 * last: once it does, all are open.
 */
export async function listenAll(
  { app, grpc, metricsServer }: ServerEdges,
  config: Config,
): Promise<ListeningPorts> {
  const { host, port, grpcPort, prometheusPort } = config;
  const metrics =
    metricsServer === null
      ? null
      : await named(metricsServer.listen(host, prometheusPort), [
          'metrics',
          host,
          prometheusPort,
          'SERVICE_PROMETHEUS_PORT',
        ]);
  const grpcOpened =
    grpc === null
      ? null
      : await named(grpc.listen(), ['OTLP over gRPC', host, grpcPort, 'SERVICE_GRPC_PORT']);
  const http = await named(listenHttp(app, config), ['HTTP', host, port, 'SERVICE_PORT']);
  return { http, grpc: grpcOpened, metrics };
}

async function named(
  listening: Promise<number>,
  [what, host, port, variable]: readonly [string, string, number, string],
): Promise<number> {
  try {
    return await listening;
  } catch (error) {
    throw listenError(error, what, host, port, variable);
  }
}

/** Bodies have their deadline in the API; here are those of what comes before them. */
async function listenHttp(app: FastifyInstance, config: Config): Promise<number> {
  const { server } = app;
  server.headersTimeout = Math.min(config.headersTimeoutMs, config.requestTimeoutMs);
  server.keepAliveTimeout = config.keepAliveTimeoutMs;
  await app.listen({ host: config.host, port: config.port });
  const address = server.address();
  return address === null || typeof address === 'string' ? config.port : address.port;
}

/** Addresses to show to people: the configured one first, else one that works on this machine. */
export function serverAddresses(config: Config, port: number): readonly string[] {
  const name = UNSPECIFIED.has(config.host)
    ? 'localhost'
    : isIPv6(config.host)
      ? `[${config.host}]`
      : config.host;
  return [
    ...(config.rootUrl === null ? [] : [config.rootUrl]),
    `${config.tls.http === null ? 'http' : 'https'}://${name}:${port}`,
  ];
}

/** Whether browsers come by TLS, be it to this server or to a proxy before it. */
export function isReachedByTls(config: Config): boolean {
  return config.rootUrl === null ? config.tls.http !== null : config.rootUrl.startsWith('https:');
}

/**
 * Where browsers reach the page: as configured, else an address that works on this machine; without
 * a slash at the end.
 */
export function browserAddress(config: Config, port: number): string {
  return (
    config.rootUrl?.replace(/(?<!\/)\/+$/, '') ??
    `${serverAddresses(config, port)[0] ?? ''}${config.rootPath}`
  );
}
