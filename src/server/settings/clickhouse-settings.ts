import type { ClickHouseSettings } from '#server/stores/spans/clickhouse/client/clickhouse-settings.ts';
import { optional, setting } from './setting.ts';
import type { Parser } from './setting-parsers.ts';
import { withoutPassword } from './postgres-url.ts';

const HTTP_PORT = 8123;
const HTTPS_PORT = 8443;
/** Names that need no quotes in SQL. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

/** What a URL of ClickHouse says; the cluster is a setting of its own. */
export type ClickHouseAddress = Omit<ClickHouseSettings, 'cluster'>;

const clickhouseUrl: Parser<ClickHouseAddress> = {
  accepted: 'https://user:password@host:8443/database, or http:// with port 8123',
  shown: withoutPassword,
  parse(text) {
    const url = URL.parse(text);
    if (url === null || !['http:', 'https:'].includes(url.protocol)) return null;
    if (url.search !== '' || url.hash !== '') return null;
    // URL leaves out the port that is the scheme's own.
    const named = url.port || /:(80|443)(?:\/|$)/.exec(text)?.[1];
    const port = named ?? (url.protocol === 'https:' ? HTTPS_PORT : HTTP_PORT);
    const database = url.pathname.replace(/^\//, '') || 'default';
    const username = decoded(url.username);
    const password = decoded(url.password);
    if (!NAME.test(database) || username === null || password === null) return null;
    return {
      url: `${url.protocol}//${url.hostname}:${port}`,
      database,
      username: username || 'default',
      password,
    };
  },
};

const clusterName: Parser<string> = {
  accepted:
    'a name of at most 63 letters, digits and underscores that begins with a letter or underscore',
  parse: (text) => (NAME.test(text) ? text : null),
};

/** Where spans and annotations are in ClickHouse. */
export const CLICKHOUSE_SETTINGS = {
  clickhouseAddress: setting(
    'CLICKHOUSE_URL',
    'Storage',
    optional(clickhouseUrl),
    null,
    'Database of ClickHouse (25.8 or later) for spans and annotations, in place of the working directory. Needs metadata in PostgreSQL. Several servers may share both databases.',
    'none',
  ),
  clickhouseCluster: setting(
    'CLICKHOUSE_CLUSTER',
    'Storage',
    optional(clusterName),
    null,
    'Cluster in ClickHouse whose servers hold the tables, as replicated tables.',
    'a single server',
  ),
};

/** Where the spans are in ClickHouse; null while they are in the working directory. */
export function readClickHouse(values: {
  readonly clickhouseAddress: ClickHouseAddress | null;
  readonly clickhouseCluster: string | null;
}): ClickHouseSettings | null {
  return values.clickhouseAddress === null
    ? null
    : { ...values.clickhouseAddress, cluster: values.clickhouseCluster };
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
