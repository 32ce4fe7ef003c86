import type { Generated, Selectable } from 'kysely';

/** The tables of apps, as queries see them. */
export interface AppTables {
  app_clients: AppClientsTable;
  app_codes: AppCodesTable;
  app_grants: AppGrantsTable;
}

interface AppClientsTable {
  id: Generated<number>;
  /** The client id the app sends in every request. */
  client_id: string;
  /** As the app gave it: not verified. */
  name: string;
  /** JSON: where its answers may go. */
  redirect_uris: string;
  can_refresh: 0 | 1;
  /** Known from the start, not registered by a client. */
  is_built_in: 0 | 1;
  /** Where it was registered from. */
  address: string | null;
  created_at_ms: number;
  /** The last time a user authorized it. */
  approved_at_ms: number | null;
}
export type AppClientRecord = Selectable<AppClientsTable>;

/** The user approved, and the app has not exchanged the code yet. */
interface AppCodesTable {
  code_hash: Uint8Array;
  app_client_id: number;
  user_id: number;
  redirect_uri: string;
  /** Of the secret that only the app that asked has (PKCE, S256). */
  challenge: string;
  /** JSON: an array of scopes; null for all that the user may. */
  scopes: string | null;
  created_at_ms: number;
  expires_at_ms: number;
}
export type AppCodeRecord = Selectable<AppCodesTable>;

interface AppGrantsTable {
  id: Generated<number>;
  app_client_id: number;
  user_id: number;
  /** JSON: an array of scopes; null for all that the user may. */
  scopes: string | null;
  /** Of the code it was made by: shown again, it ends the grant. */
  code_hash: Uint8Array;
  access_hash: Uint8Array;
  /** Of the access token, where the app asked for fewer than the grant has. */
  access_scopes: string | null;
  access_expires_at_ms: number;
  /**
   * Of the part that all refresh tokens of the grant have in common, and of the part that only the
   * last one has.
   */
  family_hash: Uint8Array | null;
  refresh_hash: Uint8Array | null;
  /** When its last token ends, unless it gets another. */
  ends_at_ms: number;
  /** When it ends, however much it is used. */
  expires_at_ms: number;
  address: string | null;
  user_agent: string | null;
  created_at_ms: number;
  /** When it last got tokens. */
  used_at_ms: number;
}
export type AppGrantRecord = Selectable<AppGrantsTable>;
