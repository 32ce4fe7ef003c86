import type { ConnectionOptions } from 'node:tls';

/** Where the metadata database is, and who connects. Plain data: it goes to threads. */
export interface PostgresSettings {
  /** A host name, an address, or the directory of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string | null;
  /** Null for a connection without TLS. */
  readonly tls:
    | (Pick<ConnectionOptions, 'ca' | 'rejectUnauthorized'> & {
        /** Whether the certificate must name the host. */
        readonly verifiesName: boolean;
        /** Whether a server without TLS will do. */
        readonly isOptional: boolean;
      })
    | null;
  /** The schema with the tables. */
  readonly schema: string;
}

/** The engine in messages. */
export function postgresName({ host, port }: Pick<PostgresSettings, 'host' | 'port'>): string {
  return host.startsWith('/')
    ? `PostgreSQL at ${host}`
    : `PostgreSQL at ${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** A name as SQL has it. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
