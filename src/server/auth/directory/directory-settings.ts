import type { GroupRole } from '#core/directory/group-roles.ts';

/**
 * How the connection to a directory is encrypted: from the start, after an unencrypted request for
 * it, or not at all.
 */
export const DIRECTORY_TLS_MODES = ['starttls', 'ldaps', 'none'] as const;

export interface DirectoryTls {
  readonly mode: (typeof DIRECTORY_TLS_MODES)[number];
  /** Whether the certificate has to be a trusted one of that host. */
  readonly verify: boolean;
  /** Files, read for each line anew: certificates are renewed. */
  readonly caFile: string | null;
  readonly certFile: string | null;
  readonly keyFile: string | null;
}

/** A directory that people sign in by, over LDAP. */
export interface DirectorySettings {
  /** The same directory on each, asked in this order. */
  readonly hosts: readonly string[];
  readonly port: number;
  readonly tls: DirectoryTls;
  /** Who looks people up; null for anonymous. */
  readonly service: { readonly dn: string; readonly password: string } | null;
  readonly userBases: readonly string[];
  /** With `%s` for the name that was typed. */
  readonly userFilter: string;
  /** Null where people have no address of their own: the unique id then tells who they are. */
  readonly emailAttribute: string | null;
  readonly uniqueIdAttribute: string | null;
  readonly nameAttribute: string;
  readonly memberOfAttribute: string;
  /** Where groups say who is in them; null where people's entries say it. */
  readonly groups: {
    readonly bases: readonly string[];
    /** With `%s` for the name that was typed, or the attribute of the user's entry. */
    readonly filter: string;
    readonly userAttribute: string | null;
  } | null;
  readonly roles: readonly GroupRole[];
  readonly allowSignUp: boolean;
  /** How long after they were looked up people are looked up again; null for never. */
  readonly recheckMs: number | null;
}
