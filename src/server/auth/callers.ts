import type { FastifyRequest } from 'fastify';
import { invariant } from '#contracts/wire/errors.ts';
import type { Principal } from '#core/access/principal.ts';
import type { OpenCall } from './caller-gate.ts';

const calls = new WeakMap<FastifyRequest, OpenCall>();

/** Keeps the call that a request is, for as long as there is the request. */
export function setCall(request: FastifyRequest, call: OpenCall): void {
  calls.set(request, call);
}

/** The call that this request is; undefined where the route declares no access. */
export function callOf(request: FastifyRequest): OpenCall | undefined {
  return calls.get(request);
}

/** Who makes this request, of a route that declares its access. */
export function callerOf(request: FastifyRequest): Principal {
  const call = calls.get(request);
  invariant(call !== undefined, 'the access gate has seen every request of a declared route');
  return call.caller;
}
