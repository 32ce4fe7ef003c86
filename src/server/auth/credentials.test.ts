import { expect, it } from 'vitest';
import { allCredentials, credentialsOf } from './credentials.ts';

const COOKIE = 'telltale-access';
const RAW = [
  ':path',
  '/x',
  'authorization',
  'Bearer svc_live_a',
  'authorization',
  'Bearer svc_live_b',
];

it('sees an Authorization of HTTP/2 that is there twice', () => {
  const first = { authorization: 'Bearer svc_live_a' };
  expect(() => credentialsOf(allCredentials(first, RAW), COOKIE)).toThrow(
    /Authorization is there 2 times/,
  );
  expect(credentialsOf(allCredentials(first, RAW.slice(0, 4)), COOKIE)).toMatchObject({
    key: 'svc_live_a',
  });
  // A value that is the header's name is no second header.
  expect(
    credentialsOf(
      allCredentials(first, ['authorization', 'Bearer svc_live_a', 'x-of', 'authorization']),
      COOKIE,
    ),
  ).toMatchObject({
    key: 'svc_live_a',
  });
});

it("takes the session's cookie by its own name alone, and no key from a cookie", () => {
  expect(credentialsOf({ cookie: 'a=1; telltale-access=t; api_key=k' }, COOKIE)).toEqual({
    key: null,
    sessionToken: 't',
  });
  expect(credentialsOf({ cookie: 'telltale-access=' }, COOKIE)).toMatchObject({
    sessionToken: null,
  });
  expect(credentialsOf({}, COOKIE)).toEqual({ key: null, sessionToken: null });
});

it('takes no cookie that another site of the domain could set, where cookies are bound to this one', () => {
  const cookie = 'telltale-access=thief; __Secure-telltale-access=thief';
  expect(credentialsOf({ cookie }, '__Host-telltale-access')).toMatchObject({ sessionToken: null });
  expect(
    credentialsOf({ cookie: `${cookie}; __Host-telltale-access=mine` }, '__Host-telltale-access'),
  ).toMatchObject({
    sessionToken: 'mine',
  });
});
