import { BlockList, isIP } from 'node:net';

/**
 * Whose word on the client's address is taken: none's, that of the last so many proxies, or that of
 * proxies at known addresses.
 */
export type TrustedProxies =
  | { readonly kind: 'none' }
  | { readonly kind: 'hops'; readonly hops: number }
  | { readonly kind: 'addresses'; readonly addresses: BlockList };

export const NO_PROXIES: TrustedProxies = { kind: 'none' };

/** The facts about a request before its caller is authenticated. */
export interface AddressSource {
  /** The other end of the connection; absent once it is gone. */
  readonly socketAddress: string | undefined;
  /** `X-Forwarded-For` as it came. */
  readonly forwardedFor: string | readonly string[] | undefined;
}

/** Where a request comes from, for limits and the audit log. */
export type ClientAddressOf = (source: AddressSource) => string;

const ADDRESSES_MAX = 32;
const UNKNOWN = 'unknown';
const LOCAL_NETWORKS = {
  loopback: ['127.0.0.0/8', '::1'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
} as const;

/**
 * The client's address: the other end of the connection, unless that is a trusted proxy. Then the
 * address the proxy reports, and so on from the nearest; entries before the first untrusted address
 * were written by the client and are ignored.
 */
export function clientAddressReader(trusted: TrustedProxies): ClientAddressOf {
  if (trusted.kind === 'none') return ({ socketAddress }) => plainAddress(socketAddress) ?? UNKNOWN;
  return ({ socketAddress, forwardedFor }) => {
    let address = plainAddress(socketAddress) ?? UNKNOWN;
    if (forwardedFor === undefined) return address;
    const forwarded = (
      typeof forwardedFor === 'string' ? forwardedFor : forwardedFor.join(',')
    ).split(',', ADDRESSES_MAX + 1);
    // A list that no chain of proxies writes is not trusted.
    if (forwarded.length > ADDRESSES_MAX) return address;
    for (const [hop, next] of forwarded.toReversed().entries()) {
      const before = plainAddress(next.trim());
      if (before === null || !isTrusted(trusted, address, hop)) return address;
      address = before;
    }
    return address;
  };
}

/** Whether an address is that of a proxy, which serves many clients. */
export function proxyReader(trusted: TrustedProxies): (address: string) => boolean {
  return (address) =>
    trusted.kind !== 'none' && isTrusted(trusted, plainAddress(address) ?? UNKNOWN, 0);
}

/** Reads `2`, or `10.0.0.7, 10.1.0.0/16, loopback, private`; null for anything else. */
export function parseTrustedProxies(text: string): TrustedProxies | null {
  if (/^\d{1,2}$/.test(text))
    return text === '0' ? NO_PROXIES : { kind: 'hops', hops: Number(text) };
  const addresses = parseNetworks(text);
  return addresses === null ? null : { kind: 'addresses', addresses };
}

/**
 * Reads addresses and networks, separated by commas: `10.0.0.7, 10.1.0.0/16, loopback, private`;
 * null for anything else.
 */
export function parseNetworks(text: string): BlockList | null {
  const addresses = new BlockList();
  for (const part of text.split(',').map((one) => one.trim())) {
    const networks = part === 'loopback' || part === 'private' ? LOCAL_NETWORKS[part] : [part];
    for (const network of networks) if (!addNetwork(addresses, network)) return null;
  }
  return addresses;
}

function addNetwork(list: BlockList, network: string): boolean {
  const [address = '', bits, ...rest] = network.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  if (bits === undefined) {
    list.addAddress(address, type);
    return true;
  }
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128)) return false;
  list.addSubnet(address, Number(bits), type);
  return true;
}

function isTrusted(
  trusted: Exclude<TrustedProxies, { readonly kind: 'none' }>,
  address: string,
  hop: number,
): boolean {
  if (trusted.kind === 'hops') return hop < trusted.hops;
  const family = isIP(address);
  return family !== 0 && trusted.addresses.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * An address in its plain form: IPv4 without the cover of IPv6, no port, no brackets; null for what
 * is none.
 */
function plainAddress(text: string | undefined): string | null {
  if (text === undefined) return null;
  const bare =
    /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ??
    /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text)?.[1] ??
    text;
  if (isIP(bare) === 0) return null;
  return (/^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(bare)?.[1] ?? bare).toLowerCase();
}
