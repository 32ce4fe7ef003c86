import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';
import { exactCount } from '#web/platform/text/format-number.ts';
import { readListSearch, type ListSearch } from './search-params.ts';
import { text } from '#web/platform/address/search-schema.ts';
import { keep, readKept } from '#web/platform/storage/stored-setting.ts';
import { RANGE_DEFAULT, type RangeText } from '#web/platform/time/time-range.ts';

const KEPT_WALK = 'telltale.walk';

/**
 * A list whose rows were read in part: what is listed, and the cursors that lead on from both ends
 * of that part; null where nothing is left.
 */
export interface WalkedList {
  readonly project: string;
  readonly range: RangeText;
  readonly search: ListSearch;
  readonly earlier: string | null;
  readonly later: string | null;
  /** How many match, where that was counted. */
  readonly total?: number | undefined;
}

/** A list that is walked through, as far as it was read. */
interface Walk {
  readonly addresses: readonly string[];
  /** The number of rows above the first one loaded. */
  readonly before: number;
  /** The one on screen: spans of one trace share its path. */
  readonly at: number;
  /** Null for what was read whole. */
  readonly list: WalkedList | null;
}

let walk: Walk | null = null;

/**
 * The addresses of the list a thing was opened from, for walking to its neighbours; `at` is the one
 * that is opened.
 */
export function setWalk(
  addresses: readonly string[],
  { before, at, list }: Omit<Walk, 'addresses'> = { before: 0, at: 0, list: null },
): void {
  walk = { addresses, before, at, list };
  const { project, range, search, earlier, later, total } = list ?? {};
  const head = {
    before,
    at,
    project,
    range,
    earlier: earlier ?? undefined,
    later: later ?? undefined,
    total,
    search: search && defaultStringifySearch(search),
  };
  keep(KEPT_WALK, [defaultStringifySearch(head), ...addresses].join('\n'));
}

/** An item's position in the list being walked. */
export interface WalkPlace {
  /** Its place among the addresses. */
  readonly at: number;
  /** From 1, in the whole list. */
  readonly number: number;
  /** The number of items; "100+" while more exist and the total is unknown. */
  readonly of: string;
  readonly previous: string | null;
  readonly next: string | null;
  /** Whether there is one before it, or after it, that may have to be read first. */
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

/** A path's position in the last list; null if it isn't in it. */
export function walkFrom(pathname: string): WalkPlace | null {
  walk ??= keptWalk();
  const { addresses, before, at: last, list } = walk;
  const isThere = (address: string | undefined): boolean => address?.split('?')[0] === pathname;
  const at = isThere(addresses[last]) ? last : addresses.findIndex(isThere);
  if (at < 0) return null;
  const of = countText(before + addresses.length, list);
  const [previous, next] = [addresses[at - 1] ?? null, addresses[at + 1] ?? null];
  const hasPrevious = previous !== null || typeof list?.earlier === 'string';
  return {
    at,
    number: before + at + 1,
    of,
    previous,
    next,
    hasPrevious,
    hasNext: next !== null || typeof list?.later === 'string',
  };
}

function countText(read: number, list: WalkedList | null): string {
  if (list === null || list.later === null) return exactCount(read);
  return list.total !== undefined && list.total > read
    ? exactCount(list.total)
    : `${exactCount(read)}+`;
}

/** Says which of the addresses is on screen now. */
export function walkTo(at: number): void {
  if (walk !== null) setWalk(walk.addresses, { ...walk, at });
}

/** The result of walking these addresses; null once another list is walked. */
export function walkedTo(addresses: readonly string[]): string | null {
  return walk?.addresses === addresses ? (addresses[walk.at] ?? null) : null;
}

/** The known part of the list being walked; null when no more can be read. */
export function walkedList(): (WalkedList & { readonly before: number }) | null {
  walk ??= keptWalk();
  return walk.list === null ? null : { ...walk.list, before: walk.before };
}

/** Adds what was read on at one end, and the cursor that leads on from there. */
export function extendWalk(by: 1 | -1, addresses: readonly string[], cursor: string | null): void {
  if (walk === null || walk.list === null) return;
  const { addresses: known, at, before, list } = walk;
  if (by > 0) setWalk([...known, ...addresses], { before, at, list: { ...list, later: cursor } });
  else
    setWalk([...addresses, ...known], {
      before: Math.max(0, before - addresses.length),
      at: at + addresses.length,
      list: { ...list, earlier: cursor },
    });
}

function keptWalk(): Walk {
  const [head = '', ...addresses] = (readKept(KEPT_WALK) ?? '').split('\n');
  const kept: Readonly<Record<string, unknown>> = defaultParseSearch(head);
  const project = text(kept['project']);
  const list =
    project === undefined
      ? null
      : {
          project,
          range: text(kept['range']) ?? RANGE_DEFAULT,
          search: readListSearch(defaultParseSearch(text(kept['search']) ?? '')),
          earlier: text(kept['earlier']) ?? null,
          later: text(kept['later']) ?? null,
          total: Number(kept['total']) || undefined,
        };
  return { addresses, before: Number(kept['before']) || 0, at: Number(kept['at']) || 0, list };
}
