import type { RequestListener } from 'node:http';
import type { Server, ServerOptions } from 'node:https';

// Imported as a module it would load undici.
const https = process.getBuiltinModule('node:https');

/** Settings that Fastify would apply if it created the server. */
interface Timeouts {
  readonly requestTimeout: number;
  readonly connectionTimeout: number;
  readonly keepAliveTimeout: number;
}

/** Makes the HTTP server accept only TLS, with the limits it has for plain text. */
export function tlsServer(options: ServerOptions & Timeouts): (handler: RequestListener) => Server {
  return (handler) => {
    const server = https.createServer(options, handler);
    server.setTimeout(options.connectionTimeout);
    return server;
  };
}
