import { expect, it } from 'vitest';
import { ownAddress } from './foreign-address.ts';
import { absentPage } from '#web/shell/not-found/absent-pages.ts';
import { isOwnAddress } from './own-address.ts';
import { SETTINGS_PAGES } from '#web/platform/address/settings-pages.ts';

const OURS = [
  '/',
  '/projects',
  '/projects/',
  '/projects/default',
  '/projects/default/traces',
  '/projects/default/traces/4bf92f3577b34da6a3ce929d0e0e4736',
  '/projects/default/sessions/s-1',
  ...['metrics', 'scores', 'review', 'compare', 'sessions'].map(
    (part) => `/projects/default/${part}`,
  ),
  '/datasets',
  '/datasets/RGF0YXNldDox/examples',
  '/datasets/RGF0YXNldDox/versions',
  '/datasets/RGF0YXNldDox/code',
  '/login',
  '/profile',
  '/settings/keys/QXBpS2V5OjE',
  ...SETTINGS_PAGES.map((page) => page.path),
];

it('knows what is plainly ours, and none of that leads elsewhere', () => {
  for (const path of OURS)
    expect([path, isOwnAddress(path, '?range=7d'), ownAddress(path, ''), absentPage(path)]).toEqual(
      [path, true, null, null],
    );
});

it.each([
  ['/projects/default/spans', ''],
  ['/projects/default/spans/abc', ''],
  ['/projects/default/config', ''],
  ['/projects/default/traces/abc', '?selectedSpanNodeId=U3BhbjoyNQ=='],
  ['/dashboards', ''],
  ['/redirects/projects/1', ''],
  ['/datasets/RGF0YXNldDox', ''],
  ['/datasets/RGF0YXNldDox/experiments', ''],
  ['/prompts', ''],
  ['/playground', ''],
  ['/settings/mcp', ''],
  ['/profile/api-keys', ''],
  ['/apis', ''],
])('looks twice at %s%s', (path, search) => {
  expect(isOwnAddress(path, search)).toBe(false);
});
