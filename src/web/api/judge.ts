import type { QueryClient } from '@tanstack/react-query';
import type { AnyAnnotation } from '#contracts/annotation.ts';
import { NOTE_NAME } from '#contracts/annotation-kind.ts';
import { NO_RESULT, isEmptyResult, isSameResult, judgedBy, keyOfJudged, ownIdentifier, ownJudgement } from '../lib/annotation/judgement.ts';
import type { Judged, JudgementResult } from '../lib/annotation/judgement.ts';
import { rememberUndo, whileSaving } from '../lib/annotation/undo-stack.ts';
import { inTurn, isInTurn } from '../lib/in-turn.ts';
import { showToast } from '../lib/toasts.ts';
import { readReviewer } from './sign-in.ts';
import { annotationHistoryOptions, deleteAnnotation, restoreAnnotation, writeJudgement, writeNote } from './annotations.ts';
import { changeJudgements, judgementIn, readJudgements, refreshJudgements, withJudgement } from './judged-lists.ts';
import type { JudgedPlace } from './judged-lists.ts';

/** What to annotate, and where lists of its annotations are. */
export interface JudgeCall {
  readonly client: QueryClient;
  readonly place: JudgedPlace;
  readonly judged: Judged;
}

/** What an annotation shall say, given what it says; an empty result takes it away. */
export type JudgementChange = (before: JudgementResult) => JudgementResult;

const PENDING = 'pending:';
let pendings = 0;
/** Global IDs of annotations that were shown before the server had answered. */
const answered = new Map<string, string>();
const ANSWERED_MAX = 1000;

/**
 * Saves an annotation made on the page: it is shown at once, and taken back with the reason when the server refuses. `edited` is another's
 * annotation that is changed. Resolves to whether it was saved.
 */
export function judge(call: JudgeCall, name: string, change: JudgementChange, edited?: AnyAnnotation): Promise<boolean> {
  return whileSaving(() => judgeNow(call, name, change, edited));
}

async function judgeNow(call: JudgeCall, name: string, change: JudgementChange, edited?: AnyAnnotation): Promise<boolean> {
  const { client, judged, place } = call;
  try {
    const [known, reviewer] = await Promise.all([readJudgements(client, judged, place), readReviewer(client)]);
    // From here to where it is shown nothing is waited for: two that begin together see each other.
    const before = edited ?? ownJudgement(known(), judged, name, reviewer);
    const result = change(before?.result ?? NO_RESULT);
    if (isSameResult(before?.result ?? NO_RESULT, result)) return true;
    if (before !== undefined && isEmptyResult(result)) return await removeNow(call, before);
    return await write(
      call,
      shownWhile(call, { name, result, identifier: ownIdentifier(judged.target, reviewer) }, before),
      before,
      edited,
    );
  } catch (error) {
    sayFailed(`${name} was not saved`, error, () => void judge(call, name, change, edited));
    return false;
  }
}

async function write(call: JudgeCall, shown: AnyAnnotation, before: AnyAnnotation | undefined, edited?: AnyAnnotation): Promise<true> {
  const { client, judged, place } = call;
  const { name, result, identifier } = shown;
  changeJudgements(client, judged, place, (list) => withJudgement(list, shown, shown));
  const key = keyOf(shown);
  try {
    const id = await inTurn(key, () => writeJudgement({ judged, name, result, identifier, edited }));
    rememberAnswer(shown.id, id);
    changeJudgements(client, judged, place, (list) => withJudgement(list, shown, { ...(judgementIn(list, shown) ?? shown), id }));
    rememberUndo(`${name}: ${resultText(result)}`, () => (before === undefined ? takeBack(call, shown) : goBackTo(call, before)));
    return true;
  } catch (error) {
    // What was annotated after it is shown on; it has its own answer to wait for.
    changeJudgements(client, judged, place, (list) =>
      judgementIn(list, shown) === shown ? withJudgement(list, shown, before ?? null) : list,
    );
    throw error;
  } finally {
    refresh(call, key);
  }
}

/** Takes an annotation or a note away, with Undo. */
export function removeJudgement(call: JudgeCall, annotation: AnyAnnotation): Promise<boolean> {
  return whileSaving(() => removeNow(call, annotation));
}

async function removeNow(call: JudgeCall, annotation: AnyAnnotation): Promise<boolean> {
  const { client, judged, place } = call;
  changeJudgements(client, judged, place, (list) => withJudgement(list, annotation, null));
  const key = keyOf(annotation);
  try {
    await inTurn(key, () => deleteAnnotation(idOf(annotation)));
    rememberUndo(`${annotation.name} deleted`, () => goBackTo(call, annotation));
    return true;
  } catch (error) {
    changeJudgements(client, judged, place, (list) => withJudgement(list, annotation, annotation));
    sayFailed(`${annotation.name} was not deleted`, error, () => void removeJudgement(call, annotation));
    return false;
  } finally {
    refresh(call, key);
  }
}

/** Adds a note; resolves to whether it was saved. */
export function addNote(call: JudgeCall, text: string): Promise<boolean> {
  return whileSaving(() => addNoteNow(call, text));
}

async function addNoteNow(call: JudgeCall, text: string): Promise<boolean> {
  const { client, judged, place } = call;
  const shown = shownWhile(call, { name: NOTE_NAME, result: { ...NO_RESULT, explanation: text }, identifier: '' }, undefined);
  changeJudgements(client, judged, place, (list) => [...list, shown]);
  const key = keyOf(shown);
  try {
    const id = await inTurn(key, () => writeNote(judged, text));
    rememberAnswer(shown.id, id);
    changeJudgements(client, judged, place, (list) => withJudgement(list, shown, { ...shown, id }));
    rememberUndo('Note added', () => takeBack(call, { ...shown, id }));
    return true;
  } catch (error) {
    changeJudgements(client, judged, place, (list) => withJudgement(list, shown, null));
    sayFailed('The note was not saved', error, () => void addNote(call, text));
    return false;
  } finally {
    refresh(call, key);
  }
}

/** Makes an annotation what it was at a revision. */
export function restoreRevision(call: JudgeCall, annotation: AnyAnnotation, revision: number): Promise<void> {
  return whileSaving(() => restoreNow(call, annotation, revision));
}

async function restoreNow(call: JudgeCall, annotation: AnyAnnotation, revision: number): Promise<void> {
  await inTurn(keyOf(annotation), () => restoreAnnotation(annotation.id, revision));
  refresh(call, keyOf(annotation));
  await call.client.invalidateQueries({ queryKey: ['annotation-history', annotation.id] });
  rememberUndo(`${annotation.name} restored`, () => goBackTo(call, annotation));
}

/** What is needed to change an annotation of a list. */
export function callOn(client: QueryClient, place: JudgedPlace, annotation: AnyAnnotation): JudgeCall {
  return { client, place, judged: judgedBy(annotation) };
}

async function takeBack(call: JudgeCall, annotation: AnyAnnotation): Promise<void> {
  const { client, judged, place } = call;
  changeJudgements(client, judged, place, (list) => withJudgement(list, annotation, null));
  await undone(call, annotation, () => deleteAnnotation(idOf(annotation)));
}

/** Through the history: to the newest revision that says what it said. */
async function goBackTo(call: JudgeCall, before: AnyAnnotation): Promise<void> {
  const { client, judged, place } = call;
  changeJudgements(client, judged, place, (list) => withJudgement(list, before, before));
  await undone(call, before, async () => {
    const revisions = await client.fetchQuery(annotationHistoryOptions(idOf(before)));
    const found = revisions.findLast(({ result }) => result !== null && isSameResult(result, before.result));
    if (found === undefined) throw new Error('its history does not hold what it said before.');
    await restoreAnnotation(idOf(before), found.revision);
  });
}

async function undone(call: JudgeCall, annotation: AnyAnnotation, run: () => Promise<void>): Promise<void> {
  const key = keyOf(annotation);
  try {
    await inTurn(key, run);
  } catch (error) {
    sayFailed(`${annotation.name} could not be undone`, error, null);
  } finally {
    refresh(call, key);
  }
}

type Said = Pick<AnyAnnotation, 'name' | 'result' | 'identifier'>;

/** What stands in the list until the server has answered. */
function shownWhile({ judged }: JudgeCall, { name, result, identifier }: Said, before: AnyAnnotation | undefined): AnyAnnotation {
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
    target: judged.target,
    target_id: judged.id,
    document_position: judged.position,
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

/** Notes are many under one name: each is a thing of its own. */
function keyOf(annotation: AnyAnnotation): string {
  const { name, identifier } = annotation;
  return name === NOTE_NAME ? idOf(annotation) : `${keyOfJudged(judgedBy(annotation))} ${identifier} ${name}`;
}

/** Reads again what lists show, once nothing more of it is under way. */
function refresh({ client, judged, place }: JudgeCall, key: string): void {
  if (!isInTurn(key)) refreshJudgements(client, judged, place);
}

function sayFailed(what: string, error: unknown, retry: (() => void) | null): void {
  const why = error instanceof Error ? error.message : 'the server did not say why.';
  const action = retry === null ? null : { label: 'Try again', run: retry };
  showToast({ tone: 'error', text: `${what}: ${why}`, durationMs: 15_000, action });
}

function resultText({ label, score, explanation }: JudgementResult): string {
  return label ?? (score === null ? (explanation ?? '') : String(score));
}
