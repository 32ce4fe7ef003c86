import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { casesOf } from '#test/nightly/nightly-length.ts';
import { boot, temporaryDirectory } from './boot.ts';
import { rmSync } from 'node:fs';

const Job = Type.Object({
  data: Type.Object({
    id: Type.String(),
    state: Type.String(),
    progress: Type.Union([Type.Null(), Type.Object({ rows_done: Type.Integer() })]),
  }),
});
const ROWS = casesOf(60_000, 150_000);

it(
  'stops cleanly in the middle of uploads, and continues with the queued ones',
  { timeout: 240_000 },
  async () => {
    const directory = temporaryDirectory();
    try {
      const server = await boot({ directory });
      const post = (name: string, sync: boolean, signal?: AbortSignal) =>
        fetch(`${server.url}/v1/datasets/upload?sync=${sync}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ name, inputs: Array.from({ length: ROWS }, (_, n) => ({ n })) }),
          ...(signal === undefined ? {} : { signal }),
        });
      const sync = post('at once', true).then(
        ({ status }) => status,
        () => 'hung up',
      );
      const { data } = Value.Parse(Job, await (await post('queued', false)).json());
      const job = async (url: string) =>
        Value.Parse(
          Job,
          await (await fetch(`${url}/v1/jobs/${encodeURIComponent(data.id)}`)).json(),
        ).data;
      await expect
        .poll(async () => (await job(server.url)).progress?.rows_done ?? 0, {
          timeout: 120_000,
          interval: 20,
        })
        .toBeGreaterThan(0);
      const { code, stderr } = await server.stop();
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
      expect(stderr).not.toMatch(/destroyed|could not be|"level":50/);
      expect([200, 503, 'hung up']).toContain(await sync);
      await using again = await boot({ directory });
      await expect
        .poll(async () => (await job(again.url)).state, { timeout: 120_000 })
        .toBe('done');
      expect(await (await fetch(`${again.url}/v1/datasets?name=queued`)).json()).toMatchObject({
        data: [{ example_count: ROWS }],
      });
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
);
