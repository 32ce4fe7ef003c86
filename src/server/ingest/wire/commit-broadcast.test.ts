import { expect, it } from 'vitest';
import { CommitBroadcast } from './commit-broadcast.ts';

it('knows for how long nothing was stored: in a project, in some, in any, and at most since the start', () => {
  let now = 1000;
  const commits = new CommitBroadcast(() => now);
  now = 1500;
  expect(commits.quietMs(null)).toBe(500);
  commits.publish({ projectIds: [1, 2], stored: 3 });
  now = 1700;
  commits.publish({ projectIds: [2], stored: 1 });
  now = 2000;
  expect([[1], [2], [1, 2], [3], [], null].map((ids) => commits.quietMs(ids))).toEqual([
    500, 300, 300, 1000, 1000, 300,
  ]);
  commits.heard([1]);
  now = 2100;
  expect(commits.quietMs([1])).toBe(100);
  commits.heard(null);
  now = 2200;
  expect([[1], [3], [], null].map((ids) => commits.quietMs(ids))).toEqual([100, 100, 100, 100]);
});
