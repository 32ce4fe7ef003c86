import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { callOf } from '#server/auth/callers.ts';
import { keyOf, type ConnectionGate } from './connection-gate.ts';

/** Fastify's own mark for a plugin whose hooks hold for what is registered after it, too. */
const NOT_ENCAPSULATED = Symbol.for('skip-override');

/**
 * Tells the gate of an HTTP port which of its connections are in use, and whose callers are known.
 */
export function knownCallers(
  gateOf: () => ConnectionGate | null,
): (app: FastifyInstance) => Promise<void> {
  const plugin = async (app: FastifyInstance): Promise<void> => {
    app.addHook('onResponse', (request, reply, done) => {
      const call = callOf(request);
      if (
        call !== undefined &&
        call.known !== null &&
        call.caller.kind !== 'nobody' &&
        reply.statusCode < 400
      )
        // Injected requests have no real socket, but something like it.
        gateOf()?.know(keyOf(request.raw.socket));
      done();
    });
  };
  return Object.assign(plugin, { [NOT_ENCAPSULATED]: true });
}

/** Has the gate know from when to when a connection has a request. */
export function countRequests(server: Pick<Server, 'on'>, gate: ConnectionGate): void {
  server.on('request', ({ socket }, reply) => {
    const key = keyOf(socket);
    gate.begin(key);
    reply.once('close', () => gate.end(key));
  });
}
