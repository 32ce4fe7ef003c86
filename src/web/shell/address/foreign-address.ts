import { defaultStringifySearch } from '@tanstack/react-router';
import { exampleKey } from '#web/platform/address/address-ids.ts';
import { REFERENCE_PATH, absentPage } from '#web/shell/not-found/absent-pages.ts';
import { datasetsPath, projectsPath, settingsPath } from '#web/platform/address/paths.ts';
import { forgotPasswordPath, loginPath, profilePath } from '#web/platform/address/sign-in-paths.ts';
import { KEY_SETTINGS_PATH, isSettingsPath } from '#web/platform/address/settings-pages.ts';

/**
 * An example of a dataset: on their page by its Global ID, in their redirects by the id its maker
 * gave it.
 */
const EXAMPLE = /^(?:\/redirects)?(\/datasets\/[^/]+\/examples)\/([^/]+)\/?$/;

/** The Telltale address for a path of Phoenix: `$1` is the text of the first group. */
const LEADS: readonly (readonly [RegExp, string])[] = [
  [/^\/projects\/([^/]+)\/spans\/?$/, '/projects/$1/traces?scope=spans'],
  [/^\/projects\/([^/]+)\/spans\/([^/]+)\/?$/, '/projects/$1/traces/$2'],
  [/^\/projects\/([^/]+)\/config\/?$/, `${projectsPath}?dialog=edit&of=$1`],
  [/^\/dashboards\/projects\/([^/]+)\/?$/, '/projects/$1/metrics'],
  [/^\/dashboards\/?$/, projectsPath],
  [/^\/redirects\/projects\/([^/]+)\/?$/, '/projects/$1/traces'],
  [/^\/datasets\/([^/]+)(?:\/evaluators(?:\/.+)?)?\/?$/, '/datasets/$1/examples'],
  [/^\/datasets\/([^/]+)\/metrics\/?$/, '/datasets/$1/experiments'],
  [/^\/playground\/spans\/([^/]+)\/?$/, '/redirects/spans/$1'],
  [/^\/profile\/api-keys\/?$/, KEY_SETTINGS_PATH],
  [/^\/profile\/(?:preferences|accessibility)\/?$/, '/settings/display'],
  [/^\/profile\/(?:account|apps)\/?$/, profilePath],
  [/^\/logout\/?$/, loginPath],
  // Phoenix's link contains a token of Phoenix: request a new link here.
  [/^\/reset-password-with-token\/?$/, forgotPasswordPath],
  [/^\/settings\/data(?:\/.*)?$/, '/settings/retention'],
  [/^\/settings\/users\/[^/]+\/?$/, '/settings/users'],
  [/^\/settings\/datasets\/?$/, datasetsPath],
  [/^\/settings\/api-keys\/?$/, KEY_SETTINGS_PATH],
  [/^\/apis(?:\/rest)?\/?$/, REFERENCE_PATH],
];

/**
 * Our address for one of Phoenix's, as its clients print them; null for our own and for unknown
 * ones. Addresses that are the same in both, such as /projects/{id}/metrics, need no change; a span
 * chosen by its Global ID is looked up on the way.
 */
export function ownAddress(pathname: string, search: string): string | null {
  const span = new URLSearchParams(search).get('selectedSpanNodeId');
  if (span !== null && span !== '') return `/redirects/spans/${encodeURIComponent(span)}`;
  const [, examples, example] = EXAMPLE.exec(pathname) ?? [];
  if (examples !== undefined && example !== undefined) return examples + exampleSearch(example);
  for (const [pattern, path] of LEADS)
    if (pattern.test(pathname)) return pathname.replace(pattern, path);
  if (absentPage(pathname) !== null || !pathname.startsWith(`${settingsPath}/`)) return null;
  return isSettingsPath(pathname.replace(/\/$/, '')) ? null : settingsPath;
}

/**
 * As the router writes it: an external id of digits only is in quotes, so that it isn't a number.
 */
function exampleSearch(named: string): string {
  return defaultStringifySearch({ example: exampleKey(decodeURIComponent(named)) });
}

/**
 * Where such an address leads, what to say on the way, and whether that is a document of the
 * server's own; null for what is ours.
 */
export function leadOf(
  pathname: string,
  search: string,
): { href: string; missing?: string; isDocument: boolean } | null {
  const href = ownAddress(pathname, search);
  if (href === null) return null;
  const missing = missingThere(pathname);
  // The reference is not the page's router's: the browser goes there.
  return { href, ...(missing === null ? {} : { missing }), isDocument: href === REFERENCE_PATH };
}

/**
 * The feature of Phoenix missing at a link's target, for readers who expect it; null if none is.
 */
export function missingThere(pathname: string): string | null {
  if (!/^\/datasets\/[^/]+\/evaluators(?:\/|$)/.test(pathname)) return null;
  return 'Evaluators don’t run on this server. These are the examples of the dataset; Code shows how to read them where yours run.';
}
