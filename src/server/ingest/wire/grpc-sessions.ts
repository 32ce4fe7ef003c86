import type { ServerHttp2Session } from 'node:http2';

const KEEPALIVE_MS = 72_000;
const KEEPALIVE_TIMEOUT_MS = 10_000;

/**
 * The open connections: each must answer a ping once in a while, and all of them can be asked to
 * end.
 */
export class GrpcSessions {
  readonly #sessions = new Set<ServerHttp2Session>();

  add(session: ServerHttp2Session): void {
    this.#sessions.add(session);
    session.on('error', () => session.destroy());
    const keepalive = setInterval(() => probe(session), KEEPALIVE_MS);
    keepalive.unref();
    session.once('close', () => {
      clearInterval(keepalive);
      this.#sessions.delete(session);
    });
  }

  /** No further calls on any of them; each closes when its last call is answered. */
  close(): void {
    for (const session of this.#sessions) session.close();
  }

  destroy(): void {
    for (const session of this.#sessions) session.destroy();
  }
}

/** A peer that does not answer a ping is gone, or never spoke HTTP/2. */
function probe(session: ServerHttp2Session): void {
  const timer = setTimeout(() => session.destroy(), KEEPALIVE_TIMEOUT_MS);
  const sent = session.ping((error) => {
    clearTimeout(timer);
    if (error !== null) session.destroy();
  });
  if (!sent) clearTimeout(timer);
}
