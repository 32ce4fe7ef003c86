import { useSyncExternalStore } from 'react';
import { readSetting, writeSetting } from './stored-setting.ts';

export const THEME_CHOICES = ['system', 'light', 'dark'] as const;
export const THEME_NAMES = { system: 'As the system', light: 'Light', dark: 'Dark' } as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const KEY = 'telltale.theme';
const system = matchMedia('(prefers-color-scheme: dark)');

/** The user's choice; the system's preference by default. */
function themeChoice(): ThemeChoice {
  const stored = readSetting(KEY);
  return THEME_CHOICES.find((one) => one === stored) ?? 'system';
}

export function setTheme(choice: ThemeChoice): void {
  writeSetting(KEY, choice);
  applyTheme();
}

/** Puts the theme on the page; `theme-boot.js` does the same before the first paint. */
export function applyTheme(): void {
  const choice = themeChoice();
  const dark = choice === 'dark' || (choice === 'system' && system.matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  dispatchEvent(new Event('telltale:theme'));
}

function subscribe(listener: () => void): () => void {
  addEventListener('telltale:theme', listener);
  return () => removeEventListener('telltale:theme', listener);
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, themeChoice);
}

/** Follows the system, and what other tabs choose, while the page is open. */
export function followTheme(): void {
  system.addEventListener('change', applyTheme);
  addEventListener('storage', ({ key }) => {
    if (key === KEY) applyTheme();
  });
}
