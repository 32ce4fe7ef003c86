import { expect, it } from 'vitest';
import { deploymentsOf, type ServiceRun } from './deployments.ts';

function run(
  version: string | null,
  firstSlot: number,
  lastSlot: number,
  changes: Partial<ServiceRun> = {},
): ServiceRun {
  return {
    service: 'api',
    environment: null,
    version,
    firstSlot,
    lastSlot,
    sinceUnixNano: BigInt(firstSlot) * 600_000_000_000n,
    ...changes,
  };
}

function marks(...runs: readonly ServiceRun[]): readonly string[] {
  return deploymentsOf(runs).map(
    (one) => `${one.service} ${one.version} after ${one.replaced.join(', ')}`,
  );
}

it('marks a version that appears while another runs or has just gone, once however many processes it has', () => {
  expect(marks(run('1', 0, 10), run('2', 10, 20), run('2', 11, 20))).toEqual(['api 2 after 1']);
  expect(marks(run('1', 0, 10), run('2', 13, 20))).toEqual(['api 2 after 1']);
  expect(marks(run('1', 0, 10), run('2', 14, 20))).toEqual([]);
  expect(marks(run('2', 10, 20), run('1', 0, 10))).toEqual(['api 2 after 1']);
});

it('marks a version again that was away for half an hour, and not one that only paused', () => {
  expect(marks(run('1', 0, 10), run('2', 10, 12), run('1', 12, 20))).toEqual(['api 2 after 1']);
  expect(marks(run('1', 0, 10), run('2', 10, 20), run('1', 20, 30))).toEqual([
    'api 2 after 1',
    'api 1 after 2',
  ]);
});

it('takes what says no version for one that is never marked, and keeps services and environments apart', () => {
  expect(marks(run(null, 0, 10), run('1', 5, 10))).toEqual(['api 1 after ']);
  expect(marks(run('1', 0, 10), run(null, 5, 10))).toEqual([]);
  expect(marks(run('1', 0, 10), run('2', 5, 10, { service: 'web' }))).toEqual([]);
  expect(
    marks(
      run('1', 0, 10, { environment: 'staging' }),
      run('2', 5, 10, { environment: 'production' }),
    ),
  ).toEqual([]);
});
