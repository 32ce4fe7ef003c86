import type { ApiSecurity } from '#server/api/kit/deps.ts';
import type { Config } from '../config.ts';
import { isLoopback } from '../loopback.ts';

/**
 * Which names and origins are the server's own. The address that browsers reach it under is one of them, whatever name a proxy passes on; it
 * does not keep other names out by itself.
 */
export function composeSecurity(
  config: Pick<Config, 'host' | 'rootUrl' | 'tls' | 'allowedHosts' | 'allowedOrigins' | 'trustedOrigins'>,
): ApiSecurity {
  const { rootUrl, allowedHosts, allowedOrigins, trustedOrigins } = config;
  const own = rootUrl === null ? null : new URL(rootUrl);
  const loopbackOnly = isLoopback(config.host);
  const isHeldToNames = loopbackOnly || allowedHosts.length > 0;
  return {
    loopbackOnly,
    allowedHosts: own === null || !isHeldToNames ? allowedHosts : [...allowedHosts, own.hostname],
    allowedOrigins: [...allowedOrigins, ...trustedOrigins, ...(own === null ? [] : [own.origin])],
    readingOrigins: allowedOrigins,
    // A proxy that does the TLS says this itself, or not.
    strictTransport: config.tls.http !== null && !loopbackOnly,
  };
}
