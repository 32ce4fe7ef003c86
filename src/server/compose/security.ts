import type { ApiSecurity } from '#server/api/kit/route/deps.ts';
import type { Config } from '../config.ts';
import { isLoopback } from '../loopback.ts';

/**
 * The server's own names and origins. They include the address that browsers use, whatever host
 * name a proxy forwards; configuring it doesn't exclude other names.
 */
export function composeSecurity(
  config: Pick<
    Config,
    'host' | 'rootUrl' | 'tls' | 'allowedHosts' | 'allowedOrigins' | 'trustedOrigins'
  >,
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
