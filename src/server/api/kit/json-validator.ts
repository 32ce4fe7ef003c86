import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { validationDetail } from './error-reply.ts';

const OPTIONS = { allErrors: false, verbose: true, strict: false, removeAdditional: false, useDefaults: true } as const;

/**
 * Validates requests: parameters are text and are coerced (`"5"` to 5, a single value to a list), bodies are taken as they are.
 * Defaults of the schema are filled in; parameters it does not name are dropped, as the clients expect, so no handler ever sees them.
 */
export function jsonValidatorCompiler(): FastifySchemaCompiler<object> {
  const parameters = new Ajv({ ...OPTIONS, coerceTypes: 'array', removeAdditional: 'all' });
  const bodies = new Ajv({ ...OPTIONS, coerceTypes: false });
  addFormats.default(parameters);
  addFormats.default(bodies);
  return ({ schema, httpPart }) => (httpPart === 'body' ? bodies : parameters).compile(schema);
}

/** Validates a body as `jsonValidatorCompiler` does, where there is no Fastify: null, or what is wrong with it. */
export function bodyProblem(schema: TSchema): (body: unknown) => string | null {
  const bodies = new Ajv({ ...OPTIONS, coerceTypes: false });
  addFormats.default(bodies);
  const validate = bodies.compile(schema);
  return (body) => (validate(body) ? null : validationDetail(validate.errors ?? [], 'body'));
}
