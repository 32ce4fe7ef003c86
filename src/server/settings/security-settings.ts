import { BlockList } from 'node:net';
import { NO_PROXIES } from '#server/auth/client-address.ts';
import {
  booleanValue,
  hostNames,
  integer,
  networks,
  origins,
  strongSecret,
  trustedProxies,
} from './setting-parsers.ts';
import { optional, setting } from './setting.ts';

/** Settings of who may reach the server, and as whom. */
export const SECURITY_SETTINGS = {
  allowedHosts: setting<readonly string[]>(
    'ALLOWED_HOSTS',
    'Security',
    hostNames,
    [],
    'Names of this server in the Host header; when given, no other names are answered (addresses are, unless it listens on a loopback address).',
    'none',
  ),
  allowedOrigins: setting<readonly string[]>(
    'ALLOWED_ORIGINS',
    'Security',
    origins,
    [],
    'Origins of other sites whose pages may call the server from a browser (CORS), with a key; cookies are not theirs to use.',
    'none',
  ),
  trustedOrigins: setting<readonly string[]>(
    'CSRF_TRUSTED_ORIGINS',
    'Security',
    origins,
    [],
    "Origins that may change state besides the server's own.",
    'none',
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    'Security',
    trustedProxies,
    NO_PROXIES,
    'Proxies whose X-Forwarded-For is believed, for limits and the audit log: how many are in front, or their addresses (`10.0.0.0/8, loopback`).',
    'none',
  ),
  allowedPrivateAddresses: setting(
    'ALLOWED_PRIVATE_ADDRESSES',
    'Security',
    networks,
    new BlockList(),
    'Addresses that webhooks may reach, at any port, though they are private: `10.0.0.7, 10.1.0.0/16, loopback, private`.',
    'none',
  ),
  requireAuthBeyondLoopback: setting(
    'REQUIRE_AUTH_BEYOND_LOOPBACK',
    'Security',
    booleanValue,
    false,
    'Refuse to start without authentication on any address that others can reach.',
  ),
  enableAuth: setting(
    'ENABLE_AUTH',
    'Security',
    booleanValue,
    false,
    'Authentication: requests need an API key or a signed-in user. Needs SERVICE_SECRET.',
  ),
  secret: setting(
    'SECRET',
    'Security',
    optional(strongSecret),
    null,
    'Encrypts what is stored of secrets and signs what is sent out; at least 32 characters, with a digit and a lower-case letter. Needed with authentication, and the same for all servers of a cluster.',
    'none',
  ),
  adminSecret: setting(
    'ADMIN_SECRET',
    'Security',
    optional(strongSecret),
    null,
    'A bearer of this text acts as the system user, with all rights. As strong as SERVICE_SECRET, and another text.',
    'none',
  ),
  auditRetentionDays: setting(
    'AUDIT_RETENTION_DAYS',
    'Security',
    integer(0, 36_500),
    0,
    'Rows of the audit log older than this many days are deleted; 0 keeps them forever.',
  ),
};
