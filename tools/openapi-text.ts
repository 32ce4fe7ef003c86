import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '#server/api/docs/openapi-document.ts';
import { buildApp } from '#server/api/app.ts';
import { ExperimentFeed } from '#server/api/kit/experiments/experiment-feed.ts';
import { composeAudit } from '#server/compose/audit.ts';
import { createLog } from '#server/telemetry/log.ts';
import { DEFAULT_APP_SETTINGS } from '#server/auth/apps/app-settings.ts';
import { createApps } from '#server/auth/apps/apps.ts';
import { Authenticator } from '#server/auth/authenticator.ts';
import { DEFAULT_SIGN_IN, createSignIn } from '#server/auth/sign-in.ts';
import { createMetaStore } from '#server/stores/meta/meta-dialect.ts';
import { PRODUCT_VERSION } from '#server/product-version.ts';
import { sampleApp, sampleGate } from './sample-app.ts';

/**
 * The interface without a server: for documentation about its routes. No store is needed, because
 * no request is handled.
 */
export async function documentApp(): Promise<FastifyInstance> {
  const never = (): never => {
    throw new Error('Nothing runs while the document is made.');
  };
  const store = createMetaStore({ statement: never, batch: never, textPage: never });
  const authenticator = new Authenticator({
    db: store.db,
    required: false,
    adminSecret: null,
    sessionCookie: 'telltale-access',
    now: never,
  });
  const app = await buildApp({
    audit: composeAudit(store, createLog('silent', 'document')),
    signIn: createSignIn({
      db: store.db,
      settings: DEFAULT_SIGN_IN,
      now: never,
      changed: never,
      onReuse: never,
      baseUrl: never,
      providers: [],
      directory: null,
    }),
    apps: createApps({
      db: store.db,
      settings: DEFAULT_APP_SETTINGS,
      signIn: DEFAULT_SIGN_IN,
      now: never,
      changed: never,
    }),
    authenticator,
    callerGate: sampleGate(authenticator, store.db).callerGate,
    queries: { value: never, json: never },
    commands: { run: never },
    commits: { subscribe: never, quietMs: never },
    experimentFeed: new ExperimentFeed(),
    experimentFigures: {
      summaries: never,
      summary: never,
      page: never,
      head: never,
      detail: never,
      gate: never,
    },
    runFigures: { ask: never },
    meta: store.db,
    annotationRules: never,
    configsChanged: never,
    ownPrices: { prices: [], changed: never },
    datasets: {
      store,
      uploads: { run: never, queue: never, cancel: never },
      wakeJobs: never,
      changes: { edit: never, alone: never },
    },
    evaluations: { receive: never },
    ...sampleApp(PRODUCT_VERSION),
  });
  await app.ready();
  return app;
}

/** The OpenAPI document of the routes as text. */
export async function openApiText(): Promise<string> {
  const app = await documentApp();
  try {
    return `${JSON.stringify(openApiDocument(app), null, 2)}\n`;
  } finally {
    await app.close();
  }
}
