import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tightenDirectory } from './private-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'telltale-private-'));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, mode: number): void => {
  writeFileSync(path.join(folder, name), '');
  chmodSync(path.join(folder, name), mode);
};
const modeOf = (name = ''): string => (statSync(path.join(folder, name)).mode & 0o777).toString(8);

describe.skipIf(process.platform === 'win32')('a directory that other users may read', () => {
  it('removes other users’ access to all files of Telltale in it, and reports it once', () => {
    const files = ['spans.db', 'spans.db-wal', 'spans.db-shm', 'spans.db.v3.backup', 'spans.db-wal.damaged-20261101', 'meta.db', 'telltale.lock', 'server.json']; // prettier-ignore
    for (const name of files) put(name, 0o644);
    mkdirSync(path.join(folder, 'uploads'));
    put('uploads/1', 0o664);
    expect(tightenDirectory(folder)).toEqual([
      `10 files in ${folder} could be read by other users; only this user may now`,
      `${folder} was open to other users (0755); it is 0700 now`,
    ]);
    expect(files.map((name) => modeOf(name))).toEqual(files.map(() => '600'));
    expect([modeOf(), modeOf('uploads'), modeOf('uploads/1')]).toEqual(['700', '700', '600']);
    expect(tightenDirectory(folder)).toEqual([]);
  });

  it('keeps its permissions where other things are in it, but for the files of Telltale', () => {
    for (const name of ['notes.txt', 'spans.db']) put(name, 0o644);
    expect(tightenDirectory(folder)).toEqual([
      `One file in ${folder} could be read by other users; only this user may now`,
      `${folder} is open to other users (0755) and was left so, as it holds other files too; Telltale's files in it are 0600`,
    ]);
    expect([modeOf(), modeOf('notes.txt'), modeOf('spans.db')]).toEqual(['755', '644', '600']);
  });

  it('keeps access to shared directories, such as /tmp', () => {
    chmodSync(folder, 0o1777);
    expect(tightenDirectory(folder)).toEqual([expect.stringContaining('(0777) and was left so')]);
    expect(modeOf()).toBe('777');
  });

  it('is tightened where only the file system put something into it', () => {
    mkdirSync(path.join(folder, 'lost+found'));
    tightenDirectory(folder);
    expect([
      modeOf(),
      existsSync(path.join(folder, 'lost+found')),
      readdirSync(folder).length,
    ]).toEqual(['700', true, 1]);
  });
});
