import { randomBytes } from 'node:crypto';
import { Value } from 'typebox/value';
import { RegisterAppBody } from '#contracts/apps/app.ts';
import { findAppClient, insertAppClient } from '#server/stores/meta/access/app-clients.queries.ts';
import type { AppClientRecord } from '#server/stores/meta/app-tables.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { isLookAlikeName } from './app-names.ts';
import { AppRefusal } from './app-refusal.ts';
import type { AppSettings } from './app-settings.ts';
import { redirectTarget, targetRefusal } from './redirect-target.ts';

export interface AppClientsOptions {
  readonly db: MetaDb;
  readonly settings: AppSettings;
  readonly now: () => number;
}

const DAY_MS = 86_400_000;
const UNAPPROVED_DAYS = 7;
const UNUSED_DAYS = 30;
const UNAPPROVED_MAX = 5_000;
const ID_BYTES = 16;
/** No invisible characters, no characters that change the text direction, and no line ends. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/u;
const BUILT_IN_ID = 'phoenix-cli';

/**
 * The apps that may request access for a user: public clients without a secret, because programs on
 * users' own devices can't keep one.
 */
export class AppClients {
  readonly #options: AppClientsOptions;

  constructor(options: AppClientsOptions) {
    this.#options = options;
  }

  /**
   * Registers an app from its own metadata (RFC 7591). Registration grants no access: a user must
   * authorize the app first.
   */
  async register(metadata: unknown, address: string): Promise<AppClientRecord> {
    const { db, settings, now } = this.#options;
    if (settings.registration === 'disabled')
      throw new AppRefusal(
        'access_denied',
        'Apps do not register themselves here (SERVICE_OAUTH2_DYNAMIC_CLIENT_REGISTRATION).',
      );
    const {
      client_name: name = 'An app without a name',
      redirect_uris: uris,
      grant_types: grants,
    } = checked(metadata);
    for (const uri of uris) this.#assertTarget(uri);
    await this.#assertName(name);
    const nowMs = now();
    return await insertAppClient(
      db,
      {
        client_id: `tt_dcr_${randomBytes(ID_BYTES).toString('hex')}`,
        name: name.trim(),
        redirect_uris: JSON.stringify([...new Set(uris)]),
        can_refresh: grants === undefined || grants.includes('refresh_token') ? 1 : 0,
        is_built_in: 0,
        address,
        created_at_ms: nowMs,
        approved_at_ms: null,
      },
      {
        registeredBeforeMs: nowMs - UNAPPROVED_DAYS * DAY_MS,
        approvedBeforeMs: nowMs - UNUSED_DAYS * DAY_MS,
        unapprovedMax: UNAPPROVED_MAX,
      },
    );
  }

  #assertTarget(uri: string): void {
    const { settings } = this.#options;
    const target = redirectTarget(uri);
    const why =
      target === null
        ? 'it must be https://…, http:// on 127.0.0.1, [::1] or localhost, or begin with a scheme of the app, without a fragment'
        : targetRefusal(target, settings);
    if (why !== null)
      throw new AppRefusal(
        'invalid_redirect_uri',
        `redirect_uris: an address cannot be used: ${why}.`.replace('..', '.'),
      );
  }

  /** No app passes for the server itself, nor for the program that is known from the start. */
  async #assertName(name: string): Promise<void> {
    const builtIn = await findAppClient(this.#options.db, BUILT_IN_ID);
    if (HIDDEN.test(name) || name.trim() === '')
      throw new AppRefusal('invalid_client_metadata', 'client_name cannot be read.');
    if (isLookAlikeName(name, builtIn === null ? [] : [builtIn.name, builtIn.client_id]))
      throw new AppRefusal(
        'invalid_client_metadata',
        'client_name looks like the name of this server or of an app that came with it.',
      );
  }
}

function checked(metadata: unknown): RegisterAppBody {
  if (Value.Check(RegisterAppBody, metadata)) return metadata;
  const [problem] = Value.Errors(RegisterAppBody, metadata);
  const where = problem?.instancePath.split('/').slice(1).join('.') ?? '';
  const word = where.startsWith('redirect_uris')
    ? 'invalid_redirect_uri'
    : 'invalid_client_metadata';
  throw new AppRefusal(
    word,
    `${where === '' ? 'The body' : where} ${problem?.message ?? 'is not as it should be'}.`,
  );
}

/** Where a program may be answered. */
export function redirectUrisOf({
  redirect_uris: json,
}: Pick<AppClientRecord, 'redirect_uris'>): readonly string[] {
  const uris: unknown = JSON.parse(json);
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : [];
}
