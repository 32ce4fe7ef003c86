import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GAP, errorPattern } from './error-pattern.ts';

it.each([
  ['429 Too many requests for gpt-4o', '429 Too many requests for …'],
  ['429 Too many requests for claude', '429 Too many requests for …'],
  [
    '429 Too many requests for us.anthropic.claude-3-5-sonnet-20241022-v2:0',
    '429 Too many requests for …',
  ],
  [
    'Rate limit reached for `openai/gpt-4o-mini` in organization org-AbC123 on tokens per min (TPM): Limit 30000, Used 29000, Requested 1,500.',
    'Rate limit reached for `…` in organization … on tokens per min (TPM): Limit …, Used …, Requested ….',
  ],
  [
    "Error code: 404 - {'error': {'message': 'The model `o3-mini` does not exist', 'code': 'model_not_found'}}",
    "Error code: 404 - {'error': {'message': 'The model `…` does not exist', 'code': 'model_not_found'}}",
  ],
  ['Request req_011CSHoEeqs5C35K2UUqR7Fy timed out after 30.5s', 'Request … timed out after …'],
  [
    'Order 0af7651916cd43dd8448eb211c80319c of 2026-11-26T01:02:03Z not found',
    'Order … of … not found',
  ],
  ['connect ECONNREFUSED 127.0.0.1:8080', 'connect ECONNREFUSED …'],
  ['Failed to fetch https://api.example.com/v1/orders/7?x=1: 503', 'Failed to fetch …: 503'],
  ['User ann@example.com has no order 4711', 'User … has no order …'],
  ['Error code: 500', 'Error code: 500'],
  ["KeyError: 'name'", "KeyError: 'name'"],
  ['Command failed: step-by-step plan is missing', 'Command failed: step-by-step plan is missing'],
  ['Commande déjà payée', 'Commande déjà payée'],
  ['', ''],
])('%s', (message, pattern) => expect(errorPattern(message)).toBe(pattern));

it('keeps statuses of HTTP apart', () => {
  expect(errorPattern('500 from upstream')).not.toBe(errorPattern('429 from upstream'));
});

it('has in its pattern nothing but parts of the message, and reads so much of a long one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const pattern = errorPattern(text);
      expect(pattern.split(GAP).every((piece) => text.includes(piece))).toBe(true);
    }),
  );
  for (const part of ['a-', '1,', 'a.', '0', 'x@', 'gpt-', '-_'])
    expect(errorPattern(part.repeat(2_000)).length).toBeLessThanOrEqual(1_000);
});
