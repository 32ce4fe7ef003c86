import type { ListSearch } from './search-params.ts';
import { withChanges } from '#web/platform/address/search-schema.ts';
import { keep, readKept } from '#web/platform/storage/stored-setting.ts';

/**
 * Where a page of a list begins: a cursor ('' is the start of the list), and the place in the list
 * of its first row.
 */
export interface ListStart {
  readonly cursor: string;
  readonly at: number;
}

interface Place {
  /** Pixels scrolled down. */
  readonly offset: number;
  /** The place in the list of the row at the top. */
  readonly index: number;
  /** Global ID of the row that the keys were at. */
  readonly activeId: string | null;
  /** Rows that were chosen, by Global ID. */
  readonly selected: ReadonlyMap<string, SelectedRow>;
  /** Where the pages begin that were read, in the order of the list. */
  readonly starts: readonly ListStart[];
}

/** A chosen row: enough to act on it when it is no longer loaded. */
export interface SelectedRow {
  readonly id: string;
  readonly traceId: string;
  /** Of a span only. */
  readonly spanId: string | null;
  readonly session: string | null;
}

/** Where each list was left, by its name, so that Back and a reload find it again. */
const places = new Map<string, Place>();
const PLACES_MAX = 50;
/** Those at the very top are on the first page. */
const FIRST_ROWS = 100;
const NOWHERE: Place = { offset: 0, index: 0, activeId: null, selected: new Map(), starts: [] };

/** State that survives a reload: the last few lists, and selections that are not huge. */
const KEPT = 'telltale.places';
const KEPT_MAX = 10;
const KEPT_SELECTED_MAX = 1000;

/** A list's identity: its rows and order. The open peek and column widths don't change it. */
export function listName(project: string, range: string, search: ListSearch): string {
  return JSON.stringify([project, range, withoutAside(search)]);
}

/** An address without what is open beside the list, and without its columns. */
export function withoutAside(search: ListSearch): ListSearch {
  return withChanges<ListSearch>(search, {
    peek: undefined,
    span: undefined,
    tab: undefined,
    view: undefined,
    annotate: undefined,
    cols: undefined,
  });
}

export function rememberPlace(list: string, changes: Partial<Place>): void {
  const place = { ...placeOf(list), ...changes };
  places.delete(list);
  places.set(list, place);
  const oldest = places.size > PLACES_MAX ? places.keys().next().value : undefined;
  if (oldest !== undefined) places.delete(oldest);
}

export function placeOf(list: string): Place {
  return places.get(list) ?? NOWHERE;
}

/**
 * The page that a list is read from when nothing of it is there: that of the row which was on top.
 */
export function startOf(list: string): ListStart | null {
  const { index, starts } = placeOf(list);
  const before = starts.findLast(({ at }) => at <= index);
  // A page read upwards has no start of its own: the page below leads back to it.
  return before ?? (index < FIRST_ROWS ? null : (starts[0] ?? null));
}

/** The stored positions as text: the latest last. */
function textOfPlaces(): string {
  return JSON.stringify(
    [...places].slice(-KEPT_MAX).map(([list, { offset, index, activeId, selected }]) => ({
      list,
      offset,
      index,
      activeId,
      selected: selected.size > KEPT_SELECTED_MAX ? [] : [...selected.values()],
      start: startOf(list),
    })),
  );
}

/**
 * Keeps the places through a reload, in this tab: written when the page goes, read when it comes
 * back. A visitor to an address begins at its top.
 */
export function keepPlaces(): void {
  addEventListener('pagehide', () => keep(KEPT, textOfPlaces()));
  const [entry] = performance.getEntriesByType('navigation');
  if (!(entry instanceof PerformanceNavigationTiming) || entry.type === 'navigate') return;
  for (const [list, place] of readPlaces(readKept(KEPT))) places.set(list, place);
}

/** Reads what `textOfPlaces` wrote; nothing of any other text. */
function readPlaces(text: string | null): readonly (readonly [string, Place])[] {
  try {
    return listOf(JSON.parse(text ?? '[]')).flatMap((one) => readPlace(one));
  } catch {
    return [];
  }
}

function readPlace(one: unknown): readonly (readonly [string, Place])[] {
  if (!isRaw(one) || typeof one['list'] !== 'string') return [];
  const { list, offset, index, activeId, selected, start } = one;
  const place: Place = {
    offset: typeof offset === 'number' ? offset : 0,
    index: typeof index === 'number' ? index : 0,
    activeId: typeof activeId === 'string' ? activeId : null,
    selected: new Map(
      listOf(selected).flatMap((row) => (isSelected(row) ? [[row.id, row] as const] : [])),
    ),
    starts: isStart(start) ? [start] : [],
  };
  return [[list, place]];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRaw(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isStart(value: unknown): value is ListStart {
  return isRaw(value) && typeof value['cursor'] === 'string' && typeof value['at'] === 'number';
}

function isSelected(value: unknown): value is SelectedRow {
  return isRaw(value) && typeof value['id'] === 'string' && typeof value['traceId'] === 'string';
}
