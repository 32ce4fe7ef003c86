import type { Socket } from 'node:net';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#contracts/wire/errors.ts';
import type { RouteAccess } from '#contracts/access/route-access.ts';
import type { LimitKind } from '#core/access/rate-limiter.ts';
import type { AccessEvents } from '#server/audit/access-events.ts';
import type { CallerGate, OpenCall } from '#server/auth/caller-gate.ts';
import { callOf, setCall } from '#server/auth/callers.ts';
import type { PublicBaseOf } from '../request/public-base.ts';
import { requestOrigin } from '../request/request-origin.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent on what carries no user data: the page's files, health, the API reference. */
    readonly access?: RouteAccess;
    /** The rate-limit class of its requests; `api` by default. */
    readonly limitKind?: LimitKind;
  }
}

/** The part of a route's declaration that the gate uses. */
export function accessConfig(access: RouteAccess, limitKind: LimitKind): FastifyContextConfig {
  return { access, limitKind };
}

export interface AccessGateOptions {
  readonly gate: CallerGate;
  /** Whether authentication is on. */
  readonly required: boolean;
  readonly events: AccessEvents;
  /** For the document that says where tokens come from. */
  readonly baseOf: PublicBaseOf;
}

const PARAMETER = /:(\w+)/g;
/** Where every path that there is asks who calls. */
const ASKING = /^\/(v1|api)([/?]|$)/;
/** The rate-limit class of a request for an unknown path. */
const NO_ROUTE = '(unknown path)';

/** Method and path of the route, such as `DELETE /v1/datasets/{id}`. */
export function routeOf({ method, routeOptions }: FastifyRequest): string {
  return documentedRoute(method, routeOptions.url ?? '');
}

/** As many as there are routes, by what the framework calls them. */
const documentedPaths = new Map<string, string>();

function documentedRoute(method: string, url: string): string {
  let path = documentedPaths.get(url);
  if (path === undefined) {
    path = url.replaceAll(PARAMETER, '{$1}');
    documentedPaths.set(url, path);
  }
  return `${method} ${path}`;
}

/**
 * Stands in front of every route: finds out who calls, holds them to the limits of the plan, and
 * refuses callers without permission, before a byte of the body is read. Routes that declare
 * nothing (the page's files, health) are open and count for nothing, and so does whatever has no
 * route, except where, with authentication on, every other path asks for credentials: there callers
 * do not learn which paths there are.
 */
export function registerAccessGate(
  app: FastifyInstance,
  { gate, required, events, baseOf }: AccessGateOptions,
): void {
  app.addHook('onRequest', async (request, reply) => {
    // Created anew on each access.
    const { config, url = '' } = request.routeOptions;
    const { access = required ? accessWithoutRoute(request) : undefined, limitKind = 'api' } =
      config;
    if (access === undefined) return;
    const { headers } = request;
    const origin = requestOrigin(request);
    const endpoint = documentedRoute(request.method, config.access === undefined ? NO_ROUTE : url);
    const call = await gate.receive({
      headers,
      address: origin.address,
      kind: limitKind,
      endpoint,
    });
    setCall(request, call);
    reply.headers(call.headers);
    if (call.isWatched) endWithReply(call, request, reply);
    try {
      call.assertAllowed(access);
      events.keyUsed(call.caller, origin);
    } catch (error) {
      if (error instanceof AppError) events.refused(call.known, origin, endpoint, error);
      if (error instanceof AppError && error.code === 'unauthenticated')
        reply.header('www-authenticate', challenge(baseOf(request)));
      throw error;
    }
  });
  // A session's reply must not be shown to the next session by a shared cache or the browser's own.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (callOf(request)?.caller.kind === 'user' || reply.hasHeader('set-cookie'))
      reply.header('cache-control', 'no-store');
    done();
  });
  // A body may take its time: a key that was revoked meanwhile does nothing with it.
  app.addHook('preHandler', (request, _reply, done) => {
    const call = callOf(request);
    const { access } = request.routeOptions.config;
    if (call === undefined || access === undefined || !call.isAged) done();
    else call.assertStillAllowed(access).then(() => done(), done);
  });
}

/** Such a request comes to no route, or to the one that has the page's files. */
function accessWithoutRoute({ url }: FastifyRequest): RouteAccess | undefined {
  return ASKING.test(url) ? 'signed-in' : undefined;
}

/**
 * How to be known here: by a key, or by a token that comes from where that document says (RFC
 * 9728).
 */
function challenge(base: string): string {
  return `Bearer realm="Telltale", resource_metadata="${encodeURI(base)}/.well-known/oauth-protected-resource"`;
}

/** Notes how the call ended once its connection has nothing more to do with it. */
function endWithReply(call: OpenCall, request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw;
  // Injected requests have no real socket, whatever the types say.
  const { bytesRead, bytesWritten } = countsOf(socket);
  const end = (): void => {
    const announced = Number(request.headers['content-length'] ?? Number.NaN);
    // A body without a length begins in the same packet as its head, which is counted before.
    const bytesIn = Number.isFinite(announced)
      ? announced
      : Math.max(0, countsOf(socket).bytesRead - bytesRead);
    call.end({
      status: reply.statusCode,
      bytesIn,
      bytesOut: Math.max(0, countsOf(socket).bytesWritten - bytesWritten),
    });
  };
  // A client that hung up while it was looked up has no end to wait for.
  if (reply.raw.closed) end();
  else reply.raw.once('close', end);
}

function countsOf(socket: Partial<Pick<Socket, 'bytesRead' | 'bytesWritten'>>): {
  readonly bytesRead: number;
  readonly bytesWritten: number;
} {
  return { bytesRead: socket.bytesRead ?? 0, bytesWritten: socket.bytesWritten ?? 0 };
}

/** Notes that a request brought so many spans. */
export function noteSpans(request: FastifyRequest, spans: number): void {
  const call = callOf(request);
  if (call !== undefined) call.spans += spans;
}

/** The access section of the OpenAPI document. */
export function documentedAccess(access: RouteAccess): Record<string, unknown> {
  if (access === 'open') return { security: [] };
  const scopes = typeof access === 'string' ? [] : access.scopes;
  const security = [{ bearer: scopes }, { apiKey: scopes }, { session: scopes }];
  if (access === 'signed-in' || access === 'own-account') return { security };
  if (access === 'person' || access === 'own-password')
    return { security: [{ session: [] }], 'x-caller': 'person' };
  if (access === 'key-manager') return { security, 'x-caller': access };
  return {
    security,
    'x-scopes': access.scopes,
    ...(access.role === undefined ? {} : { 'x-role': access.role }),
    ...(access.workspace === true ? { 'x-workspace': true } : {}),
    ...(access.closedTo === undefined ? {} : { 'x-closed-to': access.closedTo }),
  };
}
