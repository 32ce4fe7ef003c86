import {
  ANNOTATION_LIMITS,
  type AnnotationData,
} from '#contracts/annotations/annotation-create.ts';
import {
  NOTE_NAME,
  type AnnotationTarget,
  type AnnotatorKind,
} from '#contracts/annotations/annotation-kind.ts';
import { AppError, invariant } from '#contracts/wire/errors.ts';
import type { NewAnnotation } from '#core/ports/annotation-rows.ts';

/**
 * An annotation on its way to the writer, without its target's kind, which all of a request share.
 */
type Item = readonly [
  targetId: string,
  position: number | null,
  name: string,
  identifier: string,
  annotatorKind: AnnotatorKind,
  label: string | null,
  score: number | null,
  explanation: string | null,
  metadata: string,
];

/**
 * Items of a body that fits its schema, as bytes that cost the main thread nothing to pass on. 422
 * for what no schema can say; 400 for the name that notes have.
 */
export function encodeItems(target: AnnotationTarget, data: readonly AnnotationData[]): Uint8Array {
  return new TextEncoder().encode(
    JSON.stringify(data.map((item, index) => itemOf(target, item, index))),
  );
}

export function decodeItems(target: AnnotationTarget, bytes: Uint8Array): NewAnnotation[] {
  // as: `encodeItems` wrote it
  const items = JSON.parse(new TextDecoder().decode(bytes)) as readonly Item[];
  return items.map(
    ([
      targetId,
      position,
      name,
      identifier,
      annotatorKind,
      label,
      score,
      explanation,
      metadata,
    ]) => ({
      target,
      targetId,
      position,
      name,
      identifier,
      annotatorKind,
      label,
      score,
      explanation,
      metadata,
    }),
  );
}

function itemOf(target: AnnotationTarget, item: AnnotationData, index: number): Item {
  const {
    name,
    identifier = '',
    annotator_kind,
    result,
    metadata,
    document_position = null,
  } = item;
  if (name === NOTE_NAME && target !== 'document') throw reservedName(target, index);
  const score = result?.score ?? null;
  if (score !== null && !Number.isFinite(score))
    throw new AppError(
      'unprocessable',
      `body.data.${index}.result.score must be a finite number; got ${score}. Leave it out or send null.`,
    );
  return [
    targetIdOf(target, item),
    target === 'document' ? document_position : null,
    name,
    identifier,
    annotator_kind,
    result?.label ?? null,
    score,
    result?.explanation ?? null,
    metadataText(metadata ?? {}, index),
  ];
}

const HEX = /^[0-9a-f]+$/i;

/** Ids of spans and traces are hex digits, in any case; what is none stays as sent, for the error. */
export function targetIdOf(
  target: AnnotationTarget,
  item: Pick<AnnotationData, 'trace_id' | 'session_id'> & { readonly span_id?: string },
): string {
  const id =
    target === 'trace' ? item.trace_id : target === 'session' ? item.session_id : item.span_id;
  invariant(id !== undefined, 'the schema requires the id of the target');
  return target !== 'session' && HEX.test(id) ? id.toLowerCase() : id;
}

function metadataText(metadata: Readonly<Record<string, unknown>>, index: number): string {
  const { metadataCharsMax, metadataDepthMax } = ANNOTATION_LIMITS;
  const field = `body.data.${index}.metadata`;
  if (!isWithinDepth(metadata, metadataDepthMax))
    throw new AppError(
      'unprocessable',
      `${field} is nested more than ${metadataDepthMax} levels deep. Send what is deeper as a text.`,
    );
  const text = JSON.stringify(metadata);
  if (text.length <= metadataCharsMax) return text;
  throw new AppError(
    'unprocessable',
    `${field} has ${text.length} characters of JSON; at most ${metadataCharsMax} are kept: '${text.slice(0, 80)}…'. Keep what is large elsewhere, and its address here.`,
  );
}

function isWithinDepth(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((part) => isWithinDepth(part, levels - 1));
}

function reservedName(target: AnnotationTarget, index: number): AppError {
  return new AppError(
    'invalid_request',
    `The name '${NOTE_NAME}' is reserved for ${target} notes (body.data.${index}.name). Send them to /v1/${target}_notes, or choose another name.`,
  );
}
