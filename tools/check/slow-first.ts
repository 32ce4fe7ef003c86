import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Files that take longest, by far, longest first: one of them begun last would have a core to itself while the other is idle. */
const SLOW = [
  'page-access',
  'page-untrusted-access',
  'page-settings',
  'life',
  'start-refusals',
  'page-untrusted',
  'durability',
  'page-datasets',
  'page-annotated',
  'page-sessions',
  'page-sign-in',
  'page-table',
  'page-frame',
  'page-lists',
  'page-filters',
  'page-projects',
  'page-span',
  'page-upload',
  'page-compare-pick',
  'page-sessions-filter',
  'key-bombs',
  'page-session-renewal',
  'page-scores',
  'page-dataset-work',
  'page-metrics',
  'examples',
  'first-admin',
  'tls',
  'page-drafts',
  'page-type-ahead',
  'page-growing',
  'page-touch',
  'page-facets',
  'damaged-store',
  'own-traces',
  'limits-under-abuse',
  'page-two-reviewers',
  'page-prices',
  'page-apps',
  'python-datasets',
  'page-providers',
  'page-roles',
  'fault-matrix',
  'page-away',
  'page-untrusted-newer',
  'page',
  'tls-renewal',
  'starting',
  'bombs',
  'page-trace',
  'out-of-order',
  'page-annotations',
  'dataset-limit-lowered',
  'reply-flow',
  'page-alerts',
  'audit-kill',
  'page-score-order',
  'page-directory',
  'page-walk',
  'every-route',
  'js-clients',
  'page-open-spans',
  'directory',
  'fixtures-land',
  'conservation',
  'dataset-stop',
  'dataset-kill',
];

function rank({ moduleId }: TestSpecification): number {
  const at = SLOW.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return at === -1 ? SLOW.length : at;
}

/** Slow files first; the others in vitest's own order. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
