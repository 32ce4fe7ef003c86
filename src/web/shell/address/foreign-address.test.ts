import { describe, expect, it } from 'vitest';
import { missingThere, ownAddress } from './foreign-address.ts';

describe('addresses of Phoenix', () => {
  it.each([
    ['/projects/UHJvamVjdDox/spans', '', '/projects/UHJvamVjdDox/traces?scope=spans'],
    ['/projects/UHJvamVjdDox/spans/0af7', '', '/projects/UHJvamVjdDox/traces/0af7'],
    [
      '/projects/UHJvamVjdDox/traces/0af7',
      '?selectedSpanNodeId=U3Bhbjox',
      '/redirects/spans/U3Bhbjox',
    ],
    ['/projects/a/config', '', '/projects?dialog=edit&of=a'],
    ['/playground/spans/U3Bhbjox', '', '/redirects/spans/U3Bhbjox'],
    ['/dashboards/projects/a%20b', '', '/projects/a%20b/metrics'],
    ['/redirects/projects/shop', '', '/projects/shop/traces'],
    ['/datasets/RGF0YXNldDox', '', '/datasets/RGF0YXNldDox/examples'],
    ['/datasets/RGF0YXNldDox/metrics', '', '/datasets/RGF0YXNldDox/experiments'],
    [
      '/datasets/RGF0YXNldDox/examples/ticket-7',
      '',
      '/datasets/RGF0YXNldDox/examples?example=ticket-7',
    ],
    [
      '/redirects/datasets/RGF0YXNldDox/examples/ticket-7',
      '',
      '/datasets/RGF0YXNldDox/examples?example=ticket-7',
    ],
    [
      '/datasets/RGF0YXNldDox/examples/RGF0YXNldEV4YW1wbGU6Nw%3D%3D',
      '',
      '/datasets/RGF0YXNldDox/examples?example=7',
    ],
    [
      '/redirects/datasets/RGF0YXNldDox/examples/7',
      '',
      '/datasets/RGF0YXNldDox/examples?example=%227%22',
    ],
    ['/datasets/RGF0YXNldDox/evaluators/RXZhbDox/0af7', '', '/datasets/RGF0YXNldDox/examples'],
    ['/profile/account', '', '/profile'],
    ['/profile/apps', '', '/profile'],
    ['/profile/preferences', '', '/settings/display'],
    ['/profile/accessibility', '', '/settings/display'],
    ['/profile/api-keys', '', '/settings/keys'],
    ['/logout', '', '/login'],
    ['/reset-password-with-token', '?token=abc', '/forgot-password'],
    ['/settings/data', '', '/settings/retention'],
    ['/settings/data/policies/UmV0ZW50aW9uOjE=', '', '/settings/retention'],
    ['/settings/users/VXNlcjox', '', '/settings/users'],
    ['/settings/datasets', '', '/datasets'],
    ['/settings/api-keys', '', '/settings/keys'],
    ['/settings/whatever', '', '/settings'],
    ['/apis/rest', '', '/docs'],
  ])('%s%s leads to %s', (path, search, own) => expect(ownAddress(path, search)).toBe(own));

  it.each([
    '/projects',
    '/projects/a/traces',
    '/projects/a/traces/b',
    '/settings',
    '/settings/general',
    '/datasets',
    '/datasets/a/examples',
    '/datasets/a/versions',
    '/redirects/traces/0af7',
    '/nowhere',
  ])('%s stays', (path) => expect(ownAddress(path, '?range=1h')).toBeNull());

  it('says what of theirs is not where a link leads', () => {
    expect(missingThere('/datasets/RGF0YXNldDox/evaluators/x')).toContain('Evaluators don’t run');
    for (const path of [
      '/datasets/RGF0YXNldDox',
      '/datasets/a/examples',
      '/datasets/a/experiments',
      '/datasets/a/compare',
      '/datasets/a/metrics',
      '/datasets/a/examplesevaluators',
      '/projects/a/metrics',
    ])
      expect(missingThere(path)).toBeNull();
  });
});
