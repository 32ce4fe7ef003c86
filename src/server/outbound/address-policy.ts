import { BlockList, isIP } from 'node:net';

/** The addresses the server may connect to: public ones, and those in the configured list. */
export interface AddressPolicy {
  /** Whether an address may be called at a port. */
  allows(address: string, port: number): boolean;
}

/**
 * Non-public addresses: of IPv4 the listed ranges, of IPv6 all but the allocated ones, minus those
 * that map elsewhere.
 */
const IPV4_CLOSED: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
const IPV6_OPEN: readonly [string, number] = ['2000::', 3];
const IPV6_CLOSED: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];
/**
 * Below 1024 nothing but the web; above, not where databases and machines' own interfaces listen.
 */
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);
const LOW_PORT_MAX = 1023;
const CLOSED_PORTS: ReadonlySet<number> = new Set([
  1433, 1521, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5900, 5984, 6379, 6443, 8500, 9000,
  9042, 9092, 9200, 9300, 10250, 11211, 27017,
]);

const closed4 = subnets(IPV4_CLOSED, 'ipv4');
const open6 = subnets([IPV6_OPEN], 'ipv6');
const closed6 = subnets(IPV6_CLOSED, 'ipv6');

/** The policy with the private addresses that may be called all the same, at any port. */
export function addressPolicy(allowed: BlockList = new BlockList()): AddressPolicy {
  return {
    allows(address, port) {
      const family = isIP(address);
      if (family === 0) return false;
      if (allowed.check(address, family === 4 ? 'ipv4' : 'ipv6')) return true;
      if (port <= LOW_PORT_MAX ? !WEB_PORTS.has(port) : CLOSED_PORTS.has(port)) return false;
      return family === 4
        ? !closed4.check(address, 'ipv4')
        : open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
    },
  };
}

function subnets(
  ranges: readonly (readonly [string, number])[],
  family: 'ipv4' | 'ipv6',
): BlockList {
  const list = new BlockList();
  for (const [net, bits] of ranges) list.addSubnet(net, bits, family);
  return list;
}
