import { declare } from '../wire/declare.ts';
import { PutSecretsBody, PutSecretsReply } from './secret.ts';

export const putSecrets = declare({
  method: 'PUT',
  path: '/v1/secrets',
  id: 'putSecrets',
  access: { scopes: ['admin'], role: 'ADMIN', workspace: true, closedTo: 'apps' },
  tag: 'keys',
  audit: 'secret.change',
  summary: 'Store and delete secrets',
  description:
    'Encrypted with a key derived from `SERVICE_SECRET`, without which nothing is stored. No interface gives them out again.',
  body: PutSecretsBody,
  bodyExample: {
    secrets: [
      { key: 'OPENAI_API_KEY', value: 'sk-…' },
      { key: 'OLD_KEY', value: null },
    ],
  },
  ok: {
    status: 200,
    description: 'The names of what was stored and what is gone.',
    schema: PutSecretsReply,
  },
  errors: [],
});
