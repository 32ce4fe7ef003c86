import type { FastifyInstance } from 'fastify';
import { AppError } from '#contracts/wire/errors.ts';
import { parseExactJson, parseJson } from '../kit/request/json-body.ts';
import { JsonText, memberText, nonFiniteNumber, tooDeep } from '../kit/request/json-member.ts';

type JsonBody = Record<string, unknown>;

/** Reads bodies of experiments: numbers in the metadata keep all their digits. */
export function registerExperimentBody(app: FastifyInstance): void {
  registerBody(app, keepDigits);
}

/**
 * Reads bodies of runs: the output stays the text that came, so that no digit of it is lost and
 * nothing is written anew.
 */
export function registerRunBody(app: FastifyInstance): void {
  registerBody(app, (body, text) => {
    const output = memberText(text, 'output');
    if (output !== null) body['output'] = new JsonText(output);
  });
}

/** Reads bodies of evaluations: numbers in the metadata keep all their digits. */
export function registerEvaluationBody(app: FastifyInstance): void {
  registerBody(app, (body, text) => {
    keepDigits(body, text);
    const { result } = body;
    if (isObject(result)) keepDigits(result, memberText(text, 'result') ?? '');
  });
}

function keepDigits(object: JsonBody, text: string): void {
  const metadata = isObject(object['metadata']) ? memberText(text, 'metadata') : null;
  if (metadata !== null) object['metadata'] = parseExactJson(metadata);
}

function registerBody(app: FastifyInstance, keep: (body: JsonBody, text: string) => void): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (_request, text, done) => {
      try {
        const body = parsed(text);
        if (isObject(body)) keep(body, text);
        done(null, body);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  );
}

/** Errors name the field where it is known. */
function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw (
      (error.cause instanceof SyntaxError ? nonFiniteNumber(text) : tooDeep(text, ['result'])) ??
      error
    );
  }
}

function isObject(value: unknown): value is JsonBody {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
