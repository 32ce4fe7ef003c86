import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Files that take longest, by far, longest first: one of them begun last would have a core to itself while the other is idle. */
const SLOW = [
  'power-cut',
  'page-access',
  'examples',
  'conservation',
  'page-screens',
  'page-annotated',
  'page-sign-in',
  'page-sessions',
  'page-trace',
  'page-frame',
  'page-untrusted',
  'dataset-stop',
  'page-projects',
  'page-annotations',
  'page-filters',
  'page-datasets',
  'durability',
  'page-dataset-work',
  'page-score-order',
  'own-traces',
  'page-span',
  'fault-matrix',
  'page-untrusted-views',
  'page-table',
  'life',
  'fuzz',
  'page',
  'page-dataset-labels',
  'page-limits',
  'bombs',
  'page-scores',
  'slow-clients',
  'page-alerts',
  'page-annotate-many',
  'page-audit',
  'page-deletes',
  'http2-abuse',
  'dataset-kill',
  'page-configs',
  'root-path',
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
