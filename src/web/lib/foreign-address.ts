import { projectsPath, settingsPath } from './paths.ts';
import { loginPath, profilePath } from './sign-in-paths.ts';
import { isSettingsPath } from './settings-pages.ts';

/** Where an address of the nearest product leads here, from its path: `$1` is what stood in the first brackets. */
const LEADS: readonly (readonly [RegExp, string])[] = [
  [/^\/projects\/([^/]+)\/spans\/?$/, '/projects/$1/traces?scope=spans'],
  [/^\/projects\/([^/]+)\/spans\/([^/]+)\/?$/, '/projects/$1/traces/$2'],
  [/^\/projects\/([^/]+)\/config\/?$/, `${projectsPath}?dialog=edit&of=$1`],
  [/^\/dashboards\/projects\/([^/]+)\/?$/, '/projects/$1/metrics'],
  [/^\/dashboards\/?$/, projectsPath],
  [/^\/redirects\/projects\/([^/]+)\/?$/, '/projects/$1/traces'],
  [/^\/datasets\/([^/]+)(?:\/(?:experiments|metrics|evaluators(?:\/.+)?|compare))?\/?$/, '/datasets/$1/examples'],
  [/^(?:\/redirects)?\/datasets\/([^/]+)\/examples\/([^/]+)\/?$/, '/datasets/$1/examples?peek=$2'],
  [/^\/playground\/spans\/([^/]+)\/?$/, '/redirects/spans/$1'],
  [/^\/profile\/.+$/, profilePath],
  [/^\/logout\/?$/, loginPath],
  [/^\/settings\/data\/?$/, '/settings/retention'],
  [/^\/settings\/api-keys\/?$/, '/settings/keys'],
];

/**
 * Our address for one of the nearest product's, as its clients print them; null for what is ours or nobody's. Addresses that are the same in
 * both, such as /projects/{id}/metrics, need no change; a span chosen by its Global ID is looked up on the way.
 */
export function ownAddress(pathname: string, search: string): string | null {
  const span = new URLSearchParams(search).get('selectedSpanNodeId');
  if (span !== null && span !== '') return `/redirects/spans/${encodeURIComponent(span)}`;
  for (const [pattern, path] of LEADS) if (pattern.test(pathname)) return pathname.replace(pattern, path);
  return pathname.startsWith(`${settingsPath}/`) && !isSettingsPath(pathname.replace(/\/$/, '')) ? settingsPath : null;
}
