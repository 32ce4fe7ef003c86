import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TABLE } from '#test/frameworks/table.ts';
import type { Row } from '#test/frameworks/shared-rows.ts';
import {
  INTEGRATIONS,
  integrationPages,
  packagesOf,
  type IntegrationPage,
} from './integrations/integration-page.ts';
import { ALL_FACTS, COLUMNS, FIELD_NAMES, isRead } from './integrations/filled-fields.ts';

const RECORDED = path.resolve(import.meta.dirname, '../test/frameworks/recorded');
const KIND_LINE = /^[\w-]+ \| ([A-Z]+) \| /gm;

/**
 * Files that are made from the pages of docs/integrations, from the table of test/frameworks and
 * from its recordings. A test compares them.
 */
export function integrationFiles(): ReadonlyMap<string, string> {
  const pages = integrationPages();
  return new Map([
    ...pages.map(
      (page) => [path.join(INTEGRATIONS, `${page.slug}.md`), withWhatIsRead(page)] as const,
    ),
    [path.join(INTEGRATIONS, 'README.md'), indexPage(pages)],
    [
      path.resolve(import.meta.dirname, '../src/web/projects/send-spans/generated/integrations.ts'),
      webModule(pages),
    ],
  ]);
}

const MARK = '\n## What you will see\n';

/** The page as it is committed, with its last part made anew. */
function withWhatIsRead(page: IntegrationPage): string {
  const text = readFileSync(path.join(INTEGRATIONS, `${page.slug}.md`), 'utf8');
  const [written = ''] = text.split(MARK);
  return `${written.trimEnd()}\n${MARK}\n${whatIsRead(page)}`;
}

function whatIsRead(page: IntegrationPage): string {
  const modes = Object.entries(TABLE[page.slug] ?? {});
  const sameForAll = new Set(modes.map(([, row]) => JSON.stringify(row))).size <= 1;
  const parts = sameForAll
    ? modes.slice(0, 1).map(([, row]) => rowPart(row))
    : modes.map(([mode, row]) => `### ${mode}\n\n${rowPart(row)}`);
  return `<!-- Made by \`npm run docs:integrations\` from test/frameworks. Change the table there. -->

Kinds of spans: ${kindsOf(page.slug).join(', ')}.

${parts.join('\n')}
Tested with ${versionsOf(page).join(', ')}. [The program](../../test/frameworks/programs/${page.slug}) runs the code of this page.
`;
}

function rowPart(row: Row): string {
  const read = ALL_FACTS.filter((fact) => isRead(row, fact)).map((fact) => FIELD_NAMES[fact]);
  const missing = ALL_FACTS.flatMap((fact) =>
    row[fact] === undefined ? [] : [`| ${FIELD_NAMES[fact]} | ${row[fact]} |`],
  );
  const table =
    missing.length === 0 ? '' : `\n| Not filled | Why |\n|---|---|\n${missing.join('\n')}\n`;
  return `Fields filled: ${read.join(', ')}.\n${table}`;
}

function kindsOf(slug: string): readonly string[] {
  const file = path.join(RECORDED, `${slug}.rows.txt`);
  const rows = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return [...new Set([...rows.matchAll(KIND_LINE)].map(([, kind = '']) => kind))].toSorted();
}

function versionsOf(page: IntegrationPage): readonly string[] {
  const { versions } = JSON.parse(
    readFileSync(path.join(RECORDED, `${page.slug}.json`), 'utf8'),
  ) as {
    readonly versions: Readonly<Record<string, string>>;
  };
  return packagesOf(page).flatMap((name) =>
    versions[name] === undefined ? [] : [`\`${name}\` ${versions[name]}`],
  );
}

function indexPage(pages: readonly IntegrationPage[]): string {
  const rows = pages.map(({ slug, title, language, instrumentation }) => {
    // The first mode is the one whose lines the page has.
    const [row = {}] = Object.values(TABLE[slug] ?? {});
    const cells = COLUMNS.map(([, ...facts]) =>
      facts.every((fact) => isRead(row, fact)) ? '✓' : '–',
    );
    return `| [${title}](${slug}.md) | ${language} | ${instrumentation} | ${cells.join(' | ')} |`;
  });
  return `# Integrations

<!-- Made by \`npm run docs:integrations\`. Change the pages, or the table in test/frameworks. -->

A page for each framework: code to paste, its options, the fields its spans fill, and what to turn off so that no call is recorded twice.
The page's first run (**Send a first span**) has the same code with the address of your server.

The programs of [test/frameworks](../../test/frameworks) run the code of these pages, and check the fields that the last part of each page lists.
✓: filled from the library's spans. –: not sent by the library, or only with other settings (see its page).

| Framework | Language | Instrumentation | ${COLUMNS.map(([name]) => name).join(' | ')} |
|---|---|---|${COLUMNS.map(() => '---|').join('')}
${rows.join('\n')}

Not in the list? Anything with an OpenTelemetry exporter works: see [a first span](../guides/first-span.md), and [attributes](../attributes.md)
for the attributes that fill each field.
`;
}

function webModule(pages: readonly IntegrationPage[]): string {
  const entries = pages.map((page) => `  ${JSON.stringify(page)},`);
  return `// Made by \`npm run docs:integrations\` from docs/integrations. Change the pages there.
import type { Integration } from '../integration.ts';

export const INTEGRATIONS: readonly Integration[] = [
${entries.join('\n')}
];
`;
}

if (import.meta.main) {
  for (const [file, text] of integrationFiles()) writeFileSync(file, text);
  console.log('wrote docs/integrations and the lines of the first run');
}
