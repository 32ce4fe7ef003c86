import type { Generated, Selectable } from 'kysely';
import type { Role } from '#contracts/access/access.ts';

/** The tables of users and keys, as queries see them. */
export interface AccessTables {
  users: UsersTable;
  user_sessions: UserSessionsTable;
  sign_in_attempts: SignInAttemptsTable;
  sign_in_places: SignInPlacesTable;
  password_tokens: PasswordTokensTable;
  api_keys: ApiKeysTable;
  secrets: SecretsTable;
  provider_grants: ProviderGrantsTable;
}

interface UsersTable {
  id: Generated<number>;
  /** In lower case. */
  email: string;
  username: string;
  /**
   * `SYSTEM` is the built-in account behind the admin secret and system keys; no one signs in as
   * it.
   */
  role: Role | 'SYSTEM';
  auth_method: 'LOCAL' | 'OAUTH2' | 'LDAP';
  /** PHC string of argon2id; null for those who sign in elsewhere. */
  password_hash: string | null;
  password_needs_reset: Generated<0 | 1>;
  oauth2_client_id: string | null;
  oauth2_user_id: string | null;
  /**
   * The directory's permanent id of a user; null if it has none, and for users of other sign-in
   * methods.
   */
  ldap_unique_id: string | null;
  profile_picture_url: string | null;
  /**
   * The name that a directory or an identity provider gave; it follows theirs until another one is
   * chosen here.
   */
  outside_name: string | null;
  /** The name typed at the last LDAP sign-in. */
  directory_login: string | null;
  /** When the directory was asked for them last. */
  directory_checked_at_ms: number | null;
  /** When the directory or identity provider stopped admitting the user; null if it admits them. */
  suspended_at_ms: number | null;
  /** Created, or given another role or password, while authentication was off. */
  changed_while_open: Generated<0 | 1>;
  last_login_at_ms: number | null;
  created_at_ms: number;
  updated_at_ms: number;
}
export type UserRecord = Selectable<UsersTable>;

interface UserSessionsTable {
  id: Generated<number>;
  user_id: number;
  access_hash: Uint8Array;
  refresh_hash: Uint8Array;
  /**
   * The refresh token before this one: a client that sends it again has stolen it, or was robbed of
   * it.
   */
  previous_refresh_hash: Uint8Array | null;
  access_expires_at_ms: number;
  refresh_expires_at_ms: number;
  address: string | null;
  user_agent: string | null;
  created_at_ms: number;
  /** When its tokens were last exchanged for new ones. */
  refreshed_at_ms: number;
}
export type UserSessionRecord = Selectable<UserSessionsTable>;

/**
 * Failed sign-ins by what was typed as the account, whether there is such an account or not, so
 * that callers do not learn which there are.
 */
interface SignInAttemptsTable {
  account_hash: Uint8Array;
  /** The place of the attempt; all unknown places share one hash. */
  place_hash: Uint8Array;
  failures: number;
  locked_until_ms: number;
  last_at_ms: number;
}

/** Where accounts were signed in to. */
interface SignInPlacesTable {
  account_hash: Uint8Array;
  place_hash: Uint8Array;
  last_at_ms: number;
}

interface PasswordTokensTable {
  token_hash: Uint8Array;
  user_id: number;
  expires_at_ms: number;
  created_at_ms: number;
}

interface ApiKeysTable {
  id: Generated<number>;
  kind: 'user' | 'system';
  /** `svc_live_`, `svc_test_` or `svc_sys_`. */
  prefix: string;
  last_four: string;
  /** SHA-256 of the whole key. */
  key_hash: Uint8Array;
  name: string;
  description: string | null;
  /**
   * Whose key it is; null for system keys, for keys made while authentication was off, and once the
   * user is gone.
   */
  user_id: number | null;
  /** Of system keys. */
  role: Role | null;
  /** JSON: an array of scopes. */
  scopes: string;
  /** JSON: the numbers of the only projects it may see; null for all. */
  project_ids: string | null;
  /** Created while authentication was off: not valid once it is on. */
  made_while_open: 0 | 1;
  created_by_user_id: number | null;
  /** The key it was made to replace. */
  rotated_from_id: number | null;
  created_at_ms: number;
  expires_at_ms: number | null;
  revoked_at_ms: number | null;
  last_used_at_ms: number | null;
}
export type ApiKeyRecord = Selectable<ApiKeysTable>;

interface SecretsTable {
  key: string;
  /** Encrypted with a key derived from `SERVICE_SECRET`. */
  value: Uint8Array;
  updated_by_user_id: number | null;
  updated_at_ms: number;
}

/** Refresh tokens for checking absent users with identity providers. */
interface ProviderGrantsTable {
  user_id: number;
  /** A refresh token, encrypted with a key derived from `SERVICE_SECRET`. */
  sealed_token: Uint8Array;
  next_check_at_ms: number;
}
