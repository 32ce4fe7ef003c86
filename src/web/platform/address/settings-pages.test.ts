import { expect, it } from 'vitest';
import { isSettingsPath, settingsPagesFor, settingsStart } from './settings-pages.ts';

it.each([
  ['', { to: '/settings/general' }],
  ['annotations', { to: '/settings/annotations' }],
  ['retention', { to: '/settings/retention' }],
  ['storage', { to: '/settings/general', hash: 'storage' }],
])("leads '/settings#%s' to its page", (hash, start) => expect(settingsStart(hash)).toEqual(start));

it('lists to others than admins what they may see', () => {
  expect(settingsPagesFor(true).map(({ label }) => label)).toContain('Audit log');
  expect(settingsPagesFor(false).map(({ label }) => label)).toEqual([
    'General',
    'Display',
    'Retention',
    'Annotations',
    'API keys',
    'Models and prices',
  ]);
});

it('knows its own pages', () => {
  expect(isSettingsPath('/settings/general')).toBe(true);
  expect(isSettingsPath('/settings/keys/VXNlckFwaUtleTox')).toBe(true);
  expect(isSettingsPath('/settings/elsewhere')).toBe(false);
});
