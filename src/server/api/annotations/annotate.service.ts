import { gunzipSync, inflateSync } from 'node:zlib';
import {
  AnnotateDocumentsBody,
  AnnotateSessionsBody,
  AnnotateSpansBody,
  AnnotateTracesBody,
  type AnnotationData,
} from '#contracts/annotations/annotation-create.ts';
import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import { AppError } from '#contracts/wire/errors.ts';
import type { AnnotationAuthor, NewAnnotation } from '#core/ports/annotation-rows.ts';
import type { AnnotateOutcome, AnnotationRule } from '#core/ports/annotation-store.ts';
import type { AnyCommand, AnyQuery, Command, Query } from '#server/threads/query.ts';
import { parseExactJson } from '../kit/request/json-body.ts';
import { decodeItems, encodeItems } from './new-annotation-codec.ts';

const TEXT = new TextDecoder();
/** Ids that a refusal names; the others are counted. */
const NAMED_MAX = 1000;
const REASONS_MAX = 10;
const BODIES = {
  span: AnnotateSpansBody,
  trace: AnnotateTracesBody,
  session: AnnotateSessionsBody,
  document: AnnotateDocumentsBody,
} as const satisfies Record<AnnotationTarget, unknown>;
/** A number that JSON doesn't allow, used as a value. */
const NO_NUMBER = /[:,[]\s*(-?(?:NaN|Infinity))\b/;

const problems = new Map<AnnotationTarget, (body: unknown) => string | null>();

interface SentAnnotations {
  readonly body: Uint8Array;
  /** As the header names it. */
  readonly encoding: string;
  readonly bytesMax: number;
  readonly target: AnnotationTarget;
}

interface ReadAnnotations {
  /** For `annotate`, as bytes: the main thread only passes them on. */
  readonly items: Uint8Array;
  /** Each once. */
  readonly names: readonly string[];
}

/**
 * Parses and validates a body of annotations in a reader thread: 32 MiB of JSON take half a second.
 */
export const readAnnotations: Query<SentAnnotations, ReadAnnotations> = {
  name: 'annotations.read',
  deadlineMs: 60_000,
  run: async (_context, { body, encoding, bytesMax, target }) => {
    const parsed = withPlainScores(jsonOf(TEXT.decode(inflateBody(body, encoding, bytesMax))));
    const problem = (await problemOf(target))(parsed);
    if (problem !== null) throw new AppError('unprocessable', problem);
    // as: the validator has checked it against the schema; the compiler cannot follow it there.
    const { data } = parsed as { readonly data: readonly AnnotationData[] };
    return { items: encodeItems(target, data), names: [...new Set(data.map(({ name }) => name))] };
  },
};

export interface AnnotateParams {
  /** The result of `readAnnotations`. */
  readonly items: Uint8Array;
  readonly target: AnnotationTarget;
  readonly author: AnnotationAuthor;
  readonly rules: readonly AnnotationRule[];
  readonly missing: 'refuse' | 'wait';
}

/**
 * Stores annotations, all or none; row numbers in the order of the request, null for what waits.
 * 404 names the targets that do not exist.
 */
export const annotate: Command<AnnotateParams, AnnotateOutcome['numbers']> = {
  name: 'annotations.annotate',
  run: async ({ annotationWriter }, { items, target, author, rules, missing }) => {
    const outcome = await annotationWriter.annotate({
      items: decodeItems(target, items),
      author,
      rules,
      missing,
    });
    if (outcome.missing.length > 0) throw missingTargets(target, outcome.missing);
    if (outcome.refused.length > 0) throw refusal(outcome.refused);
    return outcome.numbers;
  },
};

/** Stores one note; its row number. */
export const writeNote: Command<
  { readonly note: NewAnnotation; readonly author: AnnotationAuthor },
  number
> = {
  name: 'annotations.note',
  run: async ({ annotationWriter }, { note, author }) => {
    const outcome = await annotationWriter.annotate({
      items: [note],
      author,
      rules: [],
      missing: 'refuse',
    });
    const [number] = outcome.numbers;
    if (outcome.refused.length > 0) throw refusal(outcome.refused);
    if (outcome.missing.length > 0 || number === undefined || number === null)
      throw new AppError(
        'not_found',
        `${NOUNS[note.target].one} with ID '${note.targetId.slice(0, 200)}' not found`,
      );
    return number;
  },
};

export const annotationQueries: readonly AnyQuery[] = [readAnnotations];
export const annotationCommands: readonly AnyCommand[] = [annotate, writeNote];

const NOUNS = {
  span: { one: 'Span', many: 'Spans' },
  trace: { one: 'Trace', many: 'Traces' },
  session: { one: 'Session', many: 'Sessions' },
  document: { one: 'Span', many: 'Spans' },
} as const satisfies Record<AnnotationTarget, unknown>;

function missingTargets(target: AnnotationTarget, ids: readonly string[]): AppError {
  const named = ids.slice(0, NAMED_MAX).map((id) => id.slice(0, 200));
  const others = ids.length - named.length;
  return new AppError(
    'not_found',
    `${NOUNS[target].many} with IDs ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''} do not exist. Nothing was written; with sync=false annotations wait for them.`,
  );
}

function refusal(refused: AnnotateOutcome['refused']): AppError {
  const reasons = refused
    .slice(0, REASONS_MAX)
    .map(({ index, reason }) => `body.data.${index}: ${reason}`);
  if (refused.length > REASONS_MAX)
    reasons.push(`${refused.length - REASONS_MAX} more are refused.`);
  return new AppError('unprocessable', reasons.join(' '));
}

/** JSON, with a word about the numbers that some encoders write and JSON does not have. */
function jsonOf(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch (error) {
    const found = NO_NUMBER.exec(text)?.[1];
    if (found === undefined) throw error;
    throw new AppError(
      'unprocessable',
      `The body holds ${found}, which JSON does not have. Leave such a score out, or send null.`,
      {
        cause: error,
      },
    );
  }
}

/** Scores as plain numbers: exact ones are for metadata, whose digits may be ids. */
function withPlainScores(body: unknown): unknown {
  for (const item of listOf(body, 'data')) {
    const result = partOf(item, 'result');
    const score = partOf(result, 'score');
    const text = typeof score === 'object' ? partOf(score, 'rawJSON') : undefined;
    // as: `partOf` found a property in it, so it is an object
    if (typeof text === 'string') (result as { score: unknown }).score = Number(text);
  }
  return body;
}

function listOf(value: unknown, key: string): readonly unknown[] {
  const list = partOf(value, key);
  return Array.isArray(list) ? list : [];
}

function partOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key]; // as: it has the key
}

/**
 * The validator is loaded and compiled when the first such body comes, so that readers that never
 * see one do without.
 */
async function problemOf(target: AnnotationTarget): Promise<(body: unknown) => string | null> {
  const known = problems.get(target);
  if (known !== undefined) return known;
  const { bodyProblem } = await import('../kit/request/json-validator.ts');
  const problem = bodyProblem(BODIES[target]);
  problems.set(target, problem);
  return problem;
}

const INFLATERS: Readonly<
  Record<string, ((bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array) | null>
> = {
  '': null,
  identity: null,
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
};

/**
 * The bytes of a JSON body as its `Content-Encoding` says: gzip, deflate or none. Throws
 * `unsupported_media_type` for another, `invalid_request` for what is not in it, and `too_large`
 * past `bytesMax`, of which never more is in memory.
 */
function inflateBody(bytes: Uint8Array, encoding: string, bytesMax: number): Uint8Array {
  const name = encoding.trim().toLowerCase();
  const inflater = Object.hasOwn(INFLATERS, name) ? INFLATERS[name] : undefined;
  if (inflater === undefined) {
    throw new AppError(
      'unsupported_media_type',
      `Content-Encoding must be gzip, deflate or none; got '${encoding.slice(0, 80)}'.`,
    );
  }
  if (inflater === null) return bytes;
  try {
    return inflater(bytes, { maxOutputLength: bytesMax });
  } catch (error) {
    if (error instanceof RangeError)
      throw new AppError(
        'too_large',
        `The body is larger than ${bytesMax} bytes once inflated. Send it in several requests.`,
        {
          cause: error,
        },
      );
    throw new AppError(
      'invalid_request',
      `The body is not valid ${name}: ${error instanceof Error ? error.message : String(error)}.`,
      {
        cause: error,
      },
    );
  }
}
