import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { assertDescriptors, descriptorsMax, withinDescriptors } from './descriptors.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

it('refuses to start with too few file descriptors, and says how to have more', () => {
  expect(() => assertDescriptors(40)).toThrow(
    /only 40 file descriptors.*at least 256.*ulimit -n 4096.*LimitNOFILE=4096.*--ulimit nofile=4096/s,
  );
  expect(() => assertDescriptors(256)).not.toThrow();
  expect(() => assertDescriptors(null)).not.toThrow();
});

it('takes fewer connections than configured where there are not descriptors for all, and says so', () => {
  const { config } = loadConfig({ SERVICE_MAX_CONNECTIONS: '1000' });
  expect(withinDescriptors(config, 20_000)).toEqual({ config, notices: [] });
  const less = withinDescriptors(config, 1_024);
  expect(less.config.connectionsMax).toBe(412);
  expect(less.notices).toEqual([
    expect.stringContaining('Only 412 connections per port, not 1000'),
  ]);
});

it('is checked before anything is opened', { skip: process.platform !== 'linux' }, async () => {
  expect(descriptorsMax()).toBeGreaterThan(40);
  const command = `ulimit -n 40 && exec '${process.execPath}' src/server/main.ts serve --data /nonexistent/telltale`;
  const failed: unknown = await promisify(execFile)('sh', ['-c', command], {
    cwd: ROOT,
    timeout: 60_000,
  }).catch((error: unknown) => error);
  expect(failed).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('only 40 file descriptors'),
  });
});
