import { openApiDocument } from '#server/api/docs/openapi-document.ts';
import { buildApp } from '#server/api/app.ts';
import { DEFAULT_API_LIMITS } from '#server/api/kit/deps.ts';
import { createMetaDb } from '#server/stores/meta/meta-dialect.ts';
import { PRODUCT_VERSION } from '#server/product-version.ts';

/** The OpenAPI document of the routes as text. No store is needed: nothing is asked of it. */
export async function openApiText(): Promise<string> {
  const never = (): never => {
    throw new Error('Nothing runs while the document is made.');
  };
  const app = await buildApp({
    queries: { value: never, json: never },
    commands: { run: never },
    commits: { subscribe: never },
    meta: createMetaDb(never),
    server: () => ({
      name: 'Telltale',
      version: PRODUCT_VERSION,
      started_at: '2026-01-01T00:00:00.000000+00:00',
      http_port: 6006,
      grpc_port: 4317,
      addresses: ['http://localhost:6006'],
      authentication: false,
    }),
    limits: DEFAULT_API_LIMITS,
    security: { loopbackOnly: false, allowedHosts: [], allowedOrigins: [] },
    webRoot: null,
    plugins: [],
  });
  try {
    await app.ready();
    return `${JSON.stringify(openApiDocument(app), null, 2)}\n`;
  } finally {
    await app.close();
  }
}
