import { expect, it } from 'vitest';
import { loginAddress, safeReturn } from './sign-in-paths.ts';

it.each([
  ['/projects/a/traces?filter=x#keys', '/projects/a/traces?filter=x#keys'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['/.//evil.example', '/'],
  ['/login', '/'],
  ['/reset-password/', '/'],
  ['projects', '/'],
  ['', '/'],
  [undefined, '/'],
])('after signing in, %j leads to %s', (text, path) =>
  expect(safeReturn(text, 'https://telltale.example')).toBe(path),
);

it('comes back to the same address', () => {
  const address = loginAddress('/projects/a/traces?q=1&r=2', true);
  expect(address).toBe('/login?returnUrl=%2Fprojects%2Fa%2Ftraces%3Fq%3D1%26r%3D2&expired=true');
  expect(loginAddress('/', false)).toBe('/login');
});
