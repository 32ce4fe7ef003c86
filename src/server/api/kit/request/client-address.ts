import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ClientAddressOf } from '#server/auth/client-address.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly clientAddressOf: ClientAddressOf;
  }
}

/** Tells the app whose word on addresses is taken. */
export function registerClientAddress(
  app: FastifyInstance,
  clientAddressOf: ClientAddressOf,
): void {
  app.decorate('clientAddressOf', clientAddressOf);
}

/** Where a request comes from: the one address that limits count by and the audit log names. */
export function clientAddress({ server, raw }: FastifyRequest): string {
  return server.clientAddressOf({
    socketAddress: raw.socket.remoteAddress,
    forwardedFor: raw.headers['x-forwarded-for'],
  });
}
