import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { boot } from '#test/e2e/boot.ts';
import { createWithDataset, runCounts, runsOf, sendRun } from '#test/e2e/experiment-client.ts';
import { fillDisk, mountSmallDisk, unmountDisk } from './small-disk.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'telltale-full-'));
const mounted = mountSmallDisk(directory);
if (!mounted)
  console.log(
    'note: a small file system cannot be mounted here, so experiments on a full disk are not checked',
  );
afterAll(() => {
  if (mounted) unmountDisk(directory);
  rmSync(directory, { recursive: true, force: true });
});

describe.skipIf(!mounted)('runs of an experiment on a full disk', () => {
  it(
    'are refused in words, none that was acknowledged is lost, and go on once there is room',
    { timeout: 300_000 },
    async () => {
      await using server = await boot({
        directory: path.join(directory, 'data'),
        env: { SERVICE_MIN_FREE_DISK_BYTES: '0' },
      });
      const experiment = await createWithDataset(server.url, {
        dataset: 'full',
        examples: 10,
        repetitions: 1_000,
      });
      const log = (repetition: number, kilobytes: number) =>
        sendRun(server.url, experiment.id, {
          dataset_example_id: experiment.exampleIds[repetition % 10],
          repetition_number: repetition,
          output: randomText(kilobytes),
        });
      const stored: string[] = [];
      const keep = async (repetition: number): Promise<number> => {
        const { status, id } = await log(repetition, 100);
        if (status === 200) stored.push(id);
        return status;
      };
      expect(await keep(1)).toBe(200);
      fillDisk(directory);
      const statuses: number[] = [];
      for (let repetition = 2; repetition < 60; repetition += 1)
        statuses.push(await keep(repetition));
      expect(
        statuses.filter((status) => status !== 200 && status !== 503 && status !== 507),
      ).toEqual([]);
      expect(statuses.some((status) => status !== 200)).toBe(true);
      rmSync(path.join(directory, 'filler'));
      await expect.poll(() => keep(100), { timeout: 60_000 }).toBe(200);
      const ids = (await runsOf(server.url, experiment.id)).map(({ id }) => id);
      expect(stored.filter((id) => !ids.includes(id))).toEqual([]);
      expect((await runCounts(server.url, experiment.id)).successful_run_count).toBe(ids.length);
    },
  );
});

/** Text that does not get smaller when it is packed. */
function randomText(kilobytes: number): string {
  return randomBytes(kilobytes * 768).toString('base64');
}
