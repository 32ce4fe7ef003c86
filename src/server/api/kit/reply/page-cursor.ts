import { createHash } from 'node:crypto';
import { AppError } from '#contracts/wire/errors.ts';
import { decodeGlobalId } from '#contracts/wire/ids.ts';
import { isoFromUnixNano, isoNano, unixNanoFromIso } from '#contracts/wire/time.ts';
import type { Page, PageAnchor } from '#core/ports/span-store.ts';

/**
 * The kind of a keyset cursor's sort value: a time, milliseconds, tokens (or another count),
 * nanodollars or the rank of a score.
 */
export type CursorKind = 'DATETIME' | 'FLOAT' | 'TOKENS' | 'NANOUSD' | 'SCORE';

/** The kind of cursor that belongs to each sort. */
export const CURSOR_KINDS = {
  start_time: 'DATETIME',
  latency_ms: 'FLOAT',
  token_count: 'TOKENS',
  cost_usd: 'NANOUSD',
  time_to_first_token_ms: 'FLOAT',
  tokens_per_second: 'TOKENS',
  end_time: 'DATETIME',
  duration_ms: 'FLOAT',
  trace_count: 'TOKENS',
  error_count: 'TOKENS',
} as const satisfies Record<string, CursorKind>;

const KEYSET = /^(\d{1,15}):(DATETIME|FLOAT|TOKENS|NANOUSD|SCORE):([^#]{1,40})(?:#([0-9a-f]{8}))?$/;
const WHOLE = /^-?\d{1,19}$/;
const MILLIS = /^(-?)(\d{1,13})(?:\.(\d{1,6}))?$/;
const NANOS_PER_MILLI = 1_000_000n;

/**
 * Parameters that do not choose or order rows: they may change from page to page. A live list moves
 * its window.
 */
const FREE_PARAMETERS: ReadonlySet<string> = new Set([
  'cursor',
  'limit',
  'columns',
  'previews',
  'include_spans',
  'explain',
  'start_time',
  'end_time',
]);

/**
 * The scope of a cursor: a list, its project, and the parameters that choose and order the rows.
 */
export function cursorScope(list: string, projectId: number, query: object): string {
  const chosen = Object.entries(query)
    .filter(([name, value]) => value !== undefined && !FREE_PARAMETERS.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([list, projectId, chosen]))
    .digest('hex')
    .slice(0, 8);
}

/** Where a page goes on that ended early; null for any other. */
export function earlyEnd(page: Page<unknown>, limit: number): PageAnchor | null {
  const { rows, next } = page;
  return next !== null && !next.inclusive && rows.length < limit ? next : null;
}

/** `base64("<row id>:<kind>:<sort value>#<scope>")`, exact to the nanosecond. */
export function encodeKeyset(
  kind: CursorKind,
  anchor: Pick<PageAnchor, 'id' | 'sortValue'>,
  scope: string,
): string {
  const { sortValue } = anchor;
  const value =
    kind === 'DATETIME'
      ? isoNano(sortValue)
      : kind === 'FLOAT'
        ? millis(sortValue)
        : sortValue.toString();
  return Buffer.from(`${anchor.id}:${kind}:${value}#${scope}`).toString('base64');
}

/**
 * The anchor of a keyset cursor; 422 for anything else, including a cursor of another sort or
 * scope. A cursor without a scope is accepted: clients create them.
 */
export function decodeKeyset(
  cursor: string,
  kind: CursorKind,
  inclusive: boolean,
  scope: string,
): PageAnchor {
  const match = KEYSET.exec(fromBase64(cursor));
  const sortValue = match === null || match[2] !== kind ? null : sortValueOf(kind, match[3] ?? '');
  if (match === null || sortValue === null) throw badCursor(cursor);
  if (match[4] !== undefined && match[4] !== scope) throw foreignCursor(cursor);
  return { id: Number(match[1]), sortValue, inclusive };
}

/** The kind that a keyset cursor says of itself; undefined for anything else. */
export function keysetKind(cursor: string): string | undefined {
  return KEYSET.exec(fromBase64(cursor))?.[2];
}

/** The row number in a cursor that is a Global ID of that type; 422 for anything else. */
export function decodeIdCursor(cursor: string, type: string): number {
  const id = decodeGlobalId(cursor);
  if (id === null) throw badCursor(cursor);
  if (id.type !== type) throw foreignCursor(cursor);
  return id.number;
}

/**
 * Refuses a cursor whose row belongs to another project. A cursor whose row was deleted meanwhile
 * still marks a position.
 */
export function assertCursorOf(
  projectId: number,
  row: { readonly projectId: number } | undefined,
  cursor: string,
): void {
  if (row !== undefined && row.projectId !== projectId) throw foreignCursor(cursor);
}

/** Text in front of a keyset: the rows before these, rather than after. */
const BACKWARD = 'before.';

export function encodeBackward(keyset: string): string {
  return `${BACKWARD}${keyset}`;
}

/** Which way a cursor goes, and its keyset. */
export function directionOf(cursor: string): {
  readonly backward: boolean;
  readonly keyset: string;
} {
  return cursor.startsWith(BACKWARD)
    ? { backward: true, keyset: cursor.slice(BACKWARD.length) }
    : { backward: false, keyset: cursor };
}

/** How the rows of a page were read. */
interface PageReading {
  readonly kind: CursorKind;
  readonly scope: string;
  readonly limit: number;
  readonly backward: boolean;
}

/** The cursors around a page by the places of its rows, and where it goes on if it ended early. */
export function cursorsAround(
  places: readonly Pick<PageAnchor, 'id' | 'sortValue'>[],
  page: Page<unknown>,
  { kind, scope, limit, backward }: PageReading,
): {
  readonly next_cursor: string | null;
  readonly previous_cursor: string | null;
  readonly searched_to?: string;
} {
  const early = earlyEnd(page, limit);
  const [first, last] = [places[0], places.at(-1)];
  // Behind a page that was read backwards there is always something: the row its cursor came from.
  const next = early ?? (page.next === null && !backward ? undefined : last);
  return {
    next_cursor: next === undefined ? null : encodeKeyset(kind, next, scope),
    previous_cursor: first === undefined ? null : encodeBackward(encodeKeyset(kind, first, scope)),
    ...(early === null ? {} : { searched_to: isoFromUnixNano(early.sortValue) }),
  };
}

function badCursor(cursor: string): AppError {
  return new AppError(
    'unprocessable',
    `Invalid cursor: '${cursor.slice(0, 80)}'. Pass next_cursor of the reply before, with the same sort.`,
  );
}

function foreignCursor(cursor: string): AppError {
  return new AppError(
    'unprocessable',
    `Invalid cursor: '${cursor.slice(0, 80)}' was given for another list, project, filter or sort. Pass next_cursor of the reply before, with the same parameters.`,
  );
}

function fromBase64(text: string): string {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64').toString('latin1') : '';
}

function sortValueOf(kind: CursorKind, text: string): bigint | null {
  if (kind === 'DATETIME') return unixNanoFromIso(text, { offsetRequired: true });
  if (kind !== 'FLOAT') return WHOLE.test(text) ? BigInt(text) : null;
  const match = MILLIS.exec(text);
  if (match === null) return null;
  const nanos = BigInt(match[2] ?? '0') * NANOS_PER_MILLI + BigInt((match[3] ?? '').padEnd(6, '0'));
  return match[1] === '-' ? -nanos : nanos;
}

function millis(nanos: bigint): string {
  const size = nanos < 0n ? -nanos : nanos;
  return `${nanos < 0n ? '-' : ''}${size / NANOS_PER_MILLI}.${(size % NANOS_PER_MILLI).toString().padStart(6, '0')}`;
}
