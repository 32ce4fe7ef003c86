import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CACHE = path.resolve(import.meta.dirname, '../../.cache/frameworks');
const BUILD_MS_MAX = 600_000;
const LIBRARY = /^BOOT-INF\/lib\/(.+?)-(\d[^/]*)\.jar$/gm;

export interface JavaProgram {
  readonly jar: string;
  readonly versions: Readonly<Record<string, string>>;
}

/**
 * Builds classes of the package `example` with Maven, from the pinned artifacts of a program's
 * `pom.xml`, in a folder under `.cache`.
 */
export async function javaProgram(
  name: string,
  pom: string,
  classes: Readonly<Record<string, string>>,
): Promise<JavaProgram> {
  const folder = path.join(CACHE, name);
  const sources = path.join(folder, 'src/main/java/example');
  rmSync(sources, { recursive: true, force: true });
  mkdirSync(sources, { recursive: true });
  cpSync(pom, path.join(folder, 'pom.xml'));
  for (const [className, text] of Object.entries(classes))
    writeFileSync(path.join(sources, `${className}.java`), `${text}\n`);
  await run('mvn', ['--quiet', '--batch-mode', 'clean', 'package'], {
    cwd: folder,
    timeout: BUILD_MS_MAX,
  });
  const [, artifact = '', version = ''] =
    /<artifactId>(\w+)<\/artifactId>\s*<version>([\d.]+)<\/version>\s*<properties>/.exec(
      readFileSync(pom, 'utf8'),
    ) ?? [];
  const jar = path.join(folder, 'target', `${artifact}-${version}.jar`);
  const { stdout } = await run('jar', ['tf', jar], { maxBuffer: 16 * 1024 * 1024 });
  return {
    jar,
    versions: Object.fromEntries(
      [...stdout.matchAll(LIBRARY)].map(([, library = '', found = '']) => [library, found]),
    ),
  };
}
