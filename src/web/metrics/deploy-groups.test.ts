import { expect, it } from 'vitest';
import { deployGroups } from './deploy-groups.ts';

const at = (ms: number) => ({ time: new Date(ms).toISOString() });

it('merges close deployments under one mark, and omits those outside the chart', () => {
  const groups = deployGroups(
    [at(500), at(100), at(110), at(119), at(125), at(1000), at(-1)],
    { startMs: 0, endMs: 1000 },
    1000,
    24,
  );
  expect(groups).toEqual([
    { share: 0.1, deployments: [at(100), at(110), at(119)] },
    { share: 0.125, deployments: [at(125)] },
    { share: 0.5, deployments: [at(500)] },
  ]);
  expect(deployGroups([at(100), at(500)], { startMs: 0, endMs: 1000 }, 40, 24)).toHaveLength(1);
});
