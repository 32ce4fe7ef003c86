import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeFilterValue, fillFilter, isFilterTemplate } from './directory-filter.ts';
import { normalDn } from './normal-dn.ts';
import { roleOfGroups } from './group-roles.ts';

describe('filters', () => {
  it.each([
    ['ada', 'ada'],
    ['*', '\\2a'],
    [')(uid=*)', '\\29\\28uid=\\2a\\29'],
    ['a\\b', 'a\\5cb'],
    ['\0', '\\00'],
    ['ada@example.org', 'ada@example.org'],
    ['O’Brien, Zoë 😀', 'O’Brien, Zoë 😀'],
    ['a:b', 'a\\3ab'],
  ])('take %j as a value', (text, escaped) => expect(escapeFilterValue(text)).toBe(escaped));

  it('hold nothing of a value that has a meaning there', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (text) => !/[()*\0]|\\(?![0-9a-f]{2})/.test(escapeFilterValue(text)),
      ),
    );
  });

  it('are filled in every place, and with what looks like a pattern too', () => {
    expect(fillFilter('(|(uid=%s)(mail=%s))', '$&*')).toBe(
      '(|(uid=\\24\\26\\2a)(mail=\\24\\26\\2a))',
    );
  });

  it.each([
    ['(uid=%s)', true],
    ['(&(objectClass=user)(sAMAccountName=%s))', true],
    ['(&(|(uid=%s)(mail=%s))(!(loginShell=/bin/false))(cn=*))', true],
    ['(member:1.2.840.113556.1.4.1941:=%s)', true],
    ['(uid=ada)', false],
    ['uid=%s', false],
    ['(uid=%s', false],
    ['(uid=%s))', false],
    ['(&)(uid=%s)', false],
    ['(!(uid=%s)(cn=a))', false],
    ['(uid=%s)(cn=a)', false],
    ['(=%s)', false],
    ['%s', false],
  ])('are checked when they are configured: %s', (text, good) =>
    expect(isFilterTemplate(text)).toBe(good),
  );
});

describe('distinguished names', () => {
  it.each([
    ['CN=Admins, OU=Groups,DC=Example,DC=org', 'cn=admins,ou=groups,dc=example,dc=org'],
    ['cn=A\\2c B,dc=x', 'CN=a\\, b , DC=X'],
    ['cn=Zo\\C3\\AB', 'cn=zoë'],
    ['cn=a+uid=b,dc=x', 'uid=b + cn=a, dc=x'],
    ['cn=a\\ ', 'cn=a\\20'],
    ['cn=😀', 'cn=\\F0\\9F\\98\\80'],
    ['cn=\\😀', 'cn=😀'],
  ])('%j is the same as %j', (a, b) =>
    expect([normalDn(a), normalDn(a) === normalDn(b)]).toEqual([expect.any(String), true]),
  );

  it.each([
    ['cn=a,dc=x', 'cn=a\\,dc\\=x'],
    ['cn=a', 'cn=a\\ '],
    ['cn=a,cn=b', 'cn=b,cn=a'],
    ['cn=a,cn=b', 'cn=a+cn=b'],
    ['cn=a', 'uid=a'],
  ])('%j is not the same as %j', (a, b) => expect(normalDn(a)).not.toBe(normalDn(b)));

  it.each(['', 'a', '=a', 'cn=a,', 'cn=\\', 'cn=\\ff'])('%j is none', (text) =>
    expect(normalDn(text)).toBeNull(),
  );
});

describe('roles of groups', () => {
  const mappings = [
    { groupDn: 'cn=Admins,dc=x', role: 'ADMIN' },
    { groupDn: 'cn=dev,dc=x', role: 'MEMBER' },
  ] as const;

  it('are those of the first mapping that fits, and none without one', () => {
    expect(roleOfGroups(mappings, ['cn=dev,dc=x', 'CN=admins, DC=X'])).toBe('ADMIN');
    expect(roleOfGroups(mappings.toReversed(), ['cn=dev,dc=x', 'CN=admins, DC=X'])).toBe('MEMBER');
    expect(roleOfGroups(mappings, ['cn=sales,dc=x', 'cn=adminsx,dc=x'])).toBeNull();
    expect(roleOfGroups(mappings, [])).toBeNull();
  });

  it('match every user with a star', () => {
    expect(roleOfGroups([...mappings, { groupDn: '*', role: 'VIEWER' }], [])).toBe('VIEWER');
    expect(roleOfGroups([{ groupDn: '*', role: 'VIEWER' }, ...mappings], ['cn=admins,dc=x'])).toBe(
      'VIEWER',
    );
    expect(roleOfGroups(mappings, ['*'])).toBeNull();
  });
});
