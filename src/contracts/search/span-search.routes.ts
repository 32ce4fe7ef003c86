import { declare } from '../wire/declare.ts';
import { SpanSearchPage, SpanSearchParams } from './span-search.ts';

export const searchSpans = declare({
  method: 'GET',
  path: '/v1/span_search',
  id: 'searchSpans',
  access: { scopes: ['traces:read'] },
  tag: 'spans',
  summary: 'Search span content in all projects',
  description:
    'Spans of every project the caller can see that match the text, newest first, with the texts that match. A search that takes long replies with what it found after four seconds, maybe nothing: follow `next_cursor` to go on. Who accepts `application/x-ndjson` gets the same page line by line as it grows, for up to a minute; the search ends when the client disconnects. A list of one project is searched by the filter `search(…)`.',
  query: SpanSearchParams,
  ok: { status: 200, description: 'A page of spans.', schema: SpanSearchPage },
  errors: ['invalid_request', 'not_found'],
});
