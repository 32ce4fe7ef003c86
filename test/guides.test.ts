import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { commandUsages } from '#server/cli/command-line.ts';
import { hostAndPort } from '#server/cli/local-address.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

it('the README names every command and every guide', () => {
  const readme = read('README.md');
  expect(commandUsages().filter((usage) => !readme.includes(`telltale ${usage}`))).toEqual([]);
  expect(
    readdirSync(path.join(ROOT, 'docs/guides')).filter(
      (guide) => !readme.includes(`docs/guides/${guide}`),
    ),
  ).toEqual([]);
});

it('IPv6 addresses are shown in brackets', () => {
  expect([hostAndPort('::', 4711), hostAndPort('0.0.0.0', 4711)]).toEqual([
    '[::]:4711',
    '0.0.0.0:4711',
  ]);
});

const unit = /```ini\n([^]*?)```/.exec(read('docs/guides/production.md'))?.[1] ?? '';

it('the systemd unit starts the launcher, which runs on any Node, as a user of its own, and stops it with one signal', () => {
  const settings = new Map(
    unit.split('\n').flatMap((line) => {
      const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
  expect(Object.fromEntries(settings)).toMatchObject({
    After: 'network-online.target',
    User: 'telltale',
    EnvironmentFile: expect.stringContaining('/etc/'),
    KillMode: 'mixed',
    NoNewPrivileges: 'yes',
    ProtectSystem: 'strict',
  });
  const [, script = '', ...args] = (settings.get('ExecStart') ?? '').split(' ');
  expect(args).toEqual(['serve']);
  // Parsed by this Node; nothing in it is newer than Node 12, which the launcher's own file says.
  expect(
    execFileSync(process.execPath, ['--check', path.join(ROOT, script)], { encoding: 'utf8' }),
  ).toBe('');
});

it.skipIf(!existsSync('/usr/bin/systemd-analyze'))(
  'systemd reads the unit without a complaint',
  () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'telltale-unit-'));
    try {
      const file = path.join(directory, 'telltale.service');
      // The user and Node are where the unit says on the machine it is for.
      writeFileSync(
        file,
        unit.replace('/usr/bin/node', process.execPath).replace('User=telltale', 'User=root'),
      );
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
        encoding: 'utf8',
      });
      expect({
        status,
        about: stderr.split('\n').filter((line) => line.includes('telltale')),
      }).toEqual({ status: 0, about: [] });
    } finally {
      rmSync(directory, { recursive: true });
    }
  },
);
