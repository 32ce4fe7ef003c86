import { AppError } from '#contracts/wire/errors.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import type { WaitingAnnotation } from '#core/ports/annotation-rows.ts';
import type { AnyCommand, AnyQuery, Command, Query } from '#server/threads/query.ts';

const NUMBER = /^[1-9]\d{0,14}$/;
const NANOS_PER_MILLI = 1_000_000n;

interface WaitingInput {
  readonly cursor?: string;
  readonly limit: number;
  /** How long they wait. */
  readonly waitMs: number;
  readonly expired: number;
}

/** Annotations that arrived before their target, oldest first. */
export const listWaiting: Query<WaitingInput, object> = {
  name: 'annotations.waiting',
  run: async ({ annotations }, { cursor, limit, waitMs, expired }) => {
    const after = cursor === undefined ? {} : { afterId: numberOf(cursor, 'cursor') };
    const { rows, next, count, oldestUnixNano } = await annotations.waiting({ limit, ...after });
    return {
      data: rows.map((row) => waitingJson(row, waitMs)),
      next_cursor: next === null ? null : String(next),
      total: count,
      oldest_received_at: oldestUnixNano === null ? null : isoFromUnixNano(oldestUnixNano),
      expired,
    };
  },
};

function waitingJson(row: WaitingAnnotation, waitMs: number): object {
  const { label, score, explanation } = row;
  return {
    id: String(row.id),
    target: row.target,
    target_id: row.targetId,
    document_position: row.position,
    name: row.name,
    identifier: row.identifier,
    annotator_kind: row.annotatorKind,
    result: { label, score, explanation },
    received_at: isoFromUnixNano(row.receivedAtUnixNano),
    expires_at: isoFromUnixNano(row.receivedAtUnixNano + BigInt(waitMs) * NANOS_PER_MILLI),
  };
}

export const deleteWaiting: Command<{ readonly id: string }, void> = {
  name: 'annotations.deleteWaiting',
  run: async ({ annotationWriter }, { id }) => {
    const deleted = await annotationWriter.deleteWaiting([numberOf(id, 'waiting_id')]);
    if (deleted === 0)
      throw new AppError(
        'not_found',
        `No waiting annotation has the ID '${id.slice(0, 80)}': its target arrived, or it was dropped.`,
      );
  },
};

type Expired = Pick<WaitingAnnotation, 'target' | 'targetId' | 'name'>;

/** For the job that gives up what waited too long. */
export const expireWaiting: Command<
  { readonly receivedBeforeUnixNano: bigint; readonly limit: number },
  readonly Expired[]
> = {
  name: 'annotations.expireWaiting',
  run: async ({ annotationWriter }, { receivedBeforeUnixNano, limit }) => {
    const expired = await annotationWriter.expireWaiting(receivedBeforeUnixNano, limit);
    return expired.map(({ target, targetId, name }) => ({ target, targetId, name }));
  },
};

export const waitingQueries: readonly AnyQuery[] = [listWaiting];
export const waitingCommands: readonly AnyCommand[] = [deleteWaiting, expireWaiting];

function numberOf(text: string, field: string): number {
  if (NUMBER.test(text)) return Number(text);
  throw new AppError(
    'unprocessable',
    `${field} must be as the list of what waits gave it; got '${text.slice(0, 80)}'.`,
  );
}
