import { Type, type Static } from 'typebox';
import { KeyDescription, KeyName } from './api-key.ts';
import { pageOf } from '../wire/pagination.ts';
import {
  CursorParam,
  dataOf,
  globalId,
  isoTime,
  limitParam,
  nullable,
} from '../wire/schema-parts.ts';

/**
 * API keys as Phoenix's clients know them: fewer fields, and a key may do all that its user or role
 * may.
 */
const fields = {
  id: globalId('Global ID of the key.', 'VXNlckFwaUtleTox'),
  name: Type.String({ description: 'The purpose of the key.', examples: ['ci'] }),
  description: Type.Optional(Type.String({ description: 'Absent when there is none.' })),
  created_at: isoTime('When it was made.'),
  expires_at: Type.Optional(isoTime('From when on it is refused; absent when never.')),
};
export const ClientApiKey = Type.Object(fields, { title: 'ApiKey' });
export type ClientApiKey = Static<typeof ClientApiKey>;

export const ClientUserApiKey = Type.Object(
  {
    ...fields,
    user: Type.Object(
      {
        id: globalId('Global ID of the user.', 'VXNlcjox'),
        username: Type.String({ description: 'Their name.' }),
        email: nullable(Type.String(), { description: 'Their address, or null.' }),
      },
      { title: 'ApiKeyUser' },
    ),
  },
  { title: 'UserApiKey' },
);

/** `POST /v1/user/api_keys` and `POST /v1/system/api_keys`. */
export const CreateClientApiKeyBody = Type.Object(
  {
    data: Type.Object(
      {
        name: KeyName,
        description: Type.Optional(
          nullable(KeyDescription, { description: 'More about it, or null.' }),
        ),
        expires_at: Type.Optional(
          nullable(Type.String({ maxLength: 64 }), {
            description: 'ISO 8601, in the future; without an offset it is UTC.',
          }),
        ),
      },
      { title: 'ApiKeyData' },
    ),
  },
  { title: 'CreateApiKeyBody' },
);
export type CreateClientApiKeyBody = Static<typeof CreateClientApiKeyBody>;

export const ClientApiKeyReply = dataOf(
  Type.Object(
    { ...fields, key: Type.String({ description: 'The secret, which is shown only once.' }) },
    { title: 'CreatedApiKey' },
  ),
);
export const ClientApiKeyList = dataOf(Type.Array(ClientApiKey));
export const ClientUserApiKeyPage = pageOf(ClientUserApiKey);
export const ClientApiKeyParams = Type.Object({
  api_key_id: Type.String({
    minLength: 1,
    description: 'Global ID of the key.',
    examples: ['VXNlckFwaUtleTox'],
  }),
});
export const ClientUserApiKeyListParams = Type.Object({
  cursor: Type.Optional(CursorParam),
  limit: Type.Optional(limitParam(100)),
});
