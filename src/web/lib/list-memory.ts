interface Place {
  readonly offset: number;
  readonly active: number;
}

/** Where each list was left, by its address, so that Back finds it again. */
const places = new Map<string, Place>();
const PLACES_MAX = 50;

export function rememberPlace(address: string, place: Place): void {
  places.delete(address);
  places.set(address, place);
  const oldest = places.size > PLACES_MAX ? places.keys().next().value : undefined;
  if (oldest !== undefined) places.delete(oldest);
}

export function placeOf(address: string): Place {
  return places.get(address) ?? { offset: 0, active: -1 };
}

let walk: readonly string[] = [];

/** The addresses of the list a thing was opened from, for walking to its neighbours. */
export function setWalk(addresses: readonly string[]): void {
  walk = addresses;
}

/** Where an address stands in the last list: its number from 1, and its neighbours. */
export function walkFrom(pathname: string): { number: number; of: number; previous: string | null; next: string | null } | null {
  const index = walk.findIndex((one) => one.split('?')[0] === pathname);
  if (index < 0) return null;
  return { number: index + 1, of: walk.length, previous: walk[index - 1] ?? null, next: walk[index + 1] ?? null };
}
