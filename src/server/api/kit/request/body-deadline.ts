import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseUnreadable } from './unreadable-request.ts';

const timers = new WeakMap<FastifyRequest['raw'], NodeJS.Timeout>();

/** Node's error code for a request that was too slow. */
class RequestTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}

/**
 * Cuts off a request whose body has not arrived in time. Node's own limit (`requestTimeout`) knows
 * no exceptions, and a file of a gigabyte may take an hour as long as it comes: its route calls
 * `liftBodyDeadline` and sees to the pace itself.
 */
export function registerBodyDeadline(app: FastifyInstance, deadlineMs: number): void {
  app.addHook('onRequest', async ({ raw }) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers;
    if (length === '0' && encoding === undefined) return;
    const timer = setTimeout(() => {
      // Injected requests have no real socket.
      if (!raw.complete && raw.socket instanceof Socket)
        refuseUnreadable(new RequestTimeout('the body did not arrive in time'), raw.socket);
    }, deadlineMs);
    timers.set(raw, timer);
    raw.once('close', () => clearTimeout(timer));
  });
}

/** Lets this request take as long as it needs, to arrive and to be answered. */
export function liftBodyDeadline({ raw }: FastifyRequest): void {
  clearTimeout(timers.get(raw));
  // Clears the timeout while the rows are stored; Node sets it again for the connection's next
  // request. Injected requests have no real socket.
  if (raw.socket instanceof Socket) raw.socket.setTimeout(0);
}
