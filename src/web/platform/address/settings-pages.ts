/**
 * The pages under Settings, in the order of the side list. Each has a route in `router.tsx`; a page
 * without one isn't listed. Pages with `ofAdmins` are for admins only.
 */
export const SETTINGS_PAGES = [
  { path: '/settings/general', label: 'General' },
  { path: '/settings/users', label: 'Users', ofAdmins: true },
  { path: '/settings/display', label: 'Display' },
  { path: '/settings/retention', label: 'Retention' },
  { path: '/settings/annotations', label: 'Annotations' },
  { path: '/settings/keys', label: 'API keys' },
  { path: '/settings/apps', label: 'Apps', ofAdmins: true },
  { path: '/settings/audit', label: 'Audit log', ofAdmins: true },
  { path: '/settings/alerts', label: 'Alerts', ofAdmins: true },
  { path: '/settings/limits', label: 'Limits', ofAdmins: true },
  { path: '/settings/models', label: 'Models and prices' },
] as const;

type SettingsEntry = (typeof SETTINGS_PAGES)[number];
type SettingsPath = SettingsEntry['path'];

export const GENERAL_SETTINGS_PATH: SettingsPath = '/settings/general';
export const ANNOTATION_SETTINGS_PATH: SettingsPath = '/settings/annotations';
export const ALERT_SETTINGS_PATH: SettingsPath = '/settings/alerts';
export const MODEL_SETTINGS_PATH = '/settings/models';
export const KEY_SETTINGS_PATH: SettingsPath = '/settings/keys';

/** The pages a user sees. */
export function settingsPagesFor(isAdmin: boolean): readonly SettingsEntry[] {
  return SETTINGS_PAGES.filter((page) => isAdmin || !('ofAdmins' in page));
}

/** Where a part was while Settings was one long page: the name behind `#`. */
const FORMER_PARTS: Readonly<Record<string, SettingsPath>> = {
  display: '/settings/display',
  retention: '/settings/retention',
  annotations: '/settings/annotations',
};

/** Where `/settings`, with what its address may name behind `#`, leads. */
export function settingsStart(hash: string): { readonly to: SettingsPath; readonly hash?: string } {
  const part = FORMER_PARTS[hash];
  if (part !== undefined) return { to: part };
  return { to: GENERAL_SETTINGS_PATH, ...(hash === '' ? {} : { hash }) };
}

/** The use of one API key, which is in no list. */
const KEY_USAGE = /^\/settings\/keys\/[^/]+$/;

export function isSettingsPath(path: string): boolean {
  return KEY_USAGE.test(path) || SETTINGS_PAGES.some((page) => page.path === path);
}
