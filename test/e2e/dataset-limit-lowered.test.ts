import { rmSync } from 'node:fs';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { casesOf } from '#test/nightly/nightly-length.ts';
import { boot, temporaryDirectory, type BootedServer } from './boot.ts';

const Queued = Type.Object({ data: Type.Object({ id: Type.String() }) });
const Job = Type.Object({ data: Type.Object({ state: Type.String() }) });
const UPLOADS = 8;
const ROWS = casesOf(8_000, 20_000);
const STORED_WITHIN_MS = 240_000;

it('check 12: uploads that were queued under a higher limit are all stored, and new ones are taken again below the new one', async () => {
  const directory = temporaryDirectory();
  try {
    const server = await boot({ directory, env: { SERVICE_MAX_QUEUED_UPLOADS: String(UPLOADS) } });
    const ids: string[] = [];
    for (let at = 0; at < UPLOADS; at += 1) {
      const reply = await queue(server, `queued ${at}`, ROWS);
      expect(reply.status).toBe(200);
      ids.push(Value.Parse(Queued, await reply.json()).data.id);
    }
    await server.stop('SIGKILL');
    await using again = await boot({ directory, env: { SERVICE_MAX_QUEUED_UPLOADS: '1' } });
    const states = () => Promise.all(ids.map((id) => stateOf(again, id)));
    // As long as more wait than may.
    const [reply, unfinished] = [
      await queue(again, 'one more', 1),
      (await states()).filter((state) => state !== 'done').length,
    ];
    if (unfinished > 1) expect(reply.status).toBe(429);
    await expect.poll(states, { timeout: STORED_WITHIN_MS }).toEqual(ids.map(() => 'done'));
    for (let at = 0; at < UPLOADS; at += 1)
      expect(
        await (await fetch(`${again.url}/v1/datasets?name=queued%20${at}`)).json(),
      ).toMatchObject({ data: [{ example_count: ROWS }] });
    await expect
      .poll(async () => (await queue(again, 'at last', 1)).status, { timeout: STORED_WITHIN_MS })
      .toBe(200);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

function queue(server: BootedServer, name: string, rows: number): Promise<Response> {
  return fetch(`${server.url}/v1/datasets/upload?sync=false`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, inputs: Array.from({ length: rows }, (_, n) => ({ n })) }),
  });
}

async function stateOf(server: BootedServer, id: string): Promise<string> {
  return Value.Parse(
    Job,
    await (await fetch(`${server.url}/v1/jobs/${encodeURIComponent(id)}`)).json(),
  ).data.state;
}
