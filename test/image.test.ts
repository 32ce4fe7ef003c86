import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadConfigFromFile } from 'vite';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');

/** The files the image's first stage copies from the top of the repository before it builds. */
function copied(): readonly string[] {
  const [first = ''] = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8').split(
    /^FROM node:24-slim$/m,
  );
  return [...first.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  );
}

it('the image is built from files that reach it, and the page from nothing more', async () => {
  const names = copied();
  expect(names).toContain('vite.config.ts');
  const allowed = readFileSync(path.join(ROOT, '.dockerignore'), 'utf8').split('\n');
  for (const name of names) expect(allowed).toContain(`!${name}`);
  const stage = mkdtempSync(path.join(tmpdir(), 'telltale-image-'));
  try {
    for (const name of names.filter((one) => /^[^/]*\.[a-z]+$/.test(one)))
      copyFileSync(path.join(ROOT, name), path.join(stage, name));
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(stage, 'node_modules'));
    const config = path.join(stage, 'vite.config.ts');
    expect(
      await loadConfigFromFile({ command: 'build', mode: 'production' }, config, stage, 'silent'),
    ).not.toBeNull();
  } finally {
    rmSync(stage, { recursive: true });
  }
});

it('the image has the packages that the bundle of the server leaves out, and the bundle needs no others', () => {
  const bundled =
    /external: \[([^\]]*)\]/.exec(
      readFileSync(path.join(ROOT, 'tools/build-server.ts'), 'utf8'),
    )?.[1] ?? '';
  const external = [...bundled.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
  const dockerfile = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8');
  const brought = [
    ...dockerfile.matchAll(/^COPY --from=build \/app\/node_modules\/(\S+) \.\/node_modules\/\1$/gm),
  ].map(([, name]) => name);
  expect(external).not.toEqual([]);
  expect(brought).toEqual(external);
  const imported = readdirSync(path.join(ROOT, 'dist', 'server'))
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => [
      ...readFileSync(path.join(ROOT, 'dist', 'server', name), 'utf8').matchAll(
        /^import[^'"]*["']([^."'][^"']*)["'];?$|\bfrom ?["']([^."'][^"']*)["'];/gm,
      ),
    ])
    .map(([, one, other]) => one ?? other ?? '')
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name));
  expect(imported.filter((name) => !external.includes(name))).toEqual([]);
});

it('the image, the tests and the benchmarks run the server with the memory settings of `npm start`', () => {
  const settings = (file: string): Record<string, string> =>
    Object.fromEntries(
      [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/(MALLOC_\w+)(?:=|: ')(\d+)/g)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    );
  const started = settings('tools/launch/launch.cjs');
  expect(Object.keys(started)).toHaveLength(3);
  for (const file of ['Dockerfile', 'test/e2e/boot.ts', 'bench/bench-server.ts'])
    expect(settings(file), file).toEqual(started);
});
