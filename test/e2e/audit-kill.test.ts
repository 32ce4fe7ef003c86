import { rmSync } from 'node:fs';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { casesOf } from '#test/nightly/nightly-length.ts';
import { boot, runCommand, temporaryDirectory, type BootedServer } from './boot.ts';

const ROUNDS = casesOf(2, 20);
const SENDERS = 4;
const Projects = Type.Object({ data: Type.Array(Type.Object({ name: Type.String() })) });
const Rows = Type.Object({
  data: Type.Array(
    Type.Object({ details: Type.Object({ name: Type.String() }), result: Type.String() }),
  ),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
});

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/**
 * Projects that were made before the server was gone; they are in one database, the rows about them
 * in another.
 */
const acknowledged = new Set<string>();

async function makeUntilGone(server: BootedServer, sender: string): Promise<void> {
  for (let index = 0; ; index += 1) {
    const name = `${sender}-${index}`;
    try {
      const headers = { 'content-type': 'application/json' };
      const { status } = await fetch(`${server.url}/v1/projects`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ name }),
      });
      if (status === 200) acknowledged.add(name);
    } catch {
      return;
    }
  }
}

async function get(server: BootedServer, where: string): Promise<unknown> {
  return (await fetch(`${server.url}${where}`)).json();
}

it(
  `check 57: kill -9 in the middle of acts, ${ROUNDS} times: each has exactly one row, and the chain is whole`,
  { timeout: 600_000 },
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const server = await boot({ directory });
      const before = acknowledged.size;
      const senders = Array.from({ length: SENDERS }, (_, index) =>
        makeUntilGone(server, `r${round}-s${index}`),
      );
      await expect
        .poll(() => acknowledged.size, { timeout: 60_000, interval: 5 })
        .toBeGreaterThan(before + 20);
      server.signal('SIGKILL');
      await server.ended;
      await Promise.all(senders);
    }
    await using server = await boot({ directory });
    const results = new Map<string, string[]>();
    let cursor: string | null = '';
    while (cursor !== null) {
      const where: string = `/api/v1/audit-logs?action=project.create&limit=1000${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
      const page = Value.Parse(Rows, await get(server, where));
      for (const { details, result } of page.data)
        results.set(details.name, [...(results.get(details.name) ?? []), result]);
      cursor = page.next_cursor;
    }
    const { data } = Value.Parse(Projects, await get(server, '/v1/projects?limit=1000'));
    const made = data.map((project) => project.name).filter((name) => name !== 'default');
    expect(made.length).toBeGreaterThan(ROUNDS * 20);
    expect(made.filter((name) => results.get(name)?.length !== 1)).toEqual([]);
    expect([...acknowledged].filter((name) => results.get(name)?.[0] !== 'success')).toEqual([]);
    expect([...results.values()].every((of) => of.length === 1)).toBe(true);
    const verified = await runCommand(['audit', 'verify'], { SERVICE_WORKING_DIR: directory });
    expect(verified).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Intact: \d+ rows, 1 to \d+\. Head \d+:[0-9a-f]{64}\n$/),
    });
    const exported = await runCommand(['audit', 'export'], { SERVICE_WORKING_DIR: directory });
    expect(exported.stdout.split('\n').length).toBeGreaterThan(acknowledged.size);
  },
);
