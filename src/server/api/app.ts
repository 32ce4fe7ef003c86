import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Server, ServerOptions } from 'node:https';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { listSpanRows } from '#contracts/spans/routes.ts';
import { listTraceRows } from '#contracts/traces/routes.ts';
import type { CommandRunner, QueryRunner } from '#server/threads/query.ts';
import { registerAlerts } from './alerts/alerts.routes.ts';
import {
  registerAnnotationConfigs,
  type ProjectConfigDeps,
} from './annotations/configs/annotation-configs.routes.ts';
import { registerAnnotationLists } from './annotations/lists/annotation-lists.routes.ts';
import {
  registerAnnotationRecords,
  registerWaiting,
} from './annotations/records/annotation-records.routes.ts';
import {
  registerAnnotations,
  registerNotes,
  registerAnnotationFigures,
} from './annotations/annotations.routes.ts';
import { registerApps } from './apps/apps.routes.ts';
import { registerAuth } from './sign-in/auth.routes.ts';
import { registerAuditLogs } from './audit/audit-logs.routes.ts';
import { registerDatasetEdits } from './datasets/edits/dataset-edits.routes.ts';
import { registerDatasetLabels } from './datasets/labels/dataset-labels.routes.ts';
import { registerDatasetSpans } from './datasets/from-spans/dataset-spans.routes.ts';
import { registerDatasetSplits } from './datasets/splits/dataset-splits.routes.ts';
import { registerDocs } from './docs/docs.routes.ts';
import { registerOpenApi } from './docs/openapi-document.ts';
import { registerApiKeys, registerKeyUsage } from './api-keys/api-keys.routes.ts';
import { registerAccessGate } from './kit/route/access-gate.ts';
import { registerAudit } from './kit/route/audited.ts';
import { registerBodyDeadline } from './kit/request/body-deadline.ts';
import { askedCommands, askedQueries } from './kit/route/asker.ts';
import { registerClientAddress } from './kit/request/client-address.ts';
import { registerStreamWatch } from './kit/request/caller-watch.ts';
import { registerCompression } from './kit/http/compress-replies.ts';
import { registerCrossOrigin, registerAnyOrigin } from './kit/route/cross-origin.ts';
import { registerCrossSiteGuard } from './kit/route/cross-site-guard.ts';
import type { DatasetEditDeps } from './kit/datasets/dataset-editor.ts';
import type { ApiDeps } from './kit/route/deps.ts';
import { replyWithError } from './kit/reply/error-reply.ts';
import { registerReplyFlow } from './kit/reply/reply-flow.ts';
import { registerJsonBody } from './kit/request/json-body.ts';
import { jsonValidatorCompiler } from './kit/request/json-validator.ts';
import { registerPageFiles } from './kit/http/page-files.ts';
import { publicBaseReader } from './kit/request/public-base.ts';
import { urlOf } from './kit/route/serve.ts';
import { registerRouteTable } from './kit/route/route-table.ts';
import { rootPathRemover } from './kit/http/root-path.ts';
import { registerResponseHeaders, setResponseHeaders } from './kit/reply/response-headers.ts';
import { registerUnknownPaths } from './kit/http/unknown-path.ts';
import { refuseUnreadable } from './kit/request/unreadable-request.ts';
import { GRPC_AT_HTTP, isHttp2 } from './kit/http/wrong-port.ts';
import { registerDatasetExports } from './datasets/dataset-exports.routes.ts';
import { registerDatasets, registerDatasetHistory } from './datasets/datasets.routes.ts';
import { registerExperiments } from './experiments/experiments.routes.ts';
import type { DatasetDeps } from './datasets/dataset-deps.ts';
import { registerExperimentFigures } from './experiments/figures/experiment-figures.routes.ts';
import type { ExperimentFigureDeps } from './experiments/figures/figure-deps.ts';
import type { EvaluationIntake } from './evaluations/evaluation-intake.ts';
import { registerEvaluations } from './evaluations/evaluations.routes.ts';
import { registerJobs } from './jobs/jobs.routes.ts';
import { registerLive } from './live/live.routes.ts';
import { registerLookup } from './search/lookup.routes.ts';
import { registerSpanSearch } from './search/span-search.routes.ts';
import { registerMetrics } from './metrics/metrics.routes.ts';
import { registerModelPrices } from './prices/model-prices.routes.ts';
import { registerRereads } from './rereads/rereads.routes.ts';
import { registerRetention, type RetentionDeps } from './projects/retention/retention.routes.ts';
import { registerProjects } from './projects/projects.routes.ts';
import { registerSecrets } from './secrets/secrets.routes.ts';
import { registerServerInfo, registerLimits } from './server/server.routes.ts';
import { registerSessions } from './sessions/sessions.routes.ts';
import { registerSpans, registerSpanFrames } from './spans/spans.routes.ts';
import { registerTraces } from './traces/traces.routes.ts';
import { registerUsers } from './users/users.routes.ts';
import { registerViews } from './views/views.routes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Compiles the schemas that the first pages of lists need, each in a call. */
    compileAhead: readonly (() => void)[];
  }
}

/** Routes whose first request should not wait for its schema. */
const LISTS: ReadonlySet<string> = new Set(
  [listSpanRows, listTraceRows].map(({ path }) => urlOf(path)),
);

/** Everything the routes need. */
type RouteDeps = ApiDeps &
  RetentionDeps &
  ExperimentFigureDeps &
  ProjectConfigDeps & {
    readonly datasets: DatasetDeps & DatasetEditDeps;
    readonly evaluations: EvaluationIntake;
  };

/** The same, with the threads as they are: routes ask them in the name of their caller. */
export type AppDeps = Omit<RouteDeps, 'queries' | 'commands'> & {
  readonly queries: QueryRunner;
  readonly commands: CommandRunner;
};

// Bodies have a deadline of their own (`registerBodyDeadline`).
const TIMEOUTS = { requestTimeout: 0, connectionTimeout: 120_000, keepAliveTimeout: 72_000 };
// By default, Node checks for expired requests only every 30 s. Repeated headers are joined, a
// repeated Authorization too: Node would take the first and hide the other.
const HTTP_OPTIONS = {
  joinDuplicateHeaders: true,
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
};
// Imported as a module it would load undici.
const https = process.getBuiltinModule('node:https');

/** The HTTP interface, complete but for listening: routes, errors, documents, the page. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { version } = deps.server();
  const baseOf = publicBaseReader(deps.signIn.settings.publicUrl, deps.rootPath);
  const app = Fastify({
    bodyLimit: deps.limits.jsonBodyBytesMax,
    ...TIMEOUTS,
    http: HTTP_OPTIONS,
    ...(deps.tls === undefined
      ? {}
      : { serverFactory: tlsServer({ ...HTTP_OPTIONS, ...TIMEOUTS, ...deps.tls }) }),
    // Not one more than the last: a client that asks twice would learn how many others asked in
    // between.
    genReqId: () => randomUUID(),
    rewriteUrl: rootPathRemover(deps.rootPath),
    routerOptions: { maxParamLength: 4096, ignoreTrailingSlash: true },
    logController: new LogController({ disableRequestLogging: true }),
    ...(deps.logger === undefined ? {} : { loggerInstance: deps.logger }),
    clientErrorHandler: (error, socket) => {
      if (isHttp2(error)) deps.exportRefused('grpc', GRPC_AT_HTTP);
      refuseUnreadable(error, socket);
    },
    // An address that cannot be decoded never reaches the hooks.
    frameworkErrors: (error, request, reply) => {
      setResponseHeaders(reply, version, deps.security);
      replyWithError(error, request, reply);
    },
  });
  const compileAhead: (() => void)[] = [];
  const ahead = (url: string, compile: () => void): void => {
    if (LISTS.has(url)) compileAhead.push(compile);
  };
  app.decorate('compileAhead', compileAhead);
  app.setValidatorCompiler(jsonValidatorCompiler(ahead));
  // Replies are sent as the handlers made them; a test checks each against its schema instead.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  app.setErrorHandler(replyWithError);
  registerRouteTable(app);
  registerBodyDeadline(app, deps.limits.requestTimeoutMs);
  registerJsonBody(app);
  registerResponseHeaders(app, version, deps.security);
  registerCrossOrigin(app, deps.security.readingOrigins);
  registerAnyOrigin(app);
  registerCrossSiteGuard(app, deps.security, deps.signIn.settings.publicUrl);
  registerClientAddress(app, deps.clientAddressOf);
  registerAudit(app, deps.audit);
  registerAccessGate(app, {
    gate: deps.callerGate,
    required: deps.authenticator.required,
    events: deps.audit.access,
    baseOf,
  });
  registerStreamWatch(app, deps.authenticator);
  registerCompression(app);
  registerReplyFlow(app, deps.replyFlow);
  await registerOpenApi(app, version, deps.rootPath);
  const sendPage = await registerPageFiles(app, deps.webRoot, deps.rootPath);
  registerUnknownPaths(app, sendPage, (reason) => deps.exportRefused('http', reason));
  registerApps(app, { ...deps, baseOf });
  registerFeatures(app, {
    ...deps,
    queries: askedQueries(deps.queries),
    commands: askedCommands(deps.commands),
  });
  for (const plugin of deps.plugins) await app.register(plugin);
  return app;
}

function registerFeatures(app: FastifyInstance, deps: RouteDeps): void {
  registerServerInfo(app, deps);
  registerAuth(app, deps);
  registerUsers(app, deps);
  registerProjects(app, deps);
  registerTraces(app, deps);
  registerSpans(app, deps);
  registerSessions(app, deps);
  registerSpanFrames(app, deps);
  registerLookup(app, deps);
  registerSpanSearch(app, deps);
  registerMetrics(app, deps);
  registerModelPrices(app, deps);
  registerKeyUsage(app, deps);
  registerLimits(app, deps);
  registerLive(app, deps);
  registerRetention(app, deps);
  registerRereads(app, deps);
  registerViews(app, deps);
  registerAnnotationConfigs(app, deps);
  registerEvaluations(app, deps);
  registerDatasetSplits(app, deps);
  registerDatasetHistory(app, deps);
  registerDatasetEdits(app, { meta: deps.meta, changes: deps.datasets.changes });
  registerDatasetSpans(app, {
    meta: deps.meta,
    queries: deps.queries,
    changes: deps.datasets.changes,
  });
  registerDatasetLabels(app, deps);
  registerDatasets(app, deps);
  registerDatasetExports(app, deps);
  const { queries, commands, experimentFeed: feed, isIngestPressed } = deps;
  registerExperiments(app, { ...deps.datasets, queries, commands, feed, isIngestPressed });
  registerExperimentFigures(app, deps);
  registerAnnotations(app, deps);
  registerNotes(app, deps);
  registerAnnotationLists(app, deps);
  registerAnnotationRecords(app, deps);
  registerWaiting(app, deps);
  registerAnnotationFigures(app, deps);
  registerApiKeys(app, deps);
  registerSecrets(app, deps);
  registerAuditLogs(app, {
    meta: deps.meta,
    auditRetentionDays: deps.auditRetentionDays,
    wakeJobs: deps.datasets.wakeJobs,
  });
  registerAlerts(app, {
    meta: deps.meta,
    alertSender: deps.alertSender,
    wakeJobs: deps.datasets.wakeJobs,
  });
  registerJobs(app, { meta: deps.meta, uploads: deps.datasets.uploads });
  registerDocs(app, deps.rootPath);
}

/** Settings that Fastify would apply if it created the server. */
interface Timeouts {
  readonly requestTimeout: number;
  readonly connectionTimeout: number;
  readonly keepAliveTimeout: number;
}

/** Makes the HTTP server accept only TLS, with the limits it has for plain text. */
function tlsServer(options: ServerOptions & Timeouts): (handler: RequestListener) => Server {
  return (handler) => {
    const server = https.createServer(options, handler);
    server.setTimeout(options.connectionTimeout);
    return server;
  };
}
