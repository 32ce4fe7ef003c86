import { execFileSync, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const require = createRequire(import.meta.url);
const { hashPaths, readStamp, writeStamp } = require('./stamp.cjs') as {
  readonly hashPaths: (root: string, paths: readonly string[], salt?: string) => string;
  readonly readStamp: (file: string) => string;
  readonly writeStamp: (file: string, value: string) => void;
};
const { prunePackages } = require('./prune.cjs') as {
  readonly prunePackages: (modules: string) => void;
};
const { explain } = require('./fail.cjs') as {
  readonly explain: (output: string) => string | null;
};

const root = path.resolve(import.meta.dirname, '../..');
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
    expect(hashPaths(directory, ['src'], 'linux-x64')).not.toBe(
      hashPaths(directory, ['src'], 'darwin-arm64'),
    );
  });

  it('reads back the stamp it wrote, and nothing where there is none', () => {
    const stamp = path.join(directory, 'deep', 'stamp');
    expect(readStamp(stamp)).toBe('');
    writeStamp(stamp, 'abc');
    expect(readStamp(stamp)).toBe('abc');
  });
});

describe('failures are explained in a sentence', () => {
  it.each([
    ['npm error code ENOSPC', 'disk is full'],
    ['npm error code EINTEGRITY', 'checksum'],
    ['npm error code ENOTFOUND', 'cannot be reached'],
    ['npm error code EAI_AGAIN', 'cannot be reached'],
    ['npm error code EACCES', 'cannot be written'],
    ['npm error code E404', 'does not have a package'],
    [
      'npm error code EUSAGE\nnpm error `npm ci` can only install packages when … are in sync.',
      'disagree',
    ],
  ])('%s', (output, sentence) => {
    expect(explain(output)).toContain(sentence);
  });

  it('and what is not known is not guessed', () =>
    expect(explain('npm error code EWOMBAT')).toBeNull());
});

describe('an install', () => {
  it('keeps what runs, and drops source maps and binaries of other platforms', () => {
    const modules = path.join(directory, 'node_modules');
    const other = process.platform === 'win32' ? 'linux-x64' : 'win32-x64';
    const kept = [
      `better-sqlite3/prebuilds/${process.platform}-${process.arch}.node`,
      'a/index.js',
      'a/index.d.ts',
      'a/data.map',
      'better-sqlite3/lib/index.js',
    ];
    const gone = [
      'a/index.js.map',
      'a/b/index.d.ts.map',
      `better-sqlite3/prebuilds/${other}.node`,
      'better-sqlite3/deps/sqlite3.c',
    ];
    for (const name of [...kept, ...gone]) {
      mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
      writeFileSync(path.join(modules, name), '');
    }
    prunePackages(modules);
    expect([...kept, ...gone].filter((name) => existsSync(path.join(modules, name)))).toEqual(kept);
    prunePackages(modules);
  });

  it('of a start has all that the page and the server import: they import nothing of tests and checks', () => {
    const { devDependencies } = require('../../package.json') as {
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    const sources = globSync(
      [
        'src/**/*.{ts,tsx,css}',
        'vite.config.ts',
        'tools/{build-server,dev,seed}.ts',
        'tools/{seed,otlp}/*.ts',
      ],
      {
        cwd: root,
      },
    )
      .filter((file) => !/\.test\.tsx?$|test-|conformance/.test(file))
      .map((file) => readFileSync(path.join(root, file), 'utf8'));
    expect(sources.length).toBeGreaterThan(500);
    const names = Object.keys(devDependencies).filter((name) => !name.startsWith('@types/'));
    const imported = (name: string): boolean =>
      sources.some((text) => text.includes(`from '${name}'`) || text.includes(`'${name}/`));
    expect(names.filter(imported)).toEqual([]);
  });
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
    writeFileSync(
      script,
      'const status: number = 7;\nconsole.log(process.argv.slice(2).join());\nprocess.exitCode = status;\n',
    );
    const answer = spawnSync(process.execPath, [launcher, 'run', script, 'a', '--b'], {
      encoding: 'utf8',
    });
    expect([answer.stdout, answer.status]).toEqual(['a,--b\n', 7]);
  });

  it('telltale --version answers with the version of package.json', () => {
    const { version } = require('../../package.json') as { version: string };
    expect(
      execFileSync(
        process.execPath,
        [path.resolve(import.meta.dirname, '../../bin/telltale.cjs'), '--version'],
        { encoding: 'utf8' },
      ),
    ).toBe(`${version}\n`);
  });
});
