import type { Declaration, Nothing } from '#contracts/wire/declare.ts';
import { ERROR_CODES, invariant, type ErrorCode } from '#contracts/wire/errors.ts';
import {
  ErrorBody,
  FieldErrorBody,
  RateLimitBody,
  RedirectBody,
} from '#contracts/wire/http-error.ts';
import type { Principal } from '#core/access/principal.ts';
import type { LimitKind } from '#core/access/rate-limiter.ts';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { callerOf } from '#server/auth/callers.ts';
import { accessConfig, documentedAccess } from './access-gate.ts';
import { audited, type NoteAct } from './audited.ts';
import { askerOf, type Asker } from './asker.ts';
import { isClientRoute } from './client-routes.ts';
import { replyUseOf } from '../reply/reply-flow.ts';
import { ERROR_EXAMPLES } from '../reply/error-reply.ts';
import { replyWithFieldErrors } from '../reply/field-errors.ts';
import { jsonValidatorCompiler } from '../request/json-validator.ts';
import { refuseUndecodable, refuseUnknownParameters } from './unknown-parameters.ts';

/** What only the server knows of a route. */
export interface ServeOptions<B extends TSchema> {
  /**
   * Whether a call only asks what it would do, as the route itself reads its body: that is no act,
   * and has no row.
   */
  readonly isLook?: (body: Static<B>) => boolean;
  /** How a refusal is answered where browsers are led about, in place of `{detail}`. */
  readonly replyWithRefusal?: (error: Error, request: FastifyRequest, reply: FastifyReply) => void;
  /** The largest body, where settings decide it. */
  readonly bodyBytesMax?: number;
}

export interface RouteInput<P extends TSchema, Q extends TSchema, B extends TSchema> {
  readonly params: Static<P>;
  readonly query: Static<Q>;
  readonly body: Static<B>;
  /** The caller; on open routes the kind may be `nobody`. */
  readonly caller: Principal;
  /** The same for queries and commands. */
  readonly asker: Asker;
  /** Adds to the act's row in the audit log, of a route that has one. */
  readonly note: NoteAct;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Aborts when the client hangs up. */
  readonly signal: AbortSignal;
}

/**
 * What a handler resolves to: the body, its text or bytes, or a reply that is sent already. Where
 * no body is declared, nothing is sent.
 */
type Answer<O extends TSchema> = O extends Nothing
  ? unknown
  : Immutable<Static<O>> | string | Uint8Array | Readable | FastifyReply;

type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Immutable<T[Key]> }
    : T;

/**
 * Serves a declared route. The handler resolves to the body: a value of its schema, or JSON that is
 * sent unchanged.
 */
export function serve<P extends TSchema, Q extends TSchema, B extends TSchema, O extends TSchema>(
  app: FastifyInstance,
  spec: Declaration<P, Q, B, O>,
  handler: (input: RouteInput<P, Q, B>) => Promise<Answer<O>>,
  options: ServeOptions<B> = {},
): void {
  const bodyLimit = options.bodyBytesMax ?? spec.bodyBytesMax;
  invariant(
    spec.anyOrigin === undefined || spec.access === 'open',
    `${spec.path} answers pages of any site, so it must be open`,
  );
  app.route({
    method: spec.method,
    // HEAD would hold a stream that is never read.
    exposeHeadRoute: spec.method === 'GET' && !isStream(spec),
    url: urlOf(spec.path),
    onRequest: [
      refuseUndecodable,
      ...(ignoresUnknownParameters(spec) ? [] : [refuseUnknownParameters(spec.query)]),
    ],
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    ...(spec.rawBody === true ? { validatorCompiler: parametersOnly } : {}),
    ...(spec.fieldErrors === true ? { errorHandler: replyWithFieldErrors } : {}),
    ...(options.replyWithRefusal === undefined ? {} : { errorHandler: options.replyWithRefusal }),
    config: {
      ...accessConfig(spec.access, limitKindOf(spec)),
      ...(spec.audit === undefined ? {} : { audit: spec.audit }),
      ...(spec.anyOrigin === undefined ? {} : { anyOrigin: true }),
      bodyTypes: bodyTypesOf(spec),
    },
    schema: {
      operationId: spec.id,
      ...documentedAccess(spec.access),
      ...(spec.audit === undefined ? {} : { 'x-audit': spec.audit }),
      tags: [spec.tag],
      summary: spec.summary,
      description: spec.description,
      ...(spec.params === undefined ? {} : { params: spec.params }),
      ...(spec.query === undefined ? {} : { querystring: spec.query }),
      ...(spec.body === undefined ? {} : { body: documentedBody(spec, spec.body) }),
      ...(spec.binaryBody === undefined ? {} : { body: binaryBody(spec.binaryBody) }),
      response: responsesOf(spec),
    },
    handler: async (request, reply) => {
      const caller = callerOf(request);
      const asked = validated<P, Q, B>(request);
      const signal = hangUpSignal(reply);
      const asker = askerOf(caller, replyUseOf(request, reply), signal);
      const run = (note: NoteAct): Promise<unknown> =>
        handler({ ...asked, caller, asker, note, request, reply, signal });
      const body =
        spec.audit === undefined || options.isLook?.(asked.body) === true
          ? await run(unnoted)
          : await audited(
              { action: spec.audit, caller, request, reply, okStatus: spec.ok.status },
              run,
            );
      if (spec.ok.status === 302 && !reply.sent) return sendRedirect(request, reply);
      return reply.sent ? reply : sendBody(reply, spec.ok, body);
    },
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The media types of a body that the route accepts. */
    readonly bodyTypes?: readonly string[];
  }
}

/**
 * Clients send more than the server knows, and so do identity providers and apps in the links that
 * browsers follow.
 */
function ignoresUnknownParameters({ method, path, access }: Declaration): boolean {
  return access === 'open' || isClientRoute(method, path);
}

function bodyTypesOf({
  body,
  binaryBody: binary = [],
  formBody,
  isForm,
}: Declaration): readonly string[] {
  if (isForm === true) return ['application/x-www-form-urlencoded'];
  const json = body === undefined ? [] : ['application/json'];
  return [...json, ...(formBody === undefined ? [] : ['multipart/form-data']), ...binary];
}

/** Whether the reply stays open until the client or the server closes it. */
function isStream({ ok }: Declaration): boolean {
  return (ok.contentType ?? '').startsWith('text/event-stream');
}

function limitKindOf(spec: Declaration): LimitKind {
  if (spec.isIngest === true) return 'ingest';
  return isStream(spec) ? 'live' : 'api';
}
const unnoted: NoteAct = () => {};

/**
 * The body's schema with an example; by media type when it is a form, or may come as one as well.
 */
function documentedBody({ bodyExample, formBody, isForm }: Declaration, body: TSchema): object {
  const schema = bodyExample === undefined ? body : { ...body, examples: [bodyExample] };
  if (isForm === true) return { content: { 'application/x-www-form-urlencoded': { schema } } };
  return formBody === undefined
    ? schema
    : { content: { 'application/json': { schema }, 'multipart/form-data': { schema: formBody } } };
}

function binaryBody(mediaTypes: readonly string[]): { readonly content: object } {
  return {
    content: Object.fromEntries(
      mediaTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
    ),
  };
}

/** A declared path as the router has it. */
export function urlOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

const compileParameters = jsonValidatorCompiler();
const parametersOnly: FastifySchemaCompiler<object> = (part) =>
  part.httpPart === 'body' ? () => true : compileParameters(part);

/** The request's parts with the types of the schemas they were validated against. */
function validated<P extends TSchema, Q extends TSchema, B extends TSchema>(
  request: FastifyRequest,
): Pick<RouteInput<P, Q, B>, 'params' | 'query' | 'body'> {
  const { params, query, body } = request;
  // as: the validator has checked them against P, Q and B; the compiler cannot follow it there.
  return { params, query, body } as Pick<RouteInput<P, Q, B>, 'params' | 'query' | 'body'>;
}

function sendBody(reply: FastifyReply, ok: Declaration['ok'], body: unknown): FastifyReply {
  reply.code(ok.status);
  if (ok.status === 204) return reply.send();
  if (body instanceof Uint8Array) {
    return reply
      .header('content-type', ok.contentType ?? 'application/json; charset=utf-8')
      .send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  }
  if (ok.contentType !== undefined && !reply.hasHeader('content-type'))
    reply.header('content-type', ok.contentType);
  return reply.send(body);
}

/**
 * Follows the `location` header: browsers are redirected, and a program that accepts JSON gets the
 * address as JSON. Scripts can't read a redirect.
 */
export function sendRedirect({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { accept = '' } = headers;
  reply.header(
    'vary',
    [reply.getHeader('vary'), 'accept'].filter((one) => one !== undefined).join(', '),
  );
  if (!accept.includes('application/json') || accept.includes('text/html'))
    return reply.code(302).send();
  const location = String(reply.getHeader('location'));
  return reply
    .removeHeader('location')
    .code(200)
    .send({ location } satisfies RedirectBody);
}

function hangUpSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

const FIELD_ERROR_EXAMPLE = {
  detail: [
    {
      type: 'schema_error',
      loc: ['body', 'data', 0, 'name'],
      msg: 'body.data.0.name is required.',
    },
  ],
} satisfies FieldErrorBody;

/**
 * The responses part of a Fastify schema: the success and every failure, each described and with an
 * example.
 */
function responsesOf(spec: Declaration): Record<string, unknown> {
  const { ok } = spec;
  const responses: Record<string, unknown> = {};
  if (ok.status === 302)
    responses[200] = {
      description: 'The address, for `Accept: application/json`.',
      content: { 'application/json': { schema: RedirectBody } },
    };
  if (ok.schema === undefined) responses[ok.status] = { type: 'null', description: ok.description };
  else {
    const binary = binaryBody(ok.binaryTypes ?? []).content;
    responses[ok.status] = {
      description: ok.description,
      content: { [mediaType(ok.contentType)]: { schema: ok.schema }, ...binary },
    };
  }
  const codes = new Set<ErrorCode>([
    ...spec.errors,
    'forbidden',
    'rate_limited',
    'internal',
    'unavailable',
    'deadline_exceeded',
  ]);
  if (spec.access !== 'open') codes.add('unauthenticated');
  if (spec.query !== undefined) codes.add('headers_too_large');
  if (!ignoresUnknownParameters(spec)) codes.add('unprocessable');
  if (spec.params !== undefined || spec.query !== undefined || spec.body !== undefined)
    for (const code of ['invalid_request', 'unprocessable'] as const) codes.add(code);
  if (spec.body !== undefined)
    for (const code of ['too_large', 'unsupported_media_type'] as const) codes.add(code);
  for (const code of codes) {
    const { description, detail } = ERROR_EXAMPLES[code];
    const own = code === 'rate_limited' ? RateLimitBody : ErrorBody;
    const example = code === 'rate_limited' ? { error: detail, detail } : { detail };
    const { refusalBody: other } = spec;
    const media =
      other === undefined
        ? { schema: own, example }
        : { schema: other.schema, example: other.example(detail) };
    responses[ERROR_CODES[code].http] = { description, content: { 'application/json': media } };
  }
  if (spec.emptyNotFound !== undefined)
    responses[ERROR_CODES.not_found.http] = { type: 'null', description: spec.emptyNotFound };
  if (spec.fieldErrors === true) {
    const { description } = ERROR_EXAMPLES.unprocessable;
    responses[ERROR_CODES.unprocessable.http] = {
      description,
      content: { 'application/json': { schema: FieldErrorBody, example: FIELD_ERROR_EXAMPLE } },
    };
  }
  return responses;
}

function mediaType(contentType: string | undefined): string {
  return contentType === undefined
    ? 'application/json'
    : (contentType.split(';')[0] ?? contentType);
}
