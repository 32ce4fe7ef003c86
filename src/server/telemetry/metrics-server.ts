import type { Server } from 'node:http';
import type { Metrics } from './metrics.ts';

/**
 * Not imported: as a module, `node:http` would load all of undici for the `WebSocket` among its
 * exports, 13 MB.
 */
const { createServer } = process.getBuiltinModule('node:http');

const TIMEOUT_MS = 10_000;

/**
 * Serves the metrics on a port of their own, so that the main port never shows them to the world.
 */
export class MetricsServer {
  readonly #server: Server;

  constructor(metrics: Metrics) {
    this.#server = createServer(
      { requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS },
      (request, response) => {
        response.setHeader('x-content-type-options', 'nosniff');
        if (request.method !== 'GET' || (request.url !== '/metrics' && request.url !== '/')) {
          response.writeHead(404).end();
          return;
        }
        metrics.render().then(
          (text) =>
            response
              .writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' })
              .end(text),
          () => response.writeHead(500).end(),
        );
      },
    );
  }

  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject);
        const address = this.#server.address();
        resolve(address === null || typeof address === 'string' ? port : address.port);
      });
    });
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
