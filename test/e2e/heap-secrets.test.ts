import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { bootClosed, makeApiKey, operator } from './closed-server.ts';

const KEYS = 40;

/**
 * Check 47: what the server remembers of keys once they were made and used holds none of their
 * secrets, nor does what it answers of them.
 */
it(
  'keeps no secret of a key in its memory, nor in what it lists',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'telltale-heap-'));
    await using server = await bootClosed({
      NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}`,
    });
    try {
      const secrets: string[] = [];
      for (let at = 0; at < KEYS; at += 1) {
        const { key } = await makeApiKey(server, { name: `key ${at}`, level: 'read-only' });
        secrets.push(key);
        // Its own connection, which is closed: a parser may keep the last head it read.
        expect(
          (
            await fetch(`${server.url}/v1/projects`, {
              headers: { api_key: key, connection: 'close' },
            })
          ).status,
        ).toBe(200);
      }
      // Whatever was kept by the last requests is that of others by now.
      let listed = '';
      for (let times = 0; times < 10; times += 1)
        listed = await (await operator(server, 'GET', '/api/v1/api-keys?limit=100')).text();
      expect(listed).toContain('key 39');
      server.signal('SIGUSR2');
      const file = await vi.waitFor(() => finished(folder), { timeout: 240_000, interval: 200 });
      const heap = readFileSync(file, 'latin1');
      // The search itself works: the names of the keys, which are listed, are found.
      expect(heap).toContain('key 39');
      const found = (text: string): readonly number[] =>
        secrets.flatMap((secret, at) => (text.includes(secret) ? [at] : []));
      expect(found(heap)).toEqual([]);
      expect(found(listed)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

/** The snapshot, once it is whole. */
function finished(folder: string): string {
  const [name] = readdirSync(folder).filter((one) => one.endsWith('.heapsnapshot'));
  const file = path.join(folder, name ?? '-');
  if (!existsSync(file) || !readFileSync(file, 'latin1').trimEnd().endsWith('}'))
    throw new Error('The snapshot is not whole yet.');
  return file;
}
