import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { librariesWithPages } from '#test/frameworks/record.ts';
import { integrationFiles } from './integration-docs.ts';
import { eventLines, integrationPages, packagesOf } from './integrations/integration-page.ts';
import { ALL_FACTS, FIELD_NAMES } from './integrations/filled-fields.ts';

const PROGRAMS = path.resolve(import.meta.dirname, '../test/frameworks/programs');
const sourcesOf = (slug: string): string =>
  readdirSync(path.join(PROGRAMS, slug))
    .filter((file) => /\.(?:py|mjs|java)$/.test(file))
    .map((file) => readFileSync(path.join(PROGRAMS, slug, file), 'utf8'))
    .join('\n');

/** The packages that a program's folder pins, for pip, npm or Maven. */
function pinnedIn(folder: string): readonly string[] {
  const textOf = (file: string): string =>
    existsSync(path.join(folder, file)) ? readFileSync(path.join(folder, file), 'utf8') : '';
  const manifest = JSON.parse(textOf('package.json') || '{"dependencies":{}}') as {
    readonly dependencies: object;
  };
  const named = [
    ...textOf('requirements.txt').matchAll(/^([\w.-]+)==/gm),
    ...textOf('pom.xml').matchAll(/<artifactId>(.+)<\/artifactId>/g),
  ];
  return [...Object.keys(manifest.dependencies), ...named.map(([, name = '']) => name)];
}

it('the committed pages, their index and the lines of the first run are made from the table; else run `npm run docs:integrations`', () => {
  for (const [file, text] of integrationFiles())
    expect(readFileSync(file, 'utf8'), file).toBe(text);
});

it('every program has a page, and every page a program', () => {
  expect(
    integrationPages()
      .map(({ slug }) => slug)
      .toSorted(),
  ).toEqual(librariesWithPages());
});

it('every fact of the table has a name on the pages', () => {
  expect(ALL_FACTS).toHaveLength(Object.keys(FIELD_NAMES).length);
});

/** By this a program takes the lines of its page; Spring finds them in its package. */
const SET_UP = {
  python: /^(?:from set_up import|import set_up)\b/m,
  js: /from '\.\/set-up\.mjs'/,
  java: /^package example;$/m,
};

describe.each(integrationPages().map((page) => [page.slug, page] as const))('%s', (slug, page) => {
  it("the program runs the page's lines, and sets up nothing besides", () => {
    const source = sourcesOf(slug);
    expect(source).toMatch(SET_UP[page.code]);
    expect(source).not.toMatch(
      /TracerProvider|SpanExporter|instrument\(|OTLPTraceExporter|OtelExporter|Traceloop\.init|openlit\.init|logfire\.configure/,
    );
  });

  it('a program runs the lines for messages as log records, where the page has any', () => {
    const program = path.join(PROGRAMS, slug, 'run_events.py');
    expect(existsSync(program)).toBe(eventLines(slug) !== null);
    if (existsSync(program))
      expect(readFileSync(program, 'utf8')).toMatch(/^from set_up_events import/m);
  });

  it('what the page installs is pinned for the program', () => {
    const pinned = new Set(pinnedIn(path.join(PROGRAMS, slug)));
    expect(packagesOf(page).filter((name) => !pinned.has(name))).toEqual([]);
  });

  it('the page says where spans go, and which key where one is needed', () => {
    expect(page.shell).toContain('http://localhost:6006');
    expect(page.shell).toContain('openinference.project.name=my-app');
    expect(page.shell).toMatch(/^# export \w+="(?:api_key=|Bearer )\$SERVICE_API_KEY" /m);
  });
});
