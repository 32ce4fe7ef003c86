import type { QueryClient } from '@tanstack/react-query';
import type { AnyAnnotation } from '#contracts/annotations/annotation.ts';
import { NOTE_NAME } from '#contracts/annotations/annotation-kind.ts';
import {
  NO_RESULT,
  isEmptyResult,
  isSameResult,
  annotatedBy,
  keyOfAnnotated,
  ownIdentifier,
  ownAnnotation,
  type AnnotatedThing,
  type AnnotationResult,
} from '#web/annotations/annotated-thing.ts';
import { rememberUndo, whileSaving } from '#web/annotations/undo-stack.ts';
import { inTurn, isInTurn } from '#web/platform/http/in-turn.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { readReviewer } from '#web/accounts/sign-in.calls.ts';
import {
  annotationHistoryOptions,
  deleteAnnotation,
  restoreAnnotation,
  writeAnnotation,
  writeNote,
} from './annotations.calls.ts';
import {
  changeAnnotations,
  annotationIn,
  readKnownAnnotations,
  refreshAnnotations,
  withAnnotation,
  type AnnotatedPlace,
} from '#web/annotations/annotation-lists.ts';

/** The target, and where lists of its annotations are cached. */
export interface AnnotateCall {
  readonly client: QueryClient;
  readonly place: AnnotatedPlace;
  readonly annotated: AnnotatedThing;
}

/** The new content of an annotation, given the current one; an empty result deletes it. */
export type AnnotationChange = (before: AnnotationResult) => AnnotationResult;

const PENDING = 'pending:';
let pendings = 0;
/** Global IDs of annotations that were shown before the server had answered. */
const answered = new Map<string, string>();
const ANSWERED_MAX = 1000;

/**
 * Saves an annotation made on the page: the annotation shows at once, and is removed with the
 * reason when the server refuses it. `edited` is another user's annotation to change. Resolves to
 * whether it was saved.
 */
export function annotate(
  call: AnnotateCall,
  name: string,
  change: AnnotationChange,
  edited?: AnyAnnotation,
): Promise<boolean> {
  return whileSaving(() => annotateNow(call, name, change, edited));
}

async function annotateNow(
  call: AnnotateCall,
  name: string,
  change: AnnotationChange,
  edited?: AnyAnnotation,
): Promise<boolean> {
  const { client, annotated, place } = call;
  try {
    const [known, reviewer] = await Promise.all([
      readKnownAnnotations(client, annotated, place),
      readReviewer(client),
    ]);
    // From here to where it is shown nothing is waited for: two that begin together see each other.
    const before = edited ?? ownAnnotation(known(), annotated, name, reviewer);
    const result = change(before?.result ?? NO_RESULT);
    if (isSameResult(before?.result ?? NO_RESULT, result)) return true;
    if (before !== undefined && isEmptyResult(result)) return await removeNow(call, before);
    return await write(
      call,
      shownWhile(
        call,
        { name, result, identifier: ownIdentifier(annotated.target, reviewer) },
        before,
      ),
      before,
      edited,
    );
  } catch (error) {
    sayFailed(`${name} was not saved`, error, () => void annotate(call, name, change, edited));
    return false;
  }
}

async function write(
  call: AnnotateCall,
  shown: AnyAnnotation,
  before: AnyAnnotation | undefined,
  edited?: AnyAnnotation,
): Promise<true> {
  const { client, annotated, place } = call;
  const { name, result, identifier } = shown;
  changeAnnotations(client, annotated, place, (list) => withAnnotation(list, shown, shown));
  const key = keyOf(shown);
  try {
    const id = await inTurn(key, () =>
      writeAnnotation({ annotated, name, result, identifier, edited }),
    );
    rememberAnswer(shown.id, id);
    changeAnnotations(client, annotated, place, (list) =>
      withAnnotation(list, shown, { ...(annotationIn(list, shown) ?? shown), id }),
    );
    rememberUndo(`${name}: ${resultText(result)}`, () =>
      before === undefined ? takeBack(call, shown) : goBackTo(call, before),
    );
    return true;
  } catch (error) {
    // The annotated object is still shown afterwards; its data has its own request.
    changeAnnotations(client, annotated, place, (list) =>
      annotationIn(list, shown) === shown ? withAnnotation(list, shown, before ?? null) : list,
    );
    throw error;
  } finally {
    refresh(call, key);
  }
}

/** Takes an annotation or a note away, with Undo. */
export function removeAnnotation(call: AnnotateCall, annotation: AnyAnnotation): Promise<boolean> {
  return whileSaving(() => removeNow(call, annotation));
}

async function removeNow(call: AnnotateCall, annotation: AnyAnnotation): Promise<boolean> {
  const { client, annotated, place } = call;
  changeAnnotations(client, annotated, place, (list) => withAnnotation(list, annotation, null));
  const key = keyOf(annotation);
  try {
    await inTurn(key, () => deleteAnnotation(idOf(annotation)));
    rememberUndo(`${annotation.name} deleted`, () => goBackTo(call, annotation));
    return true;
  } catch (error) {
    changeAnnotations(client, annotated, place, (list) =>
      withAnnotation(list, annotation, annotation),
    );
    sayFailed(
      `${annotation.name} was not deleted`,
      error,
      () => void removeAnnotation(call, annotation),
    );
    return false;
  } finally {
    refresh(call, key);
  }
}

/** Adds a note; resolves to whether it was saved. */
export function addNote(call: AnnotateCall, text: string): Promise<boolean> {
  return whileSaving(() => addNoteNow(call, text));
}

async function addNoteNow(call: AnnotateCall, text: string): Promise<boolean> {
  const { client, annotated, place } = call;
  const shown = shownWhile(
    call,
    {
      name: NOTE_NAME,
      result: { ...NO_RESULT, explanation: text },
      // Known from the start: an edit before the list is read again is of this note.
      identifier: newNoteIdentifier(annotated.target),
    },
    undefined,
  );
  changeAnnotations(client, annotated, place, (list) => [...list, shown]);
  const key = keyOf(shown);
  try {
    const id = await inTurn(key, () => writeNote(annotated, text, shown.identifier));
    rememberAnswer(shown.id, id);
    changeAnnotations(client, annotated, place, (list) =>
      withAnnotation(list, shown, { ...shown, id }),
    );
    rememberUndo('Note added', () => takeBack(call, { ...shown, id }));
    return true;
  } catch (error) {
    changeAnnotations(client, annotated, place, (list) => withAnnotation(list, shown, null));
    sayFailed('The note was not saved', error, () => void addNote(call, text));
    return false;
  } finally {
    refresh(call, key);
  }
}

/** As the server names a note without one. */
function newNoteIdentifier(target: AnnotatedThing['target']): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `px-${target}-note:${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Makes an annotation what it was at a revision. */
export function restoreRevision(
  call: AnnotateCall,
  annotation: AnyAnnotation,
  revision: number,
): Promise<void> {
  return whileSaving(() => restoreNow(call, annotation, revision));
}

async function restoreNow(
  call: AnnotateCall,
  annotation: AnyAnnotation,
  revision: number,
): Promise<void> {
  await inTurn(keyOf(annotation), () => restoreAnnotation(annotation.id, revision));
  refresh(call, keyOf(annotation));
  await call.client.invalidateQueries({ queryKey: ['annotation-history', annotation.id] });
  rememberUndo(`${annotation.name} restored`, () => goBackTo(call, annotation));
}

/** The context needed to change an annotation in a list. */
export function callOn(
  client: QueryClient,
  place: AnnotatedPlace,
  annotation: AnyAnnotation,
): AnnotateCall {
  return { client, place, annotated: annotatedBy(annotation) };
}

async function takeBack(call: AnnotateCall, annotation: AnyAnnotation): Promise<void> {
  const { client, annotated, place } = call;
  changeAnnotations(client, annotated, place, (list) => withAnnotation(list, annotation, null));
  await undone(call, annotation, () => deleteAnnotation(idOf(annotation)));
}

/** Restores from the history: the newest revision with the earlier content. */
async function goBackTo(call: AnnotateCall, before: AnyAnnotation): Promise<void> {
  const { client, annotated, place } = call;
  changeAnnotations(client, annotated, place, (list) => withAnnotation(list, before, before));
  await undone(call, before, async () => {
    const revisions = await client.fetchQuery(annotationHistoryOptions(idOf(before)));
    const found = revisions.findLast(
      ({ result }) => result !== null && isSameResult(result, before.result),
    );
    if (found === undefined) throw new Error('its history doesn’t contain the previous version.');
    await restoreAnnotation(idOf(before), found.revision);
  });
}

async function undone(
  call: AnnotateCall,
  annotation: AnyAnnotation,
  run: () => Promise<void>,
): Promise<void> {
  const key = keyOf(annotation);
  try {
    await inTurn(key, run);
  } finally {
    refresh(call, key);
  }
}

type SentAnnotation = Pick<AnyAnnotation, 'name' | 'result' | 'identifier'>;

/** The list's content until the server has answered. */
function shownWhile(
  { annotated }: AnnotateCall,
  { name, result, identifier }: SentAnnotation,
  before: AnyAnnotation | undefined,
): AnyAnnotation {
  const now = new Date().toISOString();
  pendings += 1;
  return {
    metadata: {},
    identifier,
    created_at: now,
    user_id: null,
    ...before,
    id: before?.id ?? `${PENDING}${pendings}`,
    name,
    annotator_kind: 'HUMAN',
    source: 'APP',
    target: annotated.target,
    target_id: annotated.id,
    document_position: annotated.position,
    result,
    updated_at: now,
  };
}

function rememberAnswer(shownId: string, id: string): void {
  if (shownId === id) return;
  answered.set(shownId, id);
  const oldest = answered.size > ANSWERED_MAX ? answered.keys().next().value : undefined;
  if (oldest !== undefined) answered.delete(oldest);
}

function idOf({ id }: AnyAnnotation): string {
  return answered.get(id) ?? id;
}

/** Several notes may share the name: each is separate. */
function keyOf(annotation: AnyAnnotation): string {
  const { name, identifier } = annotation;
  return name === NOTE_NAME
    ? idOf(annotation)
    : `${keyOfAnnotated(annotatedBy(annotation))} ${identifier} ${name}`;
}

/** Reads again what lists show, once nothing more of it is under way. */
function refresh({ client, annotated, place }: AnnotateCall, key: string): void {
  if (!isInTurn(key)) refreshAnnotations(client, annotated, place);
}

function sayFailed(what: string, error: unknown, retry: () => void): void {
  const why = error instanceof Error ? error.message : 'unknown server error.';
  const action = { label: 'Try again', run: retry };
  showToast({ tone: 'error', text: `${what}: ${why}`, durationMs: 15_000, action });
}

function resultText({ label, score, explanation }: AnnotationResult): string {
  return label ?? (score === null ? (explanation ?? '') : String(score));
}
