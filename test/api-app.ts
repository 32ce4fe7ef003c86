import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { OwnPriceBook, replaceOwnPrices } from '#server/api/prices/own-price-book.ts';
import { CallPrices } from '#server/prices/call-prices.ts';
import { DEFAULT_APP_SETTINGS, type AppSettings } from '#server/auth/apps/app-settings.ts';
import { createApps } from '#server/auth/apps/apps.ts';
import { Authenticator, type AuthenticatorOptions } from '#server/auth/authenticator.ts';
import type { Directory } from '#server/auth/directory/directory.ts';
import type { IdentityProvider } from '#server/auth/identity-provider.ts';
import {
  DEFAULT_SIGN_IN,
  createSignIn,
  type SignIn,
  type SignInSettings,
} from '#server/auth/sign-in.ts';
import { AnnotationRules } from '#server/api/annotations/configs/annotation-rules.ts';
import { buildApp } from '#server/api/app.ts';
import type { ApiDeps } from '#server/api/kit/route/deps.ts';
import type { WriteStores } from '#server/threads/guarded-stores.ts';
import { spanAttributes } from '#server/compose/threads/span-attributes.ts';
import { composeAudit, type AuditParts } from '#server/compose/audit.ts';
import { type UploadLimits, composeEvaluationFrames } from '#server/compose/uploads.ts';
import { CommitBroadcast } from '#server/ingest/wire/commit-broadcast.ts';
import { accessCookie } from '#server/auth/session-cookies.ts';
import type { KeyUsage } from '#server/auth/usage/key-usage.ts';
import type { ReadBudget } from '#core/ports/span-store.ts';
import type { RateLimiter } from '#core/access/rate-limiter.ts';
import { createLog } from '#server/telemetry/log.ts';
import { sampleApp, sampleGate } from '../tools/sample-app.ts';
import { experimentParts } from './api-experiment-parts.ts';
import { runners } from './api-runners.ts';
import { contractOf } from './contract-check.ts';
import { openTestMeta } from '#server/stores/meta/open-test-meta.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { openSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';
import { UNLIMITED, type StoreUnderTest } from './conformance/store-under-test.ts';
import { openMemoryStore } from './memory-store/open-memory-store.ts';
import { DEFAULT_SKIM_LIMITS } from '#core/otlp/skim-limits.ts';
import { storedSpanReading } from '#core/otlp/read-stored-spans.ts';
import { skimTraces } from '#core/otlp/skim.ts';
import { openDatasets, UPLOAD_LIMITS } from './api-jobs.ts';

/**
 * The HTTP interface over a span store in memory, all in this thread; data that would cross to a
 * thread is copied here. Every reply is checked against the OpenAPI document: an undeclared status,
 * media type or field fails the test that caused it.
 */
export interface ApiApp {
  readonly app: FastifyInstance;
  readonly store: StoreUnderTest;
  readonly meta: MetaDb;
  readonly annotationRules: AnnotationRules;
  readonly authenticator: Authenticator;
  readonly audit: AuditParts;
  readonly signIn: SignIn;
  readonly keyUsage: KeyUsage;
  readonly experimentFeed: ReturnType<typeof experimentParts>['experimentFeed'];
  /** Where all data are, but for the metadata. */
  readonly folder: string;
  /** Stores an export request as ingest does. */
  ingest(request: Uint8Array, projectName?: string | null): Promise<void>;
  get(url: string, headers?: Record<string, string>): Promise<Reply>;
  call(options: InjectOptions): Promise<Reply>;
  close(): Promise<void>;
}
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  readonly text: string;
  /** The body as JSON; undefined when it is none. */
  readonly body: unknown;
}

type Options = Partial<
  Pick<
    ApiDeps,
    | 'mailer'
    | 'replyFlow'
    | 'alertSender'
    | 'secretBox'
    | 'security'
    | 'limits'
    | 'rootPath'
    | 'webRoot'
    | 'plugins'
  >
> & {
  /** Authentication; off unless given. */
  readonly access?: Partial<Pick<AuthenticatorOptions, 'required' | 'adminSecret' | 'now'>> & {
    readonly signIn?: Partial<SignInSettings>;
    readonly appSettings?: Partial<AppSettings>;
    readonly providers?: readonly IdentityProvider[];
    readonly directory?: Directory;
  };
  /** No rate limits by default. */
  readonly limiter?: RateLimiter;
  readonly uploadLimits?: Partial<UploadLimits>;
  /** A store in a file, for tests that look into it; in memory unless given. */
  readonly spanStore?: 'sqlite';
  /** Of each query; without end unless given. */
  readonly budget?: ReadBudget;
  /** Jobs that run at once; 1 unless given, 0 leaves them in the queue. */
  readonly jobsAtOnce?: number;
};

export async function openApiApp({
  access,
  limiter,
  spanStore,
  budget = UNLIMITED,
  ...options
}: Options = {}): Promise<ApiApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'telltale-api-'));
  const prices = new CallPrices();
  const readSpans = storedSpanReading(prices.priceOf);
  const store =
    spanStore === 'sqlite'
      ? openSpanStore(path.join(folder, 'spans.db'), {
          freeBytesMin: 0,
          attributesOf: spanAttributes,
          readSpans,
        })
      : openMemoryStore({ attributesOf: spanAttributes, readSpans });
  const metaStore = openTestMeta();
  const { db: meta, connection } = metaStore;
  const commits = new CommitBroadcast();
  const stores: WriteStores = {
    spans: store.reader,
    traces: store.traces,
    projects: store.projectReader,
    figures: store.figures,
    storage: store.storage,
    annotations: store.annotations,
    owners: store.owners,
    scores: store.scores,
    writer: store.writer,
    eraser: store.eraser,
    projectWriter: store.projectWriter,
    annotationWriter: store.annotationWriter,
    rereader: store.rereader,
    priceOf: prices.priceOf,
    replaceOwnPrices: (own) => prices.replaceOwn(own),
  };
  await store.projectWriter.createProject('default', null).catch(() => null);
  const { queries, commands } = runners(stores, budget);
  const datasets = await openDatasets(metaStore, { queries, commands }, folder, {
    ...options,
    ...(access === undefined ? {} : { access }),
  });
  const evaluations = composeEvaluationFrames(UPLOAD_LIMITS, folder, createLog('silent', 'test'));
  const experiments = experimentParts(metaStore, queries, commands);
  const annotationRules = new AnnotationRules(meta);
  const ownPrices = new OwnPriceBook(meta, (own) =>
    commands.run(replaceOwnPrices, { prices: own }),
  );
  const signInSettings = { ...DEFAULT_SIGN_IN, ...access?.signIn };
  const sessionCookie = accessCookie({
    secure: signInSettings.secureCookies,
    path: signInSettings.cookiesPath,
  });
  const authenticator = new Authenticator({
    db: meta,
    required: false,
    adminSecret: null,
    sessionCookie,
    now: () => Date.now(),
    ...access,
  });
  const audit = composeAudit(metaStore, createLog('silent', 'test'));
  const signIn = createSignIn({
    db: meta,
    settings: signInSettings,
    now: access?.now ?? (() => Date.now()),
    changed: () => authenticator.changed(),
    onReuse: () => {},
    providers: access?.providers ?? [],
    directory: access?.directory ?? null,
    baseUrl: () => 'http://localhost:6006',
  });
  const apps = createApps({
    db: meta,
    settings: { ...DEFAULT_APP_SETTINGS, ...access?.appSettings },
    signIn: signInSettings,
    now: access?.now ?? (() => Date.now()),
    changed: () => authenticator.changed(),
  });
  const { callerGate, keyUsage } = sampleGate(authenticator, meta, limiter);
  const app = await buildApp({
    authenticator,
    audit,
    signIn,
    apps,
    callerGate,
    queries,
    commands,
    meta,
    datasets,
    evaluations,
    annotationRules: (names) => annotationRules.rulesFor(names),
    configsChanged: () => annotationRules.changed(),
    commits,
    ownPrices,
    ...experiments,
    ...sampleApp('0.0.0'),
    rereads: datasets.rereads,
    ...options,
  });
  let failure: Error | null = null;
  app.addHook('onError', async (_request, _reply, error) => {
    failure = error;
  });
  await app.ready();
  const contract = contractOf(app, options.plugins !== undefined);
  const call = async (request: InjectOptions): Promise<Reply> => {
    const { statusCode, headers, body } = await app.inject(request);
    // No test asks for a failure of the server: show its cause.
    if (statusCode === 500) throw failure ?? new Error('500 without an error');
    contract.check(
      String(request.method ?? 'GET'),
      typeof request.url === 'string' ? request.url : '/',
      {
        status: statusCode,
        contentType: headers['content-type'] ?? '',
        text: body,
      },
    );
    return { status: statusCode, headers, text: body, body: jsonOf(body) };
  };
  return {
    folder,
    app,
    store,
    meta,
    annotationRules,
    authenticator,
    audit,
    signIn,
    keyUsage,
    experimentFeed: experiments.experimentFeed,
    call,
    get: (url, headers = {}) => call({ method: 'GET', url, headers }),
    ingest: async (request, projectName = null) => {
      const { records, refused } = skimTraces(request, DEFAULT_SKIM_LIMITS, prices.priceOf);
      if (refused.length > 0) throw new Error(`refused: ${JSON.stringify(refused)}`);
      const [outcome] = await store.writer.write([{ projectName, records }]);
      commits.publish({ projectIds: outcome?.projectIds ?? [], stored: outcome?.stored ?? 0 });
    },
    close: async () => {
      await app.close();
      await audit.stop();
      await experiments.runFigures.stop();
      await datasets.stop();
      await evaluations.stop();
      await meta.destroy();
      connection.close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
