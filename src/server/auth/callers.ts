import type { FastifyRequest } from 'fastify';
import { invariant } from '#contracts/errors.ts';
import type { Principal } from '#core/access/principal.ts';

const callers = new WeakMap<FastifyRequest, Principal>();

/** Keeps who makes a request, for as long as there is the request. */
export function setCaller(request: FastifyRequest, caller: Principal): void {
  callers.set(request, caller);
}

/** Who makes this request, of a route that declares its access. */
export function callerOf(request: FastifyRequest): Principal {
  const caller = callers.get(request);
  invariant(caller !== undefined, 'the access gate has seen every request of a declared route');
  return caller;
}
