import { expect, it } from 'vitest';
import { allCredentials, credentialsOf } from './credentials.ts';

const RAW = [':path', '/x', 'authorization', 'Bearer svc_live_a', 'authorization', 'Bearer svc_live_b'];

it('sees an Authorization of HTTP/2 that is there twice', () => {
  const first = { authorization: 'Bearer svc_live_a' };
  expect(() => credentialsOf(allCredentials(first, RAW))).toThrow(/Authorization is there 2 times/);
  expect(credentialsOf(allCredentials(first, RAW.slice(0, 4)))).toMatchObject({ key: 'svc_live_a' });
  // A value that is the header's name is no second header.
  expect(credentialsOf(allCredentials(first, ['authorization', 'Bearer svc_live_a', 'x-of', 'authorization']))).toMatchObject({
    key: 'svc_live_a',
  });
});

it("takes the session's cookie by each of its names, and no key from a cookie", () => {
  expect(credentialsOf({ cookie: 'a=1; telltale-access=t; api_key=k' })).toEqual({ key: null, sessionToken: 't' });
  expect(credentialsOf({ cookie: 'telltale-access=t; __Host-telltale-access=h' })).toMatchObject({ sessionToken: 'h' });
  expect(credentialsOf({ cookie: 'telltale-access=' })).toMatchObject({ sessionToken: null });
});
