import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { ServerInfo } from '#contracts/server/server-info.ts';
import { buildApp } from '#server/api/app.ts';
import type { ApiDeps } from '#server/api/kit/route/deps.ts';
import { noteSpans } from '#server/api/kit/route/access-gate.ts';
import { ReplyFlow } from '#server/api/kit/reply/reply-flow.ts';
import { clientAddressReader, proxyReader } from '#server/auth/client-address.ts';
import { SecretBox } from '#server/auth/secret-box.ts';
import { ConnectionGate, type ConnectionLimits } from '#server/ingest/wire/connection-gate.ts';
import { countRequests, knownCallers } from '#server/ingest/wire/known-callers.ts';
import { OtlpGrpc } from '#server/ingest/wire/otlp-grpc.ts';
import { otlpHttp } from '#server/ingest/wire/otlp-http.ts';
import { healthRoutes, startGate } from '#server/telemetry/health-routes.ts';
import type { Log } from '#server/telemetry/log.ts';
import { type Metrics, httpMetrics } from '#server/telemetry/metrics.ts';
import { MetricsServer } from '#server/telemetry/metrics-server.ts';
import { OwnTraces } from '#server/telemetry/own-traces.ts';
import type { AccessStart } from './compose/sign-in.ts';
import { startCore, type ServerCore, type ServerHooks } from './compose/core.ts';
import {
  browserAddress,
  listenAll,
  serverAddresses,
  type ListeningPorts,
  type ServerEdges,
} from './compose/listen.ts';
import { composeSecurity } from './compose/security.ts';
import { TlsRenewal, type TlsPort } from './compose/tls-renewal.ts';
import { warmUp } from './compose/warm-up.ts';
import type { StoreFiles } from './compose/threads/store-threads.ts';
import type { Config } from './config.ts';
import { OpenSockets } from '#server/ingest/wire/open-sockets.ts';
import { PRODUCT_VERSION } from './product-version.ts';

export interface TelltaleServer {
  readonly ports: ListeningPorts;
  /** Base addresses for people. */
  readonly addresses: readonly string[];
  /** The accounts section of the startup text. */
  readonly access: AccessStart;
  /** Takes the files of TLS as they are now; without this, a few seconds after they changed. */
  readTlsFiles(): void;
  /** Stops accepting, answers what is in flight, commits, closes the stores. */
  stop(): Promise<void>;
}

/** How often the files of TLS are looked at. */
const TLS_LOOK_MS = 5_000;

/**
 * Puts the server together and starts it. The ports open at once, so that `/health` and `/ready`
 * answer while the stores are being opened; all else is refused until they are. `stop` goes from
 * the ports inwards.
 */
export async function startServer(
  config: Config,
  files: StoreFiles,
  hooks: ServerHooks,
): Promise<TelltaleServer> {
  const ownTraces = composeOwnTraces(config, hooks.log);
  let ports: ListeningPorts = { http: config.port, grpc: null, metrics: null };
  const core = startCore(config, files, hooks, () => browserAddress(config, ports.http));
  const info = serverInfo(config, core, () => ports);
  const gates: { http: ConnectionGate | null } = { http: null };
  const limitsOf = connectionLimits(config, core.metrics);
  const isKnown = knownCallers(() => gates.http);
  const edges: ServerEdges = {
    app: await composeApp(
      config,
      core,
      info,
      [isKnown, ...(ownTraces === null ? [] : [ownTraces.plugin()])],
      hooks.log,
    ),
    grpc: config.enableGrpc ? composeGrpc(config, core, limitsOf('grpc'), hooks.log) : null,
    metricsServer: config.enablePrometheus ? new MetricsServer(core.metrics) : null,
  };
  const sockets = new OpenSockets(edges.app.server);
  gates.http = new ConnectionGate(edges.app.server, limitsOf('http'));
  countRequests(edges.app.server, gates.http);
  const renewal = composeTlsRenewal(config, edges, hooks.log);
  const warming = new AbortController();
  const stop = async (): Promise<void> => {
    warming.abort();
    renewal.stop();
    core.health.stopping();
    core.admission.stop();
    core.meta.beginStop();
    const cutOff = setTimeout(() => {
      edges.app.server.closeAllConnections();
      sockets.destroy();
    }, config.shutdownGraceMs);
    await Promise.all([edges.app.close(), edges.grpc?.stop(config.shutdownGraceMs)]);
    clearTimeout(cutOff);
    await core.stop();
    await ownTraces?.stop();
    await edges.metricsServer?.stop();
  };
  let access: AccessStart;
  try {
    ports = await listenAll(edges, config);
    access = await core.open();
    renewal.start();
    if (config.clickhouse === null)
      warmUp(edges.app, core.threads.readers, warming.signal).catch((error: unknown) =>
        hooks.log.debug({ err: error }, 'lists were not prepared'),
      );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ports,
    addresses: serverAddresses(config, ports.http),
    access,
    readTlsFiles: () => void renewal.look(true),
    stop,
  };
}

/** What the server says of itself. */
function serverInfo(
  config: Config,
  core: ServerCore,
  ports: () => ListeningPorts,
): () => ServerInfo {
  const startedAt = new Date();
  return () => ({
    name: 'Telltale',
    version: PRODUCT_VERSION,
    started_at: startedAt.toISOString().replace('Z', '+00:00'),
    http_port: ports().http,
    grpc_port: ports().grpc,
    grpc_url: config.grpcRootUrl,
    grpc_tls: config.tls.grpc !== null,
    addresses: [...serverAddresses(config, ports().http)],
    authentication: config.enableAuth,
    support_email: config.supportEmail,
    spans_in: config.clickhouse === null ? 'sqlite' : 'clickhouse',
    metadata_in: config.postgres === null ? 'sqlite' : 'postgresql',
    reading: core.meta.rereads.reading(),
    management_url: config.managementUrl,
  });
}

function composeTlsRenewal(config: Config, { app, grpc }: ServerEdges, log: Log): TlsRenewal {
  const { server } = app;
  const http = config.tls.http !== null && 'setSecureContext' in server ? server : null;
  // as: Fastify knows nothing of a TLS server that it was given.
  return new TlsRenewal({
    values: config,
    ports: { http: http as TlsPort | null, grpc: grpc?.secure ?? null },
    everyMs: TLS_LOOK_MS,
    log,
  });
}

function composeApp(
  config: Config,
  core: ServerCore,
  info: () => ServerInfo,
  plugins: ApiDeps['plugins'],
  log: Log,
): Promise<FastifyInstance> {
  const { submit, admission, ingestMetrics, authenticator, callerGate, signIn, apps } = core;
  return buildApp({
    authenticator,
    signIn,
    apps,
    secretBox: config.secret === null ? null : new SecretBox(config.secret),
    clientAddressOf: clientAddressReader(config.trustProxy),
    audit: core.meta.audit,
    auditRetentionDays: config.auditRetentionDays,
    callerGate,
    queries: core.threads.readers,
    commands: core.commands,
    commits: core.commits,
    experimentFeed: core.experiments.feed,
    ownPrices: core.ownPrices,
    isIngestPressed: core.threads.isIngestPressed,
    experimentFigures: core.experiments.figures,
    runFigures: core.experiments.refresher,
    meta: core.meta.store.db,
    annotationRules: (names) => core.annotationRules.rulesFor(names),
    configsChanged: () => core.annotationRules.changed(),
    datasets: core.meta,
    evaluations: core.evaluations,
    waitingAnnotations: { waitMs: config.annotationWaitMs, expired: core.expiredAnnotations },
    mailer: core.mailer,
    alertSender: core.alertSender,
    server: info,
    refusals: () => core.refusals.recent(),
    exportRefused: (wire, reason) => core.ingestMetrics.failed(wire, 'not_found', reason),
    rereads: core.meta.rereads,
    tableSizes: core.storage.tableSizes,
    limits: {
      jsonBodyBytesMax: config.jsonBodyBytesMax,
      spansBodyBytesMax: config.spansBodyBytesMax,
      liveConnectionsMax: config.liveConnectionsMax,
      requestTimeoutMs: config.requestTimeoutMs,
    },
    replyFlow: composeReplyFlow(config, core.metrics),
    security: composeSecurity(config),
    ...(config.tls.http === null
      ? {}
      : { tls: { ...config.tls.http, handshakeTimeout: config.headersTimeoutMs } }),
    rootPath: config.rootPath,
    webRoot: findWebRoot(),
    plugins: [
      httpMetrics(core.metrics),
      ...plugins,
      healthRoutes(core.health),
      startGate(core.health),
      otlpHttp({
        submit,
        admission,
        metrics: ingestMetrics,
        limits: {
          bodyBytesMax: config.bodyBytesMax,
          bytesPerSecondMin: config.bodyBytesPerSecondMin,
        },
        onSpans: noteSpans,
        log,
      }),
    ],
    logger: quieter(log),
  });
}

function composeReplyFlow(config: Config, metrics: Metrics): ReplyFlow {
  return new ReplyFlow({
    bytesMax: config.replyBytesMax,
    bytesPerCallerMax: config.replyBytesPerCallerMax,
    readsPerCallerMax: 2 * config.readerThreads,
    bytesPerSecondMin: config.replyBytesPerSecondMin,
    metrics,
  });
}

/**
 * Without Fastify's own message about the open port: the startup may still fail, and `cli/serve.ts`
 * prints the address once it has succeeded.
 */
function quieter(log: Log): Log {
  return log.isLevelEnabled('info') ? log.child({}, { level: 'warn' }) : log;
}

function composeGrpc(
  config: Config,
  core: ServerCore,
  connections: ConnectionLimits,
  log: Log,
): OtlpGrpc {
  const { submit, admission, ingestMetrics, callerGate, meta } = core;
  return new OtlpGrpc({
    callerGate,
    accessEvents: meta.audit.access,
    clientAddressOf: clientAddressReader(config.trustProxy),
    submit,
    admission,
    metrics: ingestMetrics,
    host: config.host,
    port: config.grpcPort,
    messageBytesMax: config.bodyBytesMax,
    bytesPerSecondMin: config.bodyBytesPerSecondMin,
    connections,
    tls: config.tls.grpc,
    handshakeTimeoutMs: config.headersTimeoutMs,
    log,
  });
}

/** The limits of a port. */
type LimitsOfPort = (port: 'http' | 'grpc') => ConnectionLimits;

function connectionLimits(
  { connectionsMax, strangersPerAddressMax, trustProxy }: Config,
  metrics: Metrics,
): LimitsOfPort {
  const help = 'Connections closed or refused to keep a port open to others.';
  const closed = metrics.counter('telltale_connections_closed_total', help, ['port']);
  const isProxy = proxyReader(trustProxy);
  return (port) => ({
    connectionsMax,
    strangersPerAddressMax,
    isProxy,
    onClosed: () => closed.add(1, { port }),
  });
}

/**
 * The server's own traces go where the configuration says; without an address they are not made.
 */
function composeOwnTraces(config: Config, log: Log): OwnTraces | null {
  if (!config.telemetryEnabled || config.telemetryEndpoint === null) return null;
  return new OwnTraces({ endpoint: config.telemetryEndpoint, version: PRODUCT_VERSION, log });
}

/** The built page, beside the sources or inside a packed build; null when it was not built. */
function findWebRoot(): string | null {
  const candidates = ['../../dist/web', '../web'].map((folder) =>
    fileURLToPath(new URL(folder, import.meta.url)),
  );
  return candidates.find((folder) => existsSync(`${folder}/index.html`)) ?? null;
}
