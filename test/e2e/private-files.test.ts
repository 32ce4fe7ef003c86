import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { boot, runCommand } from './boot.ts';
import { uploadJson } from './dataset-rows.ts';
import { freshSpans } from './otlp-messages.ts';
import { sendSpans } from './otlp-sender.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'telltale-modes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whatever is in a directory, and itself, that other users may read: path and mode. */
function openToOthers(directory: string): readonly string[] {
  const places = ['', ...readdirSync(directory, { recursive: true, encoding: 'utf8' })].map(
    (name) => path.join(directory, name),
  );
  return places
    .filter((place) => (statSync(place).mode & 0o077) !== 0)
    .map((place) => `${place} ${(statSync(place).mode & 0o777).toString(8)}`);
}

function openDirectory(name: string): string {
  const directory = path.join(folder, name);
  mkdirSync(directory);
  chmodSync(directory, 0o755);
  return directory;
}

it.skipIf(process.platform === 'win32')(
  'keeps everything closed to other users: data, backup and restored files, whatever the umask',
  async () => {
    const before = process.umask(0);
    try {
      const data = openDirectory('data');
      const server = await boot({ directory: data });
      await sendSpans(server, 'http protobuf', freshSpans(3));
      await uploadJson(server.url, { name: 'rows', inputs: [{ q: 1 }] });
      expect(readdirSync(data)).toEqual(expect.arrayContaining(['spans.db', 'spans.db-wal', 'meta.db', 'meta.db-wal', 'telltale.lock', 'server.json'])); // prettier-ignore
      expect(openToOthers(data)).toEqual([]);
      const copy = openDirectory('copy');
      expect(await runCommand(['backup', copy], { SERVICE_WORKING_DIR: data })).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`${copy} was open to other users (0755); it is 0700 now`),
      });
      expect(openToOthers(copy)).toEqual([]);
      await server.stop('SIGKILL');
      // As an older backup left them.
      for (const name of readdirSync(copy)) chmodSync(path.join(copy, name), 0o644);
      const restored = openDirectory('restored');
      expect(await runCommand(['restore', copy], { SERVICE_WORKING_DIR: restored })).toMatchObject({
        code: 0,
      });
      expect(openToOthers(restored)).toEqual([]);
    } finally {
      process.umask(before);
    }
  },
);
