import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

/** A page whose browser keeps `theme` as the chosen one, in a dark system. */
function stubPage(theme: string | null) {
  const page = new EventTarget();
  const kept = new Map(theme === null ? [] : [['telltale.theme', theme]]);
  const dataset: Record<string, string> = {};
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null });
  vi.stubGlobal('document', { documentElement: { dataset } });
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  const chooseElsewhere = (choice: string): void => {
    kept.set('telltale.theme', choice);
    page.dispatchEvent(Object.assign(new Event('storage'), { key: 'telltale.theme' }));
  };
  return { dataset, chooseElsewhere };
}

it('follows the theme that is chosen in another tab', async () => {
  const { dataset, chooseElsewhere } = stubPage(null);
  vi.resetModules();
  const { applyTheme, followTheme } = await import('./theme.ts');
  followTheme();
  applyTheme();
  expect(dataset['theme']).toBe('dark');
  chooseElsewhere('light');
  expect(dataset['theme']).toBe('light');
  chooseElsewhere('system');
  expect(dataset['theme']).toBe('dark');
});
