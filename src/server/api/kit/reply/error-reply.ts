import { AppError, ERROR_CODES, type ErrorCode } from '#contracts/wire/errors.ts';
import type { ErrorBody, RateLimitBody } from '#contracts/wire/http-error.ts';
import type {
  FastifyError,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify';

const PARTS: Readonly<Record<string, string>> = {
  querystring: 'query',
  params: 'path',
  body: 'body',
  headers: 'headers',
};
const SHOWN_CHARS = 80;

/** Turns every failure into `{detail}` with the status of the one error table. */
export function replyWithError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (error instanceof AppError) {
    if (error.retryAfterSeconds !== undefined)
      reply.header('retry-after', String(error.retryAfterSeconds));
    // The rest of a body that was too slow is not awaited.
    if (error.code === 'deadline_exceeded' && !request.raw.complete)
      reply.header('connection', 'close');
    if (error.code === 'internal')
      request.log.error({ err: error, url: request.url }, 'request failed');
    const body: ErrorBody | RateLimitBody =
      error.code === 'rate_limited'
        ? { error: error.detail, detail: error.detail }
        : { detail: error.detail };
    void reply.code(ERROR_CODES[error.code].http).send(body);
    return;
  }
  if ('validation' in error && error.validation !== undefined) {
    void reply
      .code(422)
      .send({ detail: validationDetail(error.validation, error.validationContext) });
    return;
  }
  if ('code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const bytesMax = request.routeOptions.bodyLimit.toLocaleString('en');
    void reply.code(413).send({
      detail: `Request body is too large: at most ${bytesMax} bytes are taken here. Send less at once.`,
    });
    return;
  }
  if ('code' in error && error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    void reply.code(415).send({ detail: mediaTypeDetail(request) });
    return;
  }
  const status = 'statusCode' in error && error.statusCode !== undefined ? error.statusCode : 500;
  if (status >= 500) {
    // The client hung up and so ended the work: nothing failed, and no one reads the reply.
    const isHungUp = error.name === 'AbortError' && reply.raw.destroyed;
    if (!isHungUp) request.log.error({ err: error, url: request.url }, 'request failed');
    void reply
      .code(status === 503 ? 503 : 500)
      .send({ detail: status === 503 ? 'The server is shutting down.' : 'Internal Server Error' });
    return;
  }
  void reply.code(status).send({ detail: error.message });
}

/** Says what a body may be, and what it was. */
function mediaTypeDetail({ headers, routeOptions }: FastifyRequest): string {
  const accepted = routeOptions.config.bodyTypes ?? [];
  if (accepted.length === 0) return 'This route accepts no body.';
  const sent = headers['content-type'];
  const got = sent === undefined ? 'the header is missing' : `got '${sent.slice(0, SHOWN_CHARS)}'`;
  return `Content-Type must be ${accepted.join(' or ')}; ${got}.`;
}

/** The validator's fields that the error uses. */
type SchemaProblem = Pick<FastifySchemaValidationError, 'instancePath' | 'params' | 'message'>;

/** Says which field is wrong, what it was, and what it should be. */
export function validationDetail(
  errors: readonly SchemaProblem[],
  context: string | undefined,
): string {
  const part = PARTS[context ?? ''] ?? 'request';
  const best = errors[0];
  if (best === undefined) return `The ${part} is not valid.`;
  if (typeof best.params['tag'] === 'string')
    return tagDetail(`${part}.${best.params['tag']}`, best);
  const missing = best.params['missingProperty'];
  const path = [
    part,
    ...best.instancePath.split('/').slice(1),
    ...(typeof missing === 'string' ? [missing] : []),
  ].join('.');
  if (typeof missing === 'string') return `${path} is required.`;
  const value = 'data' in best ? shown(best.data) : undefined;
  return value === undefined
    ? `${path} ${expectationOf(best)}.`
    : `${path} ${expectationOf(best)}; got ${value}.`;
}

function expectationOf(problem: SchemaProblem): string {
  const { allowedValues: allowed, limit } = problem.params;
  if (Array.isArray(allowed)) return `must be one of ${allowed.join(', ')}`;
  if (isInfinite(problem)) return 'must be a finite number';
  const words = typeWords(problem.params['type']) ?? boundWords(problem);
  if (words !== null) return `must be ${words}`;
  const pattern = patternWords(problem);
  if (pattern !== null) return pattern;
  const bound = /^must NOT have (more|fewer) than \d+ (\w+)$/.exec(problem.message ?? '');
  if (bound === null) return problem.message ?? 'is not valid';
  if (bound[1] === 'more')
    return limit === 0 ? 'must be empty' : `must have at most ${String(limit)} ${bound[2]}`;
  return limit === 1 ? 'must not be empty' : `must have at least ${String(limit)} ${bound[2]}`;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** What a value of a type is called, or of one of several types; null for other problems. */
function typeWords(type: unknown): string | null {
  const types = [type].flat().filter((one) => typeof one === 'string');
  return types.length === 0 ? null : types.map((one) => TYPE_WORDS[one] ?? one).join(' or ');
}

/** Both bounds of a number when it has two; null for other problems. */
function boundWords(problem: SchemaProblem): string | null {
  const { comparison, limit } = problem.params;
  if (typeof comparison !== 'string') return null;
  const { minimum, maximum } = schemaOf(problem);
  if (minimum !== undefined && maximum !== undefined) return `between ${minimum} and ${maximum}`;
  return `${COMPARISONS[comparison] ?? comparison} ${String(limit)}`;
}

/** A pattern with a text that matches it; null for other problems. */
function patternWords(problem: SchemaProblem): string | null {
  const { pattern } = problem.params;
  if (typeof pattern !== 'string') return null;
  if (pattern === NOT_BLANK) return 'must not be blank';
  const [example] = schemaOf(problem).examples ?? [];
  return example === undefined
    ? `must match the pattern ${pattern}`
    : `must be a text such as ${JSON.stringify(example)} (pattern ${pattern})`;
}

const NOT_BLANK = String.raw`\S`;

interface SchemaBeside {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly examples?: readonly unknown[];
}

function schemaOf(problem: SchemaProblem): SchemaBeside {
  // as: the validator keeps the schema beside each problem
  return ('parentSchema' in problem ? problem.parentSchema : {}) as SchemaBeside;
}

const COMPARISONS: Readonly<Record<string, string>> = {
  '>=': 'at least',
  '<=': 'at most',
  '>': 'greater than',
  '<': 'less than',
};

function isInfinite(problem: SchemaProblem): boolean {
  return 'data' in problem && typeof problem.data === 'number' && !Number.isFinite(problem.data);
}

/** The beginning of a value, and how long it is when that is not all of it. */
function shown(value: unknown): string | undefined {
  // The replacement of a number beyond the range of a double; JSON would write null.
  if (typeof value === 'number') return String(value);
  // as: its type forgets that undefined gives undefined
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined || text.length <= SHOWN_CHARS) return text;
  const size =
    typeof value === 'string'
      ? ` (${Array.from(value).length} characters)`
      : Array.isArray(value)
        ? ` (${value.length} items)`
        : '';
  return `${text.slice(0, SHOWN_CHARS)}…${size}`;
}

interface TaggedKind {
  readonly properties: Readonly<Record<string, { readonly const?: unknown }>>;
}

/** Says which words the field may have that tells several kinds of object apart. */
function tagDetail(path: string, problem: SchemaProblem): string {
  const value = problem.params['tagValue'];
  if (value === undefined) return `${path} is required.`;
  // as: a schema with this field as its discriminator, which the validator refuses to compile
  // otherwise.
  const { oneOf } = ('parentSchema' in problem ? problem.parentSchema : { oneOf: [] }) as {
    readonly oneOf: readonly TaggedKind[];
  };
  const words = oneOf.map((kind) => kind.properties[path.split('.').at(-1) ?? '']?.const);
  return `${path} must be one of ${words.join(', ')}; got ${JSON.stringify(value).slice(0, SHOWN_CHARS)}.`;
}

/** The meaning of each status in the document, and an example of its body. */
export const ERROR_EXAMPLES: Readonly<
  Record<ErrorCode, { readonly description: string; readonly detail: string }>
> = {
  invalid_request: {
    description: 'The request is malformed.',
    detail: 'The body is not valid JSON: Unexpected end of JSON input',
  },
  unauthenticated: { description: 'The key is missing or not valid.', detail: 'Invalid token' },
  forbidden: { description: 'Not allowed.', detail: 'The default project cannot be deleted' },
  not_found: { description: 'Not found.', detail: "Project with name 'chat' not found" },
  method_not_allowed: {
    description: 'The path exists, but not with this method.',
    detail: 'Method Not Allowed',
  },
  deadline_exceeded: {
    description: 'The query took too long and was stopped.',
    detail: 'The query took longer than 10 s. Narrow the time range or the filter.',
  },
  conflict: {
    description: 'The name is in use.',
    detail: "A project named 'chat' already exists.",
  },
  too_large: { description: 'The body is too large.', detail: 'Request body is too large' },
  unsupported_media_type: {
    description: 'The content type is not supported.',
    detail: "Content-Type must be application/json; got 'text/plain'.",
  },
  unprocessable: {
    description: 'A parameter or field is not valid; the message names it.',
    detail: 'query.limit must be between 1 and 1000; got 0.',
  },
  rate_limited: {
    description: 'Too many requests; try again after `Retry-After` seconds.',
    detail: 'Rate limit exceeded: 60 API calls per minute for this address. Try again in 4 s.',
  },
  headers_too_large: {
    description: 'Address and headers are larger than 16 KB together.',
    detail:
      'The address and headers of the request are larger than 16 KB. Narrow the filter, or ask for fewer ids at once.',
  },
  internal: {
    description: 'Internal server error. See the server log.',
    detail: 'Internal Server Error',
  },
  unavailable: {
    description: 'The server is at capacity; try again after `Retry-After` seconds.',
    detail: 'The span queue is full.',
  },
  storage_full: { description: 'The disk is full.', detail: 'No space is left on the disk.' },
};
