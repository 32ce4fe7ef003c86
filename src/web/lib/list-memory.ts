import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';
import { exactCount } from './format-number.ts';
import { tracesPath } from './paths.ts';
import { readListSearch } from './search-params.ts';
import type { ListSearch } from './search-params.ts';
import { keep, readKept } from './stored-setting.ts';

const LISTS_MAX = 50;
const KEPT_LIST = 'telltale.list.';
const KEPT_WALK = 'telltale.walk';

/** What each project's list showed last, by the project as the address has it. */
const lists = new Map<string, ListSearch>();

export function rememberList(project: string, search: ListSearch): void {
  lists.delete(project);
  lists.set(project, search);
  keep(KEPT_LIST + project, defaultStringifySearch(search));
  const oldest = lists.size > LISTS_MAX ? lists.keys().next().value : undefined;
  if (oldest !== undefined) lists.delete(oldest);
}

/** What a project's list showed when it was left in this tab; undefined when it was not seen. */
export function lastList(project: string): ListSearch | undefined {
  const kept = lists.has(project) ? null : readKept(KEPT_LIST + project);
  return kept === null ? lists.get(project) : readListSearch(defaultParseSearch(kept));
}

/** The way back to a project's list, with the filter, range and columns it was left with. */
export function lastListPath(project: string): string {
  return tracesPath(project) + defaultStringifySearch(lastList(project) ?? {});
}

/** A list that is walked through, as far as it was read. */
interface Walk {
  readonly addresses: readonly string[];
  /** How many stand above the first that was read. */
  readonly before: number;
  /** Whether the list goes on after the last that was read. */
  readonly goesOn: boolean;
}

let walk: Walk | null = null;

/** The addresses of the list a thing was opened from, for walking to its neighbours. */
export function setWalk(addresses: readonly string[], { before, goesOn }: Omit<Walk, 'addresses'> = { before: 0, goesOn: false }): void {
  walk = { addresses, before, goesOn };
  keep(KEPT_WALK, [`${before} ${goesOn ? '+' : ''}`, ...addresses].join('\n'));
}

/** Where an address stands in the last list: its number from 1, how many there are ("100+" while more were not read), and its neighbours. */
export function walkFrom(pathname: string): { number: number; of: string; previous: string | null; next: string | null } | null {
  walk ??= keptWalk();
  const { addresses, before, goesOn } = walk;
  const index = addresses.findIndex((one) => one.split('?')[0] === pathname);
  if (index < 0) return null;
  const of = `${exactCount(before + addresses.length)}${goesOn ? '+' : ''}`;
  return { number: before + index + 1, of, previous: addresses[index - 1] ?? null, next: addresses[index + 1] ?? null };
}

function keptWalk(): Walk {
  const [head = '', ...addresses] = (readKept(KEPT_WALK) ?? '').split('\n');
  const [before = '', sign = ''] = head.split(' ');
  return { addresses, before: Number(before) || 0, goesOn: sign === '+' };
}
