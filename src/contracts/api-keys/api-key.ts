import { Type, type Static } from 'typebox';
import { PERMISSION_LEVELS, ROLES, SCOPES } from '../access/access.ts';
import {
  CursorParam,
  globalId,
  isoTime,
  limitParam,
  nullable,
  oneOf,
} from '../wire/schema-parts.ts';

/** Fields are in camelCase, as section 4.3 of the service's specification has them. */

const EXAMPLE_ID = 'VXNlckFwaUtleTox';
const NAME_CHARS_MAX = 200;
const DESCRIPTION_CHARS_MAX = 2000;
const KEYS_MAX = 1000;
const PROJECTS_MAX = 100;

/** One line of text that is not blank: messages and logs show it. */
export const KeyName = Type.String({
  minLength: 1,
  maxLength: NAME_CHARS_MAX,
  description: 'The purpose of the key; one line, not blank.',
  examples: ['ci'],
});
export const KeyDescription = Type.String({
  maxLength: DESCRIPTION_CHARS_MAX,
  description: 'More about it.',
});

export const API_KEY_STATES = ['active', 'expired', 'revoked'] as const;
export type ApiKeyState = (typeof API_KEY_STATES)[number];
/** Why a key that is active is refused all the same. */
export const API_KEY_PAUSES = ['user_suspended'] as const;
export const API_KEY_KINDS = ['user', 'system'] as const;
export type ApiKeyKind = (typeof API_KEY_KINDS)[number];
const ENVIRONMENTS = ['live', 'test'] as const;

const Person = Type.Object(
  {
    id: globalId('Global ID of the user.', 'VXNlcjox'),
    username: Type.String({ description: 'Their name.' }),
    email: Type.String({ description: 'Their address.' }),
  },
  { title: 'ApiKeyPerson' },
);
const scope = oneOf(SCOPES);

const keyFields = {
  id: globalId('Global ID of the key.', EXAMPLE_ID),
  name: Type.String({ description: 'The purpose of the key.', examples: ['ci'] }),
  description: nullable(Type.String(), { description: 'More about it, or null.' }),
  createdAt: isoTime('When it was made.'),
  expiresAt: nullable(isoTime(''), { description: 'From when on it is refused; null when never.' }),
  lastUsedAt: nullable(isoTime(''), {
    description: 'Its last use, a few seconds late; null before the first.',
  }),
  scopes: Type.Array(scope, {
    description: 'Its permissions, as far as the role behind it has them.',
  }),
  level: nullable(oneOf(PERMISSION_LEVELS), {
    description: 'The permission level of just these scopes, or null.',
  }),
  state: oneOf(API_KEY_STATES, {
    description: '`active`; `expired` from `expiresAt` on; `revoked` permanently.',
  }),
  pausedBy: nullable(oneOf(API_KEY_PAUSES), {
    description:
      'Why it is refused though it is `active`, or null: `user_suspended` while the directory or identity provider does not let its user in.',
  }),
  kind: oneOf(API_KEY_KINDS, {
    description: '`user` keys follow their user; `system` keys have a role of their own.',
  }),
  prefix: Type.String({ description: 'How it begins.', examples: ['svc_live_'] }),
  lastFour: Type.String({ description: 'How it ends.', examples: ['aB3x'] }),
  role: nullable(oneOf(ROLES), { description: 'Of system keys.' }),
  projects: nullable(Type.Array(Type.String()), {
    description: 'Global IDs of the only projects it may see; null for all.',
  }),
  user: nullable(Person, {
    description:
      'Whose key it is; null for system keys and those made while authentication was off.',
  }),
  createdBy: nullable(Person, {
    description: 'Who made it; null when that was no user, or one who is gone.',
  }),
  revokedAt: nullable(isoTime(''), { description: 'When it was revoked, or null.' }),
  rotatedFrom: nullable(Type.String(), {
    description: 'Global ID of the key that it took the place of, or null.',
  }),
  replacedBy: nullable(Type.String(), {
    description: 'Global ID of the key that took its place, or null.',
  }),
  madeWhileOpen: Type.Boolean({
    description: 'Made while authentication was off: refused once it is on.',
  }),
};

/** An API key, without its secret. */
export const ApiKey = Type.Object(keyFields, { title: 'ApiKeyDetails' });
export type ApiKey = Static<typeof ApiKey>;

/** The one reply that has the secret. */
export const NewApiKey = Type.Object(
  {
    key: Type.String({
      description: 'The secret, which is shown only once.',
      examples: ['svc_live_…'],
    }),
    ...keyFields,
  },
  { title: 'NewApiKey' },
);
export type NewApiKey = Static<typeof NewApiKey>;

const expiry = (description: string) =>
  Type.Optional(
    nullable(Type.String({ maxLength: 64, examples: ['2027-01-31T00:00:00Z'] }), { description }),
  );

/** `POST /api/v1/api-keys`. */
export const CreateApiKeyBody = Type.Object(
  {
    name: KeyName,
    description: Type.Optional(
      nullable(KeyDescription, { description: 'More about it, or null.' }),
    ),
    expiresAt: expiry(
      'ISO 8601, in the future; without an offset it is UTC. Null or absent: never.',
    ),
    scopes: Type.Optional(
      Type.Array(scope, {
        minItems: 1,
        maxItems: 64,
        description:
          'Its permissions. Set either this or `level`; a system key may omit both, and then has all permissions of its role.',
      }),
    ),
    level: Type.Optional(oneOf(PERMISSION_LEVELS, { description: 'In place of `scopes`.' })),
    kind: Type.Optional(
      oneOf(API_KEY_KINDS, {
        description:
          '`user` by default; `system` for callers that are not users, such as the holder of the admin secret.',
      }),
    ),
    environment: Type.Optional(
      oneOf(ENVIRONMENTS, {
        description: 'Of user keys: `svc_live_` (default) or `svc_test_`. Only the prefix differs.',
      }),
    ),
    role: Type.Optional(
      oneOf(ROLES, {
        description: 'Of system keys; by default the lowest role that has the scopes.',
      }),
    ),
    projects: Type.Optional(
      nullable(
        Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), {
          minItems: 1,
          maxItems: PROJECTS_MAX,
        }),
        {
          description: 'The only projects it may see, by Global ID or name. Null or absent: all.',
        },
      ),
    ),
  },
  { title: 'CreateApiKeyRequestBody' },
);
export type CreateApiKeyBody = Static<typeof CreateApiKeyBody>;

/** `POST /api/v1/api-keys/{id}/rotate`. */
export const RotateApiKeyBody = Type.Object(
  {
    overlapUntil: expiry('When the old key expires; null: at once. One day from now by default.'),
    expiresAt: expiry(
      'Of the new key. By default it has the lifetime the old key was created with.',
    ),
  },
  { title: 'RotateApiKeyRequestBody' },
);
export type RotateApiKeyBody = Static<typeof RotateApiKeyBody>;

export const RotatedApiKey = Type.Object(
  { key: NewApiKey, replaced: ApiKey },
  { title: 'RotatedApiKey' },
);

export const ApiKeyParams = Type.Object({
  id: Type.String({ minLength: 1, description: 'Global ID of the key.', examples: [EXAMPLE_ID] }),
});
export const ApiKeyListParams = Type.Object({
  state: Type.Optional(oneOf(API_KEY_STATES, { description: 'Only keys of this state.' })),
  kind: Type.Optional(oneOf(API_KEY_KINDS, { description: 'Only keys of this kind.' })),
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(KEYS_MAX, KEYS_MAX)),
});
export type ApiKeyListParams = Static<typeof ApiKeyListParams>;

/** `GET /api/v1/api-keys`. */
export const ApiKeyList = Type.Object(
  {
    keys: Type.Array(ApiKey, { description: 'Newest first.' }),
    next_cursor: nullable(Type.String(), {
      description: 'Cursor of the next page; null at the end.',
    }),
  },
  { title: 'ApiKeyList' },
);
