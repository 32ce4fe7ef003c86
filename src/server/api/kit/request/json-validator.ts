import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { enumFolder } from './enum-case.ts';
import { parameterFolder } from './parameter-words.ts';
import { validationDetail } from '../reply/error-reply.ts';

/**
 * Schemas are not validated against their own meta-schema here, a third of the cost:
 * `openapi.json`, which has them all, is validated against it in a test.
 */
const OPTIONS = {
  allErrors: false,
  verbose: true,
  strict: false,
  // JSON's 1e999 becomes an infinity, which no reply could give back.
  strictNumbers: true,
  removeAdditional: false,
  useDefaults: true,
  validateSchema: false,
  // Of several kinds of object, only the one that was meant is checked.
  discriminator: true,
  // A third of what compiling takes, for checks that are hardly faster.
  code: { optimize: false },
} as const;

/**
 * Validates requests: parameters are text and are coerced (`"5"` to 5, `True` to true, a single value to a list),
 * bodies are taken as they are, but for the case of words of enumerations, which is made the
 * schema's. Defaults of the schema are filled in; parameters it does not name are dropped, as the
 * clients expect, so no handler ever sees them. A schema is compiled when its first request comes:
 * all of them together took two thirds of the main thread's start. `onSchema` receives how to
 * compile the parameters of a path before that.
 */
export function jsonValidatorCompiler(
  onSchema: (path: string, compile: () => void) => void = () => undefined,
): FastifySchemaCompiler<object> {
  const parameters = new Ajv({ ...OPTIONS, coerceTypes: 'array', removeAdditional: 'all' });
  const bodies = new Ajv({ ...OPTIONS, coerceTypes: false });
  addFormats.default(parameters);
  addFormats.default(bodies);
  return ({ schema, httpPart, url }) => {
    if (httpPart === 'body') return compiledOnFirstUse(bodies, schema, enumFolder);
    const validate = compiledOnFirstUse(parameters, schema, parameterFolder);
    onSchema(url, validate.compile);
    return finite(validate);
  };
}

/**
 * The result of `compile` as Fastify uses it: the answer, and the errors on the function itself.
 */
type Validate = ((data: unknown) => boolean) & { errors: ErrorObject[] | null };

/** Spells words of a value as its schema does: in place. */
type Fold = (value: unknown) => void;

function compiledOnFirstUse(
  ajv: Ajv,
  schema: AnySchema,
  folderOf: (schema: object) => Fold | null,
): Validate & { readonly compile: () => ValidateFunction } {
  let compiled: ValidateFunction | null = null;
  let fold: Fold | null = null;
  const problems: { errors: ErrorObject[] | null } = { errors: null };
  const compile = (): ValidateFunction => {
    if (compiled !== null) return compiled;
    fold = typeof schema === 'object' ? folderOf(schema) : null;
    return (compiled = ajv.compile(schema));
  };
  const validate = (data: unknown): boolean => {
    const check = compile();
    fold?.(data);
    const isValid = check(data);
    result.errors = check.errors ?? null;
    return isValid;
  };
  const result = Object.assign(validate, problems, { compile });
  return result;
}

/**
 * The same, refusing numbers without end. The validator makes a number of the text `Infinity` or
 * `1e400` and then, being strict with numbers, takes it for none: bounds are not looked at.
 */
function finite(validate: Validate): Validate {
  const problems: { errors: ErrorObject[] | null } = { errors: null };
  const result = Object.assign((data: unknown): boolean => {
    const isValid = validate(data);
    const endless = isValid ? endlessNumber(data) : null;
    result.errors = endless === null ? validate.errors : [endless];
    return isValid && endless === null;
  }, problems);
  return result;
}

/** The error for the first infinite number among parameters; null when there is none. */
function endlessNumber(parameters: unknown): ErrorObject | null {
  for (const [name, value] of Object.entries(parameters ?? {}))
    for (const data of [value].flat())
      if (typeof data === 'number' && !Number.isFinite(data))
        return {
          instancePath: `/${name}`,
          schemaPath: '',
          keyword: 'type',
          params: {},
          message: 'must be a finite number',
          data,
        };
  return null;
}

/**
 * Validates a body as `jsonValidatorCompiler` does, where there is no Fastify: null, or what is
 * wrong with it.
 */
export function bodyProblem(schema: TSchema): (body: unknown) => string | null {
  const bodies = new Ajv({ ...OPTIONS, coerceTypes: false });
  addFormats.default(bodies);
  const validate = bodies.compile(schema);
  const fold = enumFolder(schema);
  return (body) => {
    fold?.(body);
    return validate(body) ? null : validationDetail(validate.errors ?? [], 'body');
  };
}
