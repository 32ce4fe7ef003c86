import { isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { listenError } from '#server/cli/start-error.ts';
import type { Config } from './config.ts';

/** Ports as they are, where 0 in the configuration let the system choose. */
export interface ListeningPorts {
  readonly http: number;
  readonly grpc: number | null;
  readonly metrics: number | null;
}

const UNSPECIFIED = new Set(['0.0.0.0', '::']);

/** Opens the HTTP port with the configured timeouts: Node's own default would keep a stalled body for ever. */
export async function listenHttp(app: FastifyInstance, config: Config): Promise<number> {
  const { server } = app;
  server.requestTimeout = config.requestTimeoutMs;
  server.headersTimeout = Math.min(config.headersTimeoutMs, config.requestTimeoutMs);
  server.keepAliveTimeout = config.keepAliveTimeoutMs;
  server.maxConnections = config.connectionsMax;
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    throw listenError(error, 'HTTP', config.host, config.port, 'SERVICE_PORT');
  }
  const address = server.address();
  return address === null || typeof address === 'string' ? config.port : address.port;
}

/** Addresses to show to people: the configured one first, else one that works on this machine. */
export function serverAddresses(config: Config, port: number): readonly string[] {
  const name = UNSPECIFIED.has(config.host) ? 'localhost' : isIPv6(config.host) ? `[${config.host}]` : config.host;
  return [...(config.rootUrl === null ? [] : [config.rootUrl]), `http://${name}:${port}`];
}
