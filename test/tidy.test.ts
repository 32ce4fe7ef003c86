import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { addressBreaches, conflictBreaches, lockfileBreaches } from './tidy/repository.ts';
import { shapeBreaches } from './tidy/shape.ts';
import type { SourceFile } from './tidy/source-file.ts';
import { lostEntries } from './tidy/test-lists.ts';
import { runtimeCycles, schemaBreaches, wallBreaches } from './tidy/walls.ts';
import { riddleBreaches, wordingBreaches } from './tidy/words.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const TEXT =
  /\.(?:tsx?|cjs|mjs|js|json|md|ya?ml|toml|txt|html|css|sql|sh|py|go|java|rs|c)$|^(?:Dockerfile|LICENSE|\.ci\/run|\.npmrc|\.gitignore)$/;
const SOURCE = /^(?:src|test|tools|bench|bin)\/.*\.(?:tsx?|cjs)$/;

/** Every text file of the repository, committed or about to be. */
function repositoryFiles(): SourceFile[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  const paths = listed
    .split('\0')
    .filter(
      (name) =>
        TEXT.test(name) && statSync(path.join(ROOT, name), { throwIfNoEntry: false })?.isFile(),
    );
  return [...new Set(paths)].map((name) => ({
    path: name,
    text: readFileSync(path.join(ROOT, name), 'utf8'),
  }));
}

const files = repositoryFiles();
const sources = files.filter((file) => SOURCE.test(file.path));
const product = sources.filter((file) => file.path.startsWith('src/'));

describe('the tree is tidy', () => {
  it('sees the files it checks', () => {
    expect(product.length).toBeGreaterThan(100);
    expect(product.some((file) => file.path === 'src/server/compose.ts')).toBe(true);
    expect(product.some((file) => file.path.startsWith('src/web/traces/'))).toBe(true);
  });
  it('keeps the walls between rooms', () => expect(wallBreaches(product)).toEqual([]));
  it('has no circle of imports at run time', () => expect(runtimeCycles(sources)).toEqual([]));
  it('keeps schemas out of the page', () => {
    expect(schemaBreaches(product)).toEqual([]);
    const taking = {
      path: 'src/web/accounts/users.calls.ts',
      text: "import { UserName } from '#contracts/users/user.ts';",
    };
    expect(schemaBreaches([...product, taking])).toHaveLength(1);
    const calling = {
      path: 'src/web/api/users.ts',
      text: "import { listUsers } from '#contracts/users/routes.ts';",
    };
    expect(schemaBreaches([...product, calling])).toEqual([]);
  });
  it('lists no test under a name it no longer has', () => {
    const paths = sources.map((file) => file.path);
    const config = readFileSync(path.join(ROOT, 'vitest.config.ts'), 'utf8');
    expect(lostEntries(config, paths)).toEqual([]);
    expect(lostEntries("['src/server/{config-problems,moved}.test.ts']", paths)).toEqual([
      'src/server/moved.test.ts',
    ]);
  });
  it('keeps names, sizes and words', () => expect(sources.flatMap(shapeBreaches)).toEqual([]));
  it('locks packages by checksum, without addresses and without install scripts', () => {
    const locks = files.filter((file) => file.path.endsWith('package-lock.json'));
    expect(locks.map((file) => file.path)).toContain('package-lock.json');
    expect(locks.flatMap(lockfileBreaches)).toEqual([]);
  });
  it('uses the words of the field', () => {
    expect(files.flatMap(wordingBreaches)).toEqual([]);
    expect(
      wordingBreaches({ path: 'docs/x.md', text: 'Kept for good,\nby whoever asks.' }),
    ).toHaveLength(2);
    expect(
      wordingBreaches({ path: 'src/x.ts', text: '/** What was said of it, as nobody told us. */' }),
    ).toHaveLength(4);
    expect(wordingBreaches({ path: 'src/x.ts', text: "kind === 'nobody' || isSaid" })).toEqual([]);
  });
  it('begins no sentence of the page, of an error or of the reference with a riddle', () => {
    expect(product.flatMap(riddleBreaches)).toEqual([]);
    const riddles = [
      "fail('It was stopped.');",
      "note = 'The key is revoked. It stays.';",
      '<p>What waits for\n  its span</p>',
      '<b>That is all</b>',
    ];
    for (const text of riddles)
      expect(riddleBreaches({ path: 'src/web/x.tsx', text })).toHaveLength(1);
    for (const text of [
      '// It waits.',
      "a('Item 1')",
      '<p>This key is revoked</p>',
      "/* It's 'What is new' */",
    ])
      expect(riddleBreaches({ path: 'src/web/x.tsx', text })).toEqual([]);
  });
  it('has no unfinished merge', () => {
    expect(files.flatMap(conflictBreaches)).toEqual([]);
    const text = `a\n${'<'.repeat(7)} HEAD\nb\n`;
    expect(conflictBreaches({ path: 'README.md', text })).toHaveLength(1);
  });
  it('names no machine and no registry', () => expect(files.flatMap(addressBreaches)).toEqual([]));
});

/** One file in a temporary tree: the walls' findings about it. */
function walls(from: string, text: string): string[] {
  return wallBreaches([{ path: from, text }]);
}

describe('each wall stands: broken once here, it is seen', () => {
  it.each([
    ['src/contracts/spans/span.ts', "import { x } from '#core/x.ts';"],
    ['src/contracts/spans/span.ts', "import fs from 'node:fs';"],
    ['src/core/otlp/skim.ts', "import { Type } from 'typebox';"],
    ['src/core/otlp/skim.ts', "import type { Log } from '#server/telemetry/log.ts';"],
    ['src/server/telemetry/log.ts', "import { x } from '#core/x.ts';"],
    ['src/server/threads/thread-port.ts', "import { x } from '#server/ingest/writer/worker.ts';"],
    [
      'src/server/stores/spans/sqlite/reader.ts',
      "import { x } from '#server/stores/spans/postgres/reader.ts';",
    ],
    ['src/server/stores/spans/sqlite/reader.ts', "import { x } from '../../meta/x.queries.ts';"],
    [
      'src/server/stores/spans/sqlite/read/span-reader.ts',
      "import { x } from '../write/span-writer.ts';",
    ],
    ['src/server/stores/spans/sqlite/both/columns.ts', "import { x } from '../upkeep/settler.ts';"],
    ['src/server/stores/spans/sqlite/open-reader.ts', "import { x } from './open-writer.ts';"],
    [
      'src/server/stores/meta/x.queries.ts',
      "import { x } from '#server/stores/spans/sqlite/reader.ts';",
    ],
    [
      'src/server/ingest/writer/worker.ts',
      "import { x } from '#server/stores/spans/sqlite/reader.ts';",
    ],
    [
      'src/server/ingest/writer/worker.ts',
      "const w = new URL('../../stores/spans/sqlite/reader.ts', import.meta.url);",
    ],
    ['src/server/jobs/runner.ts', "import { x } from '#server/threads/query.ts';"],
    ['src/server/jobs/runner.ts', "import { x } from '#server/compose.ts';"],
    ['src/server/settings/mail-settings.ts', "import { x } from '#server/outbound/mailer.ts';"],
    ['src/server/api/kit/route/serve.ts', "import { x } from '../../traces/traces.routes.ts';"],
    ['src/server/api/traces/traces.routes.ts', "import { x } from '../spans/spans.routes.ts';"],
    [
      'src/server/api/traces/traces.routes.ts',
      "import { x } from '#server/stores/spans/sqlite/reader.ts';",
    ],
    ['src/web/traces/traces-page.tsx', "import { x } from '#web/trace/waterfall/waterfall.tsx';"],
    ['src/web/traces/traces-page.tsx', "import { x } from '#web/shell/sidebar.tsx';"],
    ['src/web/ui/table.tsx', "import { x } from '#web/traces/traces-page.tsx';"],
    ['src/web/platform/time/wall-time.ts', "import { x } from '#web/ui/table.tsx';"],
    ['src/web/platform/time/wall-time.ts', "import { x } from '#core/x.ts';"],
    ['src/web/filter/bar/filter-bar.tsx', "import { x } from '#core/otlp/skim.ts';"],
    ['src/server/cli/doctor.ts', "import { boot } from '#test/e2e/boot.ts';"],
    ['src/server/cli/doctor.ts', "import { boot } from '../../../test/e2e/boot.ts';"],
    ['src/web/main.tsx', "import type { X } from '#test/x.ts';"],
    ['src/elsewhere/x.ts', 'export const x = 1;'],
  ])('%s: %s', (from, text) => {
    expect(walls(from, text)).toHaveLength(1);
  });

  it('lets the composition root, tests and a room itself through', () => {
    expect(
      walls('src/web/traces/traces-page.tsx', "import { x } from '#web/trace/trace-view.tsx';"),
    ).toEqual([]);
    expect(
      walls('src/server/compose.ts', "import { x } from './stores/spans/sqlite/reader.ts';"),
    ).toEqual([]);
    expect(
      walls('src/server/jobs/runner.test.ts', "import { x } from '#server/compose.ts';"),
    ).toEqual([]);
    expect(
      walls('src/server/jobs/runner.test.ts', "import { x } from '#test/api-app.ts';"),
    ).toEqual([]);
    expect(
      walls(
        'src/server/api/traces/traces.routes.ts',
        "import { x } from './trace-tree.ts';\nimport { y } from '../kit/route/serve.ts';",
      ),
    ).toEqual([]);
  });

  it('sees a circle, and only at run time', () => {
    const a = { path: 'src/core/a.ts', text: "import { b } from './b.ts';" };
    expect(
      runtimeCycles([a, { path: 'src/core/b.ts', text: "import { a } from './a.ts';" }]),
    ).toHaveLength(1);
    expect(
      runtimeCycles([a, { path: 'src/core/b.ts', text: "import type { a } from './a.ts';" }]),
    ).toEqual([]);
  });

  it.each([
    ['src/core/SpanRecord.ts', 'export const spanRecord = 1;', 'kebab-case'],
    ['src/core/span.manager.ts', 'export const span = 1;', 'role'],
    ['src/core/utils.ts', 'export const utils = 1;', 'says nothing'],
    ['src/core/index.ts', 'export const index = 1;', 'says nothing'],
    ['src/core/span-record.ts', 'export const wombat = 1;', 'not named after the one'],
    ['src/core/long.ts', 'export const long = 1;\n'.repeat(401), 'is the most'],
    [
      'src/core/walk.ts',
      `export function walk(a: number): void {\n${'  a;\n'.repeat(69)}}`,
      'a function of 71 lines',
    ],
    [
      'src/core/walk.ts',
      `export const walk = (a: number) => {\n${'  a;\n'.repeat(69)}};`,
      'a function of 71 lines',
    ],
    ['src/core/loose.ts', 'export const loose = (x: any) => x;', 'no `any`'],
    ['src/core/loose.ts', 'export const loose = x as unknown;', '`as` needs a reason'],
    [
      'src/core/loose.ts',
      '// as: it was made here.\nconst a = x as A;\nexport const loose = y as B;',
      '`as` needs a reason',
    ],
    ['src/core/loose.ts', 'enum Loose { A }', 'no enums'],
    ['src/core/loose.ts', "export { x } from './x.ts';", 'no barrels'],
    ['src/core/loose.ts', '// @ts-expect' + '-error', 'needs a reason'],
    ['src/server/api/kit/port.ts', 'export const port = process.env.PORT;', 'config.ts alone'],
    ['src/server/outbound/post.ts', "import https from 'node:https';", 'undici'],
    ['src/core/loose.ts', `// ${'TO' + 'DO'}: later`, 'finish it'],
    ['src/core/loose.test.ts', 'it.only(name, run);', 'no skipped'],
    ['src/core/loose.test.ts', 'describe.skip(name, run);', 'no skipped'],
    ['test/e2e/page-x.test.ts', 'expect(await page.title()).toBe(title);', 'expect.poll'],
  ])('%#: %s', (name, text, message) => {
    expect(shapeBreaches({ path: name, text }).join('\n')).toContain(message);
  });

  it('lets a short function, a reasoned cast and a codec through', () => {
    const text =
      'export const walk = [1] as const;\nconst b = x as string; // the schema was checked above\nif (b) {\n}\n';
    expect(shapeBreaches({ path: 'src/core/walk.ts', text })).toEqual([]);
    expect(
      shapeBreaches({ path: 'src/core/walk-codec.ts', text: 'export const walk = x as string;' }),
    ).toEqual([]);
    const reasoned = '// as: it was made here.\nexport const walk = made({\n  of: 1,\n}) as Walk;';
    expect(shapeBreaches({ path: 'src/core/walk.ts', text: reasoned })).toEqual([]);
  });

  it('sees addresses and install scripts in a lockfile, and private addresses anywhere', () => {
    const lock = (entry: object): string[] =>
      lockfileBreaches({
        path: 'package-lock.json',
        text: JSON.stringify({ packages: { 'node_modules/x': entry } }),
      });
    expect(lock({ resolved: 'https://example.test/x.tgz' })).toHaveLength(1);
    expect(lock({ hasInstallScript: true })).toHaveLength(1);
    expect(lock({ hasInstallScript: true, dev: true })).toEqual([]);
    expect(addressBreaches({ path: 'README.md', text: `cd /${'wo' + 'rk'}/main` })).toHaveLength(1);
    expect(
      addressBreaches({
        path: 'README.md',
        text: `npm --registry https://${'registry.npm' + 'js'}.org`,
      }),
    ).toHaveLength(1);
  });
});
