import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Files that take longest, by far, longest first: one of them begun last would have a core to itself while the other is idle. */
const SLOW = [
  'page-access',
  'page-sign-in',
  'page-untrusted',
  'page-annotated',
  'page-filters',
  'page-sessions',
  'page-frame',
  'durability',
  'page-datasets',
  'page-annotations',
  'page-trace',
  'page-projects',
  'life',
  'page-span',
  'page-table',
  'page-scores',
  'page-untrusted-views',
  'examples',
  'page-dataset-work',
  'page-score-order',
  'page',
  'fault-matrix',
  'own-traces',
  'conservation',
  'power-cut',
  'dataset-stop',
  'page-annotate-many',
  'page-narrow',
  'fuzz',
  'out-of-order',
  'page-configs',
  'page-review',
  'page-keys',
  'python-clients',
  'python-evaluations',
  'slow-clients',
  'page-limits',
  'page-deletes',
  'page-directory',
  'page-session-renewal',
  'page-alerts',
  'dataset-kill',
  'root-path',
  'page-audit',
  'first-admin',
  'every-route',
  'bombs',
  'page-dataset-labels',
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
