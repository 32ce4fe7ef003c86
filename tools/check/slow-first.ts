import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest, by far, longest first: one of them begun last would have a core to
 * itself while the other is idle.
 */
const SLOW = [
  'page-access',
  'page-sign-in',
  'page-frame',
  'start-refusals',
  'page-untrusted',
  'page-table',
  'page-annotated',
  'page-experiment-compare',
  'page-settings',
  'page-sessions',
  'page-lists',
  'page-datasets',
  'page-projects',
  'page-filters',
  'page-session-renewal',
  'life',
  'page-experiments',
  'durability',
  'python-experiments',
  'page-untrusted-access',
  'page-away',
  'page-span',
  'page-parts',
  'page-growing',
  'page-metrics',
  'fault-matrix',
  'page-dataset-work',
  'tls-renewal',
  'directory',
  'own-traces',
  'page-compare-pick',
  'page-upload',
  'out-of-order',
  'reply-flow',
  'first-experiment',
  'page-sessions-filter',
  'page-facets',
  'page-annotations',
  'limits-under-abuse',
  'page-alerts',
  'page-type-ahead',
  'tls',
  'slow-clients',
  'experiment-guides',
  'page-trace',
  'gate',
  'page-addresses',
  'damaged-store',
  'page-apps',
  'first-admin',
  'page-limits',
  'page-directory',
  'page-touch',
  'page-prices',
  'dataset-stop',
  'page-keys',
  'admission-overload',
  'dataset-limit-lowered',
  'page-roles',
  'power-cut',
  'bombs',
  'page-scores',
  'page-narrow',
  'page-sessions-list',
  'every-route',
  'page-compare',
  'clock-jumps',
  'key-life',
  'page-two-reviewers',
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
