import { Type } from 'typebox';
import { dataOf, nullable } from '../wire/schema-parts.ts';

const SECRETS_MAX = 100;
const VALUE_CHARS_MAX = 65_536;

/** `PUT /v1/secrets`. */
export const PutSecretsBody = Type.Object(
  {
    secrets: Type.Array(
      Type.Object(
        {
          key: Type.String({
            pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
            maxLength: 256,
            description: 'Name, as of an environment variable.',
            examples: ['OPENAI_API_KEY'],
          }),
          value: nullable(Type.String({ maxLength: VALUE_CHARS_MAX }), {
            description: 'Not blank; null deletes.',
          }),
        },
        { title: 'SecretKeyValue' },
      ),
      { minItems: 1, maxItems: SECRETS_MAX, description: 'The last of repeated keys holds.' },
    ),
  },
  { title: 'UpsertOrDeleteSecretsRequest' },
);
export const PutSecretsReply = dataOf(
  Type.Object(
    {
      upserted_keys: Type.Array(Type.String(), { description: 'Names of what was stored.' }),
      deleted_keys: Type.Array(Type.String(), { description: 'Names of what is gone.' }),
    },
    { title: 'UpsertOrDeleteSecretsResult' },
  ),
);
