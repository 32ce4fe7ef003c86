import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DataDirectory, runningServer } from './data-directory.ts';

it('the state of a killed server is not taken for that of the next one, not even while that starts', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'telltale-directory-'));
  const state = { pid: process.pid, url: 'http://127.0.0.1:1', grpc: null };
  writeFileSync(path.join(directory, 'server.json'), JSON.stringify(state));
  expect(runningServer(directory)).toBeNull();
  const data = DataDirectory.open(directory);
  try {
    expect(runningServer(directory)).toBeNull();
    data.announce({ ...state, url: 'http://127.0.0.1:2' });
    expect(runningServer(directory)?.url).toBe('http://127.0.0.1:2');
  } finally {
    data.close();
    expect(runningServer(directory)).toBeNull();
    rmSync(directory, { recursive: true });
  }
});
