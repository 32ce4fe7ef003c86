import { expect, it } from 'vitest';
import { SERVER_PRINCIPAL, type Principal } from './principal.ts';
import { assertAccess } from './route-access.ts';

const reader = {
  ...SERVER_PRINCIPAL,
  name: 'ci',
  keyNumber: 1,
  role: 'VIEWER',
  scopes: new Set(['traces:read'] as const),
} satisfies Partial<Principal>;

it.each([
  ['system-key', "The API key 'ci' lacks the scope datasets:write."],
  ['user-key', 'Viewers cannot perform this action.'],
] as const)('says what a %s lacks', (kind, detail) => {
  const refused = () => assertAccess({ scopes: ['datasets:write'] }, { ...reader, kind });
  expect(refused).toThrow(detail);
});
