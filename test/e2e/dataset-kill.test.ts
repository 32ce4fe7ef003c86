import { rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { casesOf } from '#test/nightly/nightly-length.ts';
import { boot, temporaryDirectory, type BootedServer } from './boot.ts';

const ROUNDS = casesOf(2, 20);
const ROWS = 3_000;
const Datasets = Type.Object({
  data: Type.Array(
    Type.Object({ id: Type.String(), name: Type.String(), example_count: Type.Integer() }),
  ),
});
const Examples = Type.Object({
  data: Type.Object({
    examples: Type.Array(Type.Object({ input: Type.Object({ n: Type.Integer() }) })),
  }),
});
const Queued = Type.Object({ data: Type.Object({ id: Type.String() }) });

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A named request, and whether the server acknowledged it. */
const acknowledged = new Map<string, boolean>();

/** An upload of `ROWS` rows, as one JSON document or as a file in a form. */
function uploadOf(name: string, isFile: boolean): RequestInit {
  const rows = Array.from({ length: ROWS }, (_, n) => ({ n, text: 'x'.repeat(200) }));
  if (!isFile)
    return {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, inputs: rows }),
    };
  const body = new FormData();
  body.append('name', name);
  for (const column of ['n', 'text']) body.append('input_keys[]', column);
  body.append(
    'file',
    new Blob([rows.map((row) => JSON.stringify(row)).join('\n')], { type: 'application/jsonl' }),
    'rows.jsonl',
  );
  return { method: 'POST', body };
}

/**
 * Uploads until the server is gone: by turns at once and queued, as JSON and as a file. Each is
 * noted before it is sent and when it was acknowledged.
 */
async function uploadUntilGone(server: BootedServer, round: number): Promise<void> {
  for (let index = 0; ; index += 1) {
    const isQueued = index % 2 === 1;
    const isFile = (index + round) % 4 >= 2;
    const name = `${round}-${index}-${isFile ? 'file' : 'json'}-${isQueued ? 'queued' : 'sync'}`;
    acknowledged.set(name, false);
    try {
      const reply = await fetch(
        `${server.url}/v1/datasets/upload?sync=${!isQueued}`,
        uploadOf(name, isFile),
      );
      const answer: unknown = await reply.json();
      if (reply.status !== 200) throw new Error(JSON.stringify(answer));
      if (isQueued) Value.Parse(Queued, answer);
      acknowledged.set(name, true);
    } catch {
      return;
    }
  }
}

const acknowledgedCount = (): number => [...acknowledged.values()].filter(Boolean).length;

async function get<T extends TSchema>(
  server: BootedServer,
  schema: T,
  where: string,
): Promise<Static<T>> {
  return Value.Parse(schema, await (await fetch(`${server.url}${where}`)).json());
}

it(
  `kill -9 in the middle of uploads, ${ROUNDS} times: each is wholly there or not at all`,
  { timeout: 600_000 },
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const server = await boot({ directory });
      const before = acknowledgedCount();
      const uploads = uploadUntilGone(server, round);
      await expect
        .poll(acknowledgedCount, { timeout: 60_000, interval: 5 })
        .toBeGreaterThan(before + (round % 2));
      // A random moment is the point of the test: nothing waits for it to be enough.
      await delay((round * 97) % 300);
      await server.stop('SIGKILL');
      await uploads;
    }
    await using server = await boot({ directory });
    const isQueued = ([name, isThere]: readonly [string, boolean]): boolean =>
      isThere && name.endsWith('queued');
    const wanted = [...acknowledged].filter(isQueued).map(([name]) => name);
    const find = async (name: string) =>
      (await get(server, Datasets, `/v1/datasets?name=${name}`)).data;
    for (const name of wanted)
      await expect.poll(async () => (await find(name)).length, { timeout: 60_000 }).toBe(1);
    let whole = 0;
    for (const [name, isThere] of acknowledged) {
      const [dataset] = await find(name);
      if (isThere) expect(dataset, name).toBeDefined();
      if (dataset === undefined) continue;
      const { data } = await get(
        server,
        Examples,
        `/v1/datasets/${encodeURIComponent(dataset.id)}/examples`,
      );
      expect(
        data.examples.map(({ input }) => input.n),
        name,
      ).toEqual(Array.from({ length: ROWS }, (_, n) => n));
      expect(dataset.example_count).toBe(ROWS);
      whole += 1;
    }
    expect(whole).toBeGreaterThan(0);
    await expect
      .poll(() => readdir(path.join(directory, 'uploads')), { timeout: 60_000 })
      .toEqual([]);
    await server.stop();
    expect(leftOver(path.join(directory, 'meta.db'))).toEqual({
      integrity: 'ok',
      open: 0,
      revisions: whole * ROWS,
      examples: whole * ROWS,
    });
  },
);

/** The unpublished changes in the file. */
function leftOver(file: string): object {
  const db = new Database(file, { readonly: true });
  const count = (sql: string): unknown => db.prepare(`SELECT count(*) FROM ${sql}`).pluck().get();
  try {
    return {
      integrity: db.pragma('integrity_check', { simple: true }),
      open: count(`dataset_versions WHERE state = 'open'`),
      revisions: count('dataset_example_revisions'),
      examples: count('dataset_examples'),
    };
  } finally {
    db.close();
  }
}
