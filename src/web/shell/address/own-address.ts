import { isSettingsPath } from '#web/platform/address/settings-pages.ts';

const PARTS =
  /^\/projects\/[^/]+(?:\/(?:traces|sessions)(?:\/[^/]+)?|\/(?:metrics|scores|review|compare))?$/;
const DATASET = /^\/datasets\/[^/]+\/(?:examples|versions|code|compare)$/;
const PAGES: ReadonlySet<string> = new Set([
  '',
  '/projects',
  '/datasets',
  '/search',
  '/settings',
  '/login',
  '/profile',
]);

/**
 * Whether an address is plainly ours, so that nothing about addresses of elsewhere has to be
 * fetched. Others may be ours as well.
 */
export function isOwnAddress(pathname: string, search: string): boolean {
  if (/[?&]selectedSpanNodeId=/.test(search)) return false;
  const path = pathname.replace(/\/$/, '');
  return PAGES.has(path) || PARTS.test(path) || DATASET.test(path) || isSettingsPath(path);
}
