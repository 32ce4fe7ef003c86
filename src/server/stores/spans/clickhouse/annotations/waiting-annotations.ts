import { ANNOTATION_TARGETS } from '#contracts/annotations/annotation-kind.ts';
import { AppError } from '#contracts/wire/errors.ts';
import type {
  AnnotationAuthor,
  NewAnnotation,
  WaitingAnnotation,
} from '#core/ports/annotation-rows.ts';
import type { AnnotationRule } from '#core/ports/annotation-store.ts';
import { annotationRefusal } from '#server/stores/spans/relational/annotation-refusal.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import { RowWriter } from '../client/row-writer.ts';
import { Conditions, pieces } from '../client/statement.ts';
import { asNano, asNumber, asText, type StoredSpan } from '../schema/stored-span.ts';
import { nowNano } from '../write/projects.ts';
import type { WriteContext } from '../write/write-context.ts';
import { targetNumberOf } from './annotation-sql.ts';
import { findSubjects } from './annotation-subjects.ts';
import { upsert, type Upsert } from './annotation-upsert.ts';

const WAITING_MAX = 100_000;
const WAITING_BYTES_MAX = 64 * 1024 ** 2;
/** The size of a waiting annotation besides its texts. */
const ITEM_BYTES = 100;

/** An annotation that waits, with the terms under which it is applied. */
interface WaitingItem {
  readonly item: WaitingAnnotation;
  readonly rules: readonly AnnotationRule[];
  readonly allowedProjectIds: readonly number[] | undefined;
}

type StoredItem = NewAnnotation & AnnotationAuthor & Omit<WaitingItem, 'item'>;

/** How many wait, their bytes, and since when the oldest does. */
export async function waitingTotals(db: ClickHouse): Promise<{
  readonly count: number;
  readonly bytes: number;
  readonly oldestUnixNano: bigint | null;
}> {
  const [cells] = await db.rows(
    'SELECT count() AS waiting, sum(size) AS bytes, min(received_at) AS oldest FROM waiting_annotations',
  );
  if (cells === undefined || asNumber(cells, 'waiting') === 0)
    return { count: 0, bytes: 0, oldestUnixNano: null };
  return {
    count: asNumber(cells, 'waiting'),
    bytes: asNumber(cells, 'bytes'),
    oldestUnixNano: asNano(cells, 'oldest'),
  };
}

/** Those that wait and meet the conditions, oldest first. */
export async function waitingItems(
  db: ClickHouse,
  conditions: Conditions,
  limit: number,
): Promise<WaitingItem[]> {
  const count = conditions.bind(limit, 'UInt64');
  const sql = `SELECT id, received_at, item FROM waiting_annotations WHERE ${conditions.where} ORDER BY id LIMIT ${count}`;
  return (await db.rows(sql, conditions.params)).map((cells) => {
    // Written by `queueWaiting`.
    const { rules, allowedProjectIds, ...item } = JSON.parse(asText(cells, 'item')) as StoredItem;
    return {
      rules,
      allowedProjectIds,
      item: {
        ...item,
        id: asNumber(cells, 'id'),
        receivedAtUnixNano: asNano(cells, 'received_at'),
      },
    };
  });
}

export async function forgetWaiting(db: ClickHouse, numbers: readonly number[]): Promise<void> {
  for (const some of pieces(numbers)) {
    const conditions = new Conditions().oneOf('id', some, 'UInt64');
    await db.command(
      `DELETE FROM waiting_annotations WHERE ${conditions.where}`,
      conditions.params,
    );
  }
}

/**
 * Queues annotations until what they are about comes. Rejects with `rate_limited` when there is no
 * room for all of them.
 */
export async function queueWaiting(
  { db, numbers }: WriteContext,
  items: readonly NewAnnotation[],
  { source, userNumber }: AnnotationAuthor,
  rules: readonly AnnotationRule[],
  allowedProjectIds: readonly number[] | undefined,
): Promise<void> {
  if (items.length === 0) return;
  const sizes = items.map(itemSize);
  const { count, bytes } = await waitingTotals(db);
  if (
    count + items.length > WAITING_MAX ||
    bytes + sizes.reduce((sum, size) => sum + size, 0) > WAITING_BYTES_MAX
  )
    throw new AppError(
      'rate_limited',
      'The queue of annotations that wait for their targets is full.',
      { retryAfterSeconds: 30 },
    );
  const first = await numbers.take('waiting', items.length);
  const writer = new RowWriter();
  const now = nowNano();
  for (const [index, item] of items.entries()) {
    writer.uint64(first + index);
    const { target, targetId, name } = item;
    writer.uint8(targetNumberOf(target));
    writer.text(target === 'session' ? targetId : targetId.toLowerCase());
    writer.int64(now);
    writer.uint32(sizes[index] ?? 0);
    const ofName = rules.filter((rule) => rule.name === name);
    writer.text(waitingItemText(item, { source, userNumber }, ofName, allowedProjectIds));
  }
  await db.insert(
    'waiting_annotations',
    ['id', 'target', 'target_id', 'received_at', 'size', 'item'],
    writer.finish(),
  );
}

/** An annotation as it is stored while it waits, with the terms under which it is applied. */
export function waitingItemText(
  item: NewAnnotation,
  { source, userNumber }: AnnotationAuthor,
  rules: readonly AnnotationRule[],
  allowedProjectIds: readonly number[] | undefined,
): string {
  const { target, targetId, position, name, identifier, ...rest } = item;
  const { annotatorKind, label, score, explanation, metadata } = rest;
  const stored: StoredItem = {
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
    source,
    userNumber,
    rules,
    allowedProjectIds,
  };
  return JSON.stringify(stored);
}

/**
 * Applies what waited for these spans, their traces and sessions. What is refused waits on, where
 * it can be seen.
 */
export async function applyWaiting(
  context: WriteContext,
  spans: readonly StoredSpan[],
): Promise<void> {
  if (await hasWaiting(context.db, spans)) await applyWaitingFor(context, namesOf(spans));
}

/** Applies all that find their target by now. */
export async function applyAllWaiting(context: WriteContext): Promise<void> {
  await applyItems(context, await waitingItems(context.db, new Conditions(), WAITING_MAX));
}

/** Whether annotations may wait for these spans. */
export async function hasWaiting(db: ClickHouse, spans: readonly StoredSpan[]): Promise<boolean> {
  return spans.length > 0 && (await waitingTotals(db)).count > 0;
}

interface Names {
  readonly span: readonly string[];
  readonly trace: readonly string[];
  readonly session: readonly string[];
}

function namesOf(spans: readonly StoredSpan[]): Names {
  const unique = (of: (span: StoredSpan) => string): string[] =>
    [...new Set(spans.map(of))].filter((id) => id !== '');
  return {
    span: unique(({ spanId }) => spanId),
    trace: unique(({ traceId }) => traceId),
    session: unique(({ session }) => session),
  };
}

/** Applies those that found their target while they were queued. */
export async function applyQueued(
  context: WriteContext,
  queued: readonly NewAnnotation[],
): Promise<void> {
  if (queued.length === 0) return;
  const named = (...targets: readonly NewAnnotation['target'][]): string[] => [
    ...new Set(
      queued
        .filter(({ target }) => targets.includes(target))
        .map(({ target, targetId }) => (target === 'session' ? targetId : targetId.toLowerCase())),
    ),
  ];
  await applyWaitingFor(context, {
    span: named('span', 'document'),
    trace: named('trace'),
    session: named('session'),
  });
}

async function applyWaitingFor(context: WriteContext, came: Names): Promise<void> {
  const waiting: WaitingItem[] = [];
  for (const target of ANNOTATION_TARGETS) {
    for (const some of pieces(target === 'document' ? came.span : came[target], 2_000)) {
      const conditions = new Conditions()
        .add(`target = ${targetNumberOf(target)}`)
        .oneOf('target_id', some, 'String');
      waiting.push(...(await waitingItems(context.db, conditions, WAITING_MAX)));
    }
  }
  await applyItems(
    context,
    waiting.sort((a, b) => a.item.id - b.item.id),
  );
}

async function applyItems(context: WriteContext, waiting: readonly WaitingItem[]): Promise<void> {
  if (waiting.length === 0) return;
  const find = await findSubjects(
    context.db,
    waiting.map(({ item }) => item),
  );
  const applied: number[] = [];
  const wanted = waiting.flatMap(({ item, rules, allowedProjectIds }): Upsert[] => {
    const subject = find(item, allowedProjectIds);
    if (subject === undefined || annotationRefusal(item, subject, rules) !== null) return [];
    applied.push(item.id);
    return [{ item, targetNumber: subject.number, author: item, now: item.receivedAtUnixNano }];
  });
  await upsert(context, wanted);
  await forgetWaiting(context.db, applied);
}

/** The room that an annotation takes while it waits. */
export function itemSize({
  targetId,
  name,
  identifier,
  label,
  explanation,
  metadata,
}: NewAnnotation): number {
  return [targetId, name, identifier, label, explanation, metadata].reduce(
    (sum, text) => sum + Buffer.byteLength(text ?? ''),
    ITEM_BYTES,
  );
}
