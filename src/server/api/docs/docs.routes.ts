import type { FastifyInstance } from 'fastify';
import { renderDocs } from './docs-page.ts';
import { openApiDocument } from './openapi-document.ts';

/** The document at `/openapi.json`; at `/docs` the same to programs, and a page to browsers. */
export function registerDocs(app: FastifyInstance, rootPath: string): void {
  // Made once: the routes do not change after the start.
  let json: Buffer | null = null;
  let page: Buffer | null = null;
  const document = (): Buffer => (json ??= Buffer.from(JSON.stringify(openApiDocument(app))));
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  );
  app.get('/docs', { schema: { hide: true } }, (request, reply) => {
    reply.header('vary', 'accept, accept-encoding');
    if (!(request.headers.accept ?? '').includes('text/html'))
      return reply.type('application/json; charset=utf-8').send(document());
    if (page === null) {
      const parsed: unknown = JSON.parse(document().toString('utf8'));
      page = Buffer.from(renderDocs(parsed, rootPath));
    }
    return reply.type('text/html; charset=utf-8').send(page);
  });
}
