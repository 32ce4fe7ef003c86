import { expect, it } from 'vitest';
import { mayDo } from './may.tsx';

const signedIn = (role: 'ADMIN' | 'MEMBER' | 'VIEWER' | 'SYSTEM') =>
  ({ auth_method: 'LOCAL', role }) as const;

it('lets a viewer read, a member change data, and an admin all', () => {
  expect([
    mayDo(signedIn('VIEWER'), 'traces:write'),
    mayDo(signedIn('VIEWER'), 'datasets:write'),
  ]).toEqual([false, false]);
  expect([
    mayDo(signedIn('VIEWER'), 'traces:read'),
    mayDo(signedIn('MEMBER'), 'traces:write'),
  ]).toEqual([true, true]);
  expect([
    mayDo(signedIn('MEMBER'), 'admin'),
    mayDo(signedIn('ADMIN'), 'admin'),
    mayDo(signedIn('SYSTEM'), 'admin'),
  ]).toEqual([false, true, true]);
});

it('offers everything without authentication, and until it is known who looks', () => {
  expect([mayDo({ auth_method: 'ANONYMOUS' }, 'admin'), mayDo(undefined, 'admin')]).toEqual([
    true,
    true,
  ]);
});
