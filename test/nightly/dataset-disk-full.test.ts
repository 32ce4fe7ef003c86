import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { boot } from '#test/e2e/boot.ts';
import { uploadJson } from '#test/e2e/dataset-rows.ts';
import { fillDisk, mountSmallDisk, unmountDisk } from './small-disk.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'telltale-full-'));
const mounted = mountSmallDisk(directory);
if (!mounted)
  console.log(
    'note: a small file system cannot be mounted here, so uploads on a full disk are not checked',
  );
afterAll(() => {
  if (mounted) unmountDisk(directory);
  rmSync(directory, { recursive: true, force: true });
});

describe.skipIf(!mounted)('an upload on a full disk', () => {
  it(
    'is refused in words and leaves nothing, whether its file or its rows find no room; the server lives on',
    { timeout: 300_000 },
    async () => {
      const data = path.join(directory, 'data');
      await using server = await boot({
        directory: data,
        env: { SERVICE_MIN_FREE_DISK_BYTES: '0' },
      });
      const post = async (rows: number, sync: boolean) => {
        const inputs = Array.from({ length: rows }, (_, n) => ({ n, text: 'x'.repeat(1_000) }));
        const reply = await fetch(`${server.url}/v1/datasets/upload?sync=${sync}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ name: 'large', inputs }),
        });
        return `${reply.status} ${await reply.text()}`;
      };
      const kept = await uploadJson(server.url, { name: 'kept', inputs: [{ q: 1 }, { q: 2 }] });
      const nothingStays = async (): Promise<void> => {
        const list = (await (await fetch(`${server.url}/v1/datasets`)).json()) as {
          data: { name: string }[];
        }; // as: what the route answers
        expect(list.data.map(({ name }) => name)).toEqual(['kept']);
        const uploads = path.join(data, 'uploads');
        await expect
          .poll(() => (existsSync(uploads) ? readdirSync(uploads) : []), { timeout: 30_000 })
          .toEqual([]);
        const examples = await fetch(
          `${server.url}/v1/datasets/${encodeURIComponent(kept)}/examples`,
        );
        expect(await examples.json()).toMatchObject({
          data: { examples: [{ input: { q: 1 } }, { input: { q: 2 } }] },
        });
      };
      const full = /^50[37] \{"detail":"The disk is full/;
      // The body itself finds no room; then the body does, and its rows do not.
      for (const rows of [70_000, 30_000]) {
        expect(await post(rows, true)).toMatch(full);
        await nothingStays();
      }
      fillDisk(directory);
      expect(await post(100, true)).toMatch(full);
      expect(await post(100, false)).toMatch(full);
      await nothingStays();
      rmSync(path.join(directory, 'filler'));
      await expect.poll(() => post(100, true), { timeout: 60_000 }).toMatch(/^200 /);
      expect((await fetch(`${server.url}/ready`)).status).toBe(200);
    },
  );
});
