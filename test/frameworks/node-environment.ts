import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CACHE = path.resolve(import.meta.dirname, '../../.cache/frameworks');
const INSTALL_MS_MAX = 300_000;

/**
 * A copy of a program's folder under `.cache`, with its pinned packages beside it: packages are
 * looked for where a program lies.
 */
export async function nodeEnvironment(
  name: string,
  programs: string,
): Promise<{ readonly folder: string; readonly versions: Readonly<Record<string, string>> }> {
  const folder = path.join(CACHE, name);
  const marker = path.join(folder, 'installed.json');
  const wanted = readFileSync(path.join(programs, name, 'package.json'), 'utf8');
  mkdirSync(folder, { recursive: true });
  for (const source of [path.join(programs, name), path.join(programs, 'shared')])
    cpSync(source, folder, { recursive: true });
  if (!existsSync(marker) || readFileSync(marker, 'utf8') !== wanted) {
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      timeout: INSTALL_MS_MAX,
    });
    writeFileSync(marker, wanted);
  }
  return { folder, versions: installedVersions(path.join(folder, 'node_modules')) };
}

function installedVersions(modules: string): Readonly<Record<string, string>> {
  const names = readdirSync(modules).flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(path.join(modules, name)).map((inner) => `${name}/${inner}`)
      : [name],
  );
  const files = names
    .map((name) => path.join(modules, name, 'package.json'))
    .filter((file) => existsSync(file));
  return Object.fromEntries(
    files.map((file) => {
      const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as {
        readonly name: string;
        readonly version: string;
      };
      return [name, version];
    }),
  );
}
