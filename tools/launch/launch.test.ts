import { execFileSync, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const require = createRequire(import.meta.url);
const { hashPaths, readStamp, writeStamp } = require('./stamp.cjs') as {
  readonly hashPaths: (root: string, paths: readonly string[], salt?: string) => string;
  readonly readStamp: (file: string) => string;
  readonly writeStamp: (file: string, value: string) => void;
};
const { explain } = require('./fail.cjs') as { readonly explain: (output: string) => string | null };

const directory = mkdtempSync(path.join(tmpdir(), 'telltale-launch-'));
afterAll(() => rmSync(directory, { recursive: true }));

describe('what decides whether something is built again', () => {
  const source = path.join(directory, 'src', 'page.ts');
  mkdirSync(path.dirname(source));
  writeFileSync(source, 'one');
  const before = hashPaths(directory, ['src', 'missing.json']);

  it('is what files hold, not when they were touched', () => {
    utimesSync(source, new Date(0), new Date(0));
    expect(hashPaths(directory, ['src', 'missing.json'])).toBe(before);
    writeFileSync(source, 'two');
    expect(hashPaths(directory, ['src', 'missing.json'])).not.toBe(before);
    writeFileSync(source, 'one');
  });

  it('is the names of files too, and not the tests among them', () => {
    writeFileSync(path.join(directory, 'src', 'page.test.ts'), 'a test');
    expect(hashPaths(directory, ['src', 'missing.json'])).toBe(before);
    writeFileSync(path.join(directory, 'src', 'new.ts'), '');
    expect(hashPaths(directory, ['src', 'missing.json'])).not.toBe(before);
  });

  it('is another on another platform', () => {
    expect(hashPaths(directory, ['src'], 'linux-x64')).not.toBe(hashPaths(directory, ['src'], 'darwin-arm64'));
  });

  it('reads back the stamp it wrote, and nothing where there is none', () => {
    const stamp = path.join(directory, 'deep', 'stamp');
    expect(readStamp(stamp)).toBe('');
    writeStamp(stamp, 'abc');
    expect(readStamp(stamp)).toBe('abc');
  });
});

describe('what went wrong is said in a sentence', () => {
  it.each([
    ['npm error code ENOSPC', 'disk is full'],
    ['npm error code EINTEGRITY', 'checksum'],
    ['npm error code ENOTFOUND', 'cannot be reached'],
    ['npm error code EAI_AGAIN', 'cannot be reached'],
    ['npm error code EACCES', 'cannot be written'],
    ['npm error code E404', 'does not have a package'],
    ['npm error code EUSAGE\nnpm error `npm ci` can only install packages when … are in sync.', 'disagree'],
  ])('%s', (output, sentence) => {
    expect(explain(output)).toContain(sentence);
  });

  it('and what is not known is not guessed', () => expect(explain('npm error code EWOMBAT')).toBeNull());
});

describe('the launcher as a program', () => {
  const launcher = path.join(import.meta.dirname, 'launch.cjs');

  it('refuses what it does not know in one line', () => {
    const answer = spawnSync(process.execPath, [launcher, 'fly'], { encoding: 'utf8' });
    expect(answer.status).toBe(1);
    expect(answer.stderr).toMatch(/^telltale: Usage: .*\n$/);
  });

  it('passes on arguments, output and the exit code', () => {
    const script = path.join(directory, 'script.ts');
    writeFileSync(script, 'const status: number = 7;\nconsole.log(process.argv.slice(2).join());\nprocess.exitCode = status;\n');
    const answer = spawnSync(process.execPath, [launcher, 'run', script, 'a', '--b'], { encoding: 'utf8' });
    expect([answer.stdout, answer.status]).toEqual(['a,--b\n', 7]);
  });

  it('telltale --version answers with the version of package.json', () => {
    const { version } = require('../../package.json') as { version: string };
    expect(
      execFileSync(process.execPath, [path.resolve(import.meta.dirname, '../../bin/telltale.cjs'), '--version'], { encoding: 'utf8' }),
    ).toBe(`${version}\n`);
  });
});
