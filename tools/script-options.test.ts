import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');

function run(script: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(ROOT, script), ...args],
    { cwd: ROOT, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

describe.each([
  ['bench/run.ts', 'npm run bench'],
  ['tools/seed.ts', 'npm run seed'],
  ['tools/screens.ts', 'npm run screens'],
  ['tools/check.ts', 'npm run check'],
  ['tools/test.ts', 'npm test'],
  ['tools/release-notes.ts', 'node tools/release-notes.ts TAG'],
  ['src/server/main.ts', 'telltale <command>'],
])('%s', (script, usage) => {
  it('prints its help and does nothing else', () => {
    const { status, stdout, stderr } = run(script, '--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(usage);
  });

  it('refuses an option that it does not know in one line', () => {
    const { status, stdout, stderr } = run(script, '--no-such-option');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^[^\n]*--no-such-option[^\n]* See --help\.\n$/);
    expect(stderr.length).toBeLessThan(100);
  });
});

it.each([
  [
    'bench/run.ts',
    ['--seconds', 'many'],
    "--seconds takes a whole number above zero, not 'many'. See --help.",
  ],
  [
    'tools/seed.ts',
    ['--traces', '0'],
    "--traces takes a whole number above zero, not '0'. See --help.",
  ],
  [
    'tools/seed.ts',
    ['--url', 'nowhere'],
    "--url takes an address such as http://127.0.0.1:6006, not 'nowhere'. See --help.",
  ],
  [
    'tools/seed.ts',
    ['--url', 'http://127.0.0.1:1'],
    'No server answers at http://127.0.0.1:1: start one with npm start, or say with --url where it is. See --help.',
  ],
  ['tools/screens.ts', ['no-such-picture'], "There is no picture 'no-such-picture'. See --help."],
  [
    'src/server/main.ts',
    ['backup', '--fast'],
    'telltale: backup has no --fast, but --host --port --grpc-port --data --metadata. See --help.',
  ],
])('%s says what is wrong with %j', (script, args, line) => {
  expect(run(script, ...args)).toEqual({ status: 2, stdout: '', stderr: `${line}\n` });
});

it('telltale backup --help is about that command alone', () => {
  const { status, stdout } = run('src/server/main.ts', 'backup', '--help');
  expect([status, stdout.split('\n')[0]]).toEqual([0, 'Usage: telltale backup DIR [options]']);
  expect(stdout.split('\n').length).toBeLessThan(20);
});

it('npm run seed sends to the configured port', () => {
  const env = { ...process.env, SERVICE_PORT: '1' };
  const { stderr } = spawnSync(process.execPath, [path.join(ROOT, 'tools/seed.ts')], {
    cwd: ROOT,
    encoding: 'utf8',
    env,
  });
  expect(stderr).toContain('No server answers at http://127.0.0.1:1:');
});

it.each([['help'], ['serve', '--help'], ['no-such-command', '-h']])(
  'telltale %s prints the help',
  (...args) => {
    const { status, stdout } = run('src/server/main.ts', ...args);
    expect(status).toBe(0);
    expect(stdout).toContain('Usage: telltale <command> [options]');
  },
);
