import { declare } from '../wire/declare.ts';
import { LookupParams, LookupReply } from './lookup.ts';

export const lookUp = declare({
  method: 'GET',
  path: '/v1/lookup',
  id: 'lookUp',
  access: { scopes: ['traces:read'] },
  tag: 'server',
  summary: 'Look up an id',
  description:
    'Finds the traces, spans and sessions of an id in all projects. Without matches the lists are empty, which is not an error.',
  query: LookupParams,
  ok: { status: 200, description: 'The matches.', schema: LookupReply },
  errors: [],
});
