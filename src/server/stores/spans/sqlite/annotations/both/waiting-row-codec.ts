import type Database from 'better-sqlite3';
import type { WaitingAnnotation } from '#core/ports/annotation-rows.ts';
import type { AnnotationReader, AnnotationRule } from '#core/ports/annotation-store.ts';
import {
  authorFromCells,
  contentFromCells,
  positionFromCell,
  targetFromNumber,
} from './annotation-row-codec.ts';

export const WAITING_SELECT = `SELECT id, target_kind, target_id, bytes, received_at, position, annotator_kind, source, user_number, name, identifier,
  label, score, explanation, metadata, rules, allowed_projects FROM waiting_annotations`;

export interface WaitingCells {
  readonly id: bigint;
  readonly target_kind: bigint;
  readonly target_id: string;
  readonly received_at: bigint;
  readonly position: bigint;
  readonly annotator_kind: bigint;
  readonly source: bigint;
  readonly user_number: bigint | null;
  readonly name: string;
  readonly identifier: string;
  readonly label: string | null;
  readonly score: number | null;
  readonly explanation: string | null;
  readonly metadata: string | null;
  readonly rules: string | null;
  /** JSON: the numbers of the only projects it may annotate in; null for all. */
  readonly allowed_projects: string | null;
  readonly bytes: bigint;
}

export function waitingFromCells(cells: WaitingCells): WaitingAnnotation {
  return {
    id: Number(cells.id),
    target: targetFromNumber(cells.target_kind),
    targetId: cells.target_id,
    position: positionFromCell(cells.position),
    name: cells.name,
    identifier: cells.identifier,
    ...contentFromCells(cells),
    ...authorFromCells(cells),
    receivedAtUnixNano: cells.received_at,
  };
}

export function rulesText(rules: readonly AnnotationRule[] | undefined): string | null {
  return rules === undefined ? null : JSON.stringify(rules);
}

export function rulesFromCell(rules: string | null): readonly AnnotationRule[] {
  return rules === null ? [] : (JSON.parse(rules) as AnnotationRule[]);
}

type WaitingQuery = Parameters<AnnotationReader['waiting']>[0];

/** The waiting annotations, oldest first, and their total number. */
export function waitingPage(
  db: Database.Database,
  { afterId = 0, limit }: WaitingQuery,
): Awaited<ReturnType<AnnotationReader['waiting']>> {
  const rows = db
    .prepare<[number, number], WaitingCells>(`${WAITING_SELECT} WHERE id > ? ORDER BY id LIMIT ?`)
    .safeIntegers(true)
    .all(afterId, limit + 1)
    .map(waitingFromCells);
  const totals = db
    .prepare<[], { count: bigint; bytes: bigint | null; oldest: bigint | null }>(
      'SELECT count(*) AS count, sum(bytes) AS bytes, min(received_at) AS oldest FROM waiting_annotations',
    )
    .safeIntegers(true)
    .get();
  return {
    rows: rows.slice(0, limit),
    next: rows.length > limit ? (rows[limit - 1]?.id ?? null) : null,
    count: Number(totals?.count ?? 0n),
    bytes: Number(totals?.bytes ?? 0n),
    oldestUnixNano: totals?.oldest ?? null,
  };
}
