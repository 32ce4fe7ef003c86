import { ANNOTATION_LIMITS } from '#contracts/annotations/annotation-create.ts';
import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import { AppError } from '#contracts/wire/errors.ts';

/** The target of a frame of evaluations, by the name of its type. */
export const EVALUATION_TYPES = {
  SpanEvaluations: 'span',
  TraceEvaluations: 'trace',
  DocumentEvaluations: 'document',
} as const satisfies Record<string, AnnotationTarget>;
export type EvaluationType = keyof typeof EVALUATION_TYPES;
export type EvaluationTarget = (typeof EVALUATION_TYPES)[EvaluationType];

/** A frame's metadata: all its rows are annotations of this name on targets of this kind. */
export interface EvaluationHead {
  readonly name: string;
  readonly target: EvaluationTarget;
}

/** The key of the schema's metadata under which a frame says it. */
export const EVALUATION_METADATA_KEY = 'arize';
const NAME_CHARS_MAX = ANNOTATION_LIMITS.nameCharsMax;
const SHOWN_CHARS = 80;
const METADATA_CHARS_MAX = 64 * 1024;
const TYPE_NAMES = Object.keys(EVALUATION_TYPES).join(', ');

/** How a column is read. */
export type EvaluationCell = 'text' | 'number' | 'position';

/** The columns a frame has, by their place in it; null for what it does not have. */
export interface EvaluationColumns {
  readonly targetId: number;
  readonly position: number | null;
  readonly label: number | null;
  readonly score: number | null;
  readonly explanation: number | null;
}

const SPAN_ID = ['context.span_id', 'span_id'];
const ID_NAMES: Readonly<Record<EvaluationTarget, readonly string[]>> = {
  span: SPAN_ID,
  trace: ['context.trace_id', 'trace_id'],
  document: SPAN_ID,
};
const POSITION_NAMES = ['document_position', 'position'];
const RESULT_NAMES = ['label', 'score', 'explanation'] as const;
/** The default name of an unnamed pandas index, which usually holds row numbers. */
const UNNAMED_INDEX = /^__index_level_\d+__$/;

/**
 * The name and target kind from a frame's metadata, or else from the request. Throws
 * `unprocessable` when both lack them, when the name is blank or too long, and when the kind is
 * unknown.
 */
export function evaluationHead(
  metadata: string | undefined,
  request: { readonly evalName?: string | undefined; readonly evalType?: string | undefined },
): EvaluationHead {
  const meta = metadata === undefined ? null : readMetadata(metadata);
  const [name, type] =
    meta === null ? [request.evalName, request.evalType] : [meta.eval_name, meta.eval_type];
  const place = meta === null ? '' : `${EVALUATION_METADATA_KEY}.`;
  if (meta === null && name === undefined && type === undefined)
    throw refused(
      `the schema's metadata has no key '${EVALUATION_METADATA_KEY}'. Add JSON such as {"eval_id":"…","eval_name":"correctness","eval_type":"SpanEvaluations"}; or set eval_name and eval_type as query parameters.`,
    );
  if (typeof name !== 'string')
    throw refused(`${place}eval_name is ${name === undefined ? 'missing' : 'not a text'}.`);
  if (name.trim() === '')
    throw refused(`${place}eval_name is blank: evaluation name must not be blank or empty.`);
  if (name.length > NAME_CHARS_MAX)
    throw refused(
      `${place}eval_name has ${name.length} characters; at most ${NAME_CHARS_MAX} are taken.`,
    );
  if (!isEvaluationType(type))
    throw refused(`${place}eval_type must be one of ${TYPE_NAMES}; got ${shown(type)}.`);
  return { name, target: EVALUATION_TYPES[type] };
}

/**
 * Which column is what. Throws `unprocessable` naming the column that is missing, unknown, there
 * twice or of another type than it has to be.
 */
export function evaluationColumns(
  target: EvaluationTarget,
  columns: readonly {
    readonly name: string;
    readonly cells: readonly EvaluationCell[];
    readonly type: string;
  }[],
): EvaluationColumns {
  const unused = new Set(columns.keys());
  const take = (names: readonly string[], cell: EvaluationCell): number | null => {
    const found = columns.flatMap(({ name }, index) => (names.includes(name) ? [index] : []));
    const [first, second] = found;
    if (first === undefined) return null;
    if (second !== undefined)
      throw refused(
        `column '${columns[second]?.name}' names what column '${columns[first]?.name}' does; keep one.`,
      );
    const { name = '', cells = [], type = '' } = columns[first] ?? {};
    if (!cells.includes(cell))
      throw refused(`column '${name}' is ${type}; it must hold ${CELL_WORDS[cell]}.`);
    unused.delete(first);
    return first;
  };
  const targetId = take(ID_NAMES[target], 'text');
  if (targetId === null)
    throw missing(ID_NAMES[target], `the id of the ${target === 'trace' ? 'trace' : 'span'}`);
  const position = target === 'document' ? take(POSITION_NAMES, 'position') : null;
  if (target === 'document' && position === null)
    throw missing(POSITION_NAMES, 'the position of the document, from 0');
  const [label, score, explanation] = [
    take(['label'], 'text'),
    take(['score'], 'number'),
    take(['explanation'], 'text'),
  ];
  if (label === null && score === null && explanation === null)
    throw refused(`none of the columns ${RESULT_NAMES.join(', ')} is there; at least one must be.`);
  for (const index of unused) {
    const name = columns[index]?.name ?? '';
    if (UNNAMED_INDEX.test(name)) continue;
    const known = [
      ...ID_NAMES[target],
      ...(target === 'document' ? POSITION_NAMES : []),
      ...RESULT_NAMES,
    ];
    throw refused(
      `column '${name.slice(0, SHOWN_CHARS)}' is not known; drop it. Columns are ${known.join(', ')}.`,
    );
  }
  return { targetId, position, label, score, explanation };
}

const CELL_WORDS: Readonly<Record<EvaluationCell, string>> = {
  text: 'texts',
  number: 'numbers',
  position: 'whole numbers from 0',
};

function readMetadata(metadata: string): {
  readonly eval_name?: unknown;
  readonly eval_type?: unknown;
} {
  if (metadata.length <= METADATA_CHARS_MAX) {
    try {
      const value: unknown = JSON.parse(metadata);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    } catch {
      // Reported below.
    }
  }
  throw refused(
    `the schema's metadata '${EVALUATION_METADATA_KEY}' is not a JSON object; got ${shown(metadata)}.`,
  );
}

function isEvaluationType(value: unknown): value is EvaluationType {
  return typeof value === 'string' && Object.hasOwn(EVALUATION_TYPES, value);
}

function missing(names: readonly string[], what: string): AppError {
  return refused(`column '${names[0]}' (or '${names[1]}') is missing: ${what}.`);
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, SHOWN_CHARS);
}

/** The error for an invalid frame. */
export function refused(detail: string): AppError {
  return new AppError('unprocessable', `Invalid evaluations: ${detail}`);
}
