import { openApiDocument } from '#server/api/docs/openapi-document.ts';
import { buildApp } from '#server/api/app.ts';
import { createMetaStore } from '#server/stores/meta/meta-dialect.ts';
import { PRODUCT_VERSION } from '#server/product-version.ts';
import { sampleApp } from './sample-app.ts';

/** The OpenAPI document of the routes as text. No store is needed: nothing is asked of it. */
export async function openApiText(): Promise<string> {
  const never = (): never => {
    throw new Error('Nothing runs while the document is made.');
  };
  const store = createMetaStore({ statement: never, batch: never, textPage: never });
  const app = await buildApp({
    queries: { value: never, json: never },
    commands: { run: never },
    commits: { subscribe: never },
    meta: store.db,
    annotationRules: never,
    configsChanged: never,
    datasets: { store, uploads: { run: never, queue: never, cancel: never }, wakeJobs: never, changes: { edit: never, alone: never } },
    evaluations: { receive: never },
    ...sampleApp(PRODUCT_VERSION),
  });
  try {
    await app.ready();
    return `${JSON.stringify(openApiDocument(app), null, 2)}\n`;
  } finally {
    await app.close();
  }
}
