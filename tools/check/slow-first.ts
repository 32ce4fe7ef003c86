import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Files that take longest, by far, longest first: one of them begun last would have a core to itself while the other is idle. */
const SLOW = [
  'page-access',
  'page-untrusted',
  'page-datasets',
  'durability',
  'page-frame',
  'page-sessions',
  'page-screens',
  'page-trace',
  'fuzz',
  'fault-matrix',
  'page-table',
  'page-projects',
  'page-filters',
  'page-dataset-work',
  'examples',
  'dataset-kill',
  'own-traces',
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
