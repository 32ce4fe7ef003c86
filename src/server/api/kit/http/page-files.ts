import fastifyStatic from '@fastify/static';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pageBehind } from './root-path.ts';

/**
 * Serves the built page: files under `assets/` carry a hash in their name and are cached
 * permanently, the rest is revalidated each time. Resolves to the handler that sends the page
 * itself, or null when the page was not built.
 */
export async function registerPageFiles(
  app: FastifyInstance,
  webRoot: string | null,
  rootPath: string,
): Promise<((reply: FastifyReply) => FastifyReply) | null> {
  if (webRoot === null || !existsSync(join(webRoot, 'index.html'))) return null;
  const realRoot = realpathSync(webRoot);
  await app.register(fastifyStatic, {
    root: webRoot,
    wildcard: true,
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    schemaHide: true,
    allowedPath: (name) => isOwnFile(realRoot, name),
    setHeaders: (reply, path) => {
      const hashed = /[\\/]assets[\\/][^\\/]+$/.test(path);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const page =
    rootPath === ''
      ? null
      : pageBehind(rootPath, readFileSync(join(webRoot, 'index.html'), 'utf8'));
  const sendPage = (reply: FastifyReply): FastifyReply =>
    page === null
      ? reply.sendFile('index.html')
      : reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  app.get('/', { schema: { hide: true } }, (_request, reply) => sendPage(reply));
  return sendPage;
}

/** A link may lead anywhere: only what really lies in the folder is served. */
function isOwnFile(realRoot: string, name: string): boolean {
  try {
    return realpathSync(join(realRoot, name)).startsWith(realRoot + sep);
  } catch {
    return false;
  }
}
