import type { Config } from '#server/config.ts';

/** The page and the REST interface, for a command on this machine. */
export function localAddress(config: Config, port: number): string {
  return `${config.tls.http === null ? 'http' : 'https'}://${localTarget(config, port)}`;
}

/** Where a command on this machine reaches a port of the server. */
export function localTarget({ host: bound }: Config, port: number): string {
  const host = bound === '0.0.0.0' ? '127.0.0.1' : bound === '::' ? '::1' : bound;
  return hostAndPort(host, port);
}

/** As addresses have it: IPv6 in brackets. */
export function hostAndPort(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
