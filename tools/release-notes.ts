import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readOptions, refuse } from './script-options.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const HELP = `Prints the notes of a release: the section of CHANGELOG.md for a tag. The tag must be the version in package.json.

  node tools/release-notes.ts TAG [--repository URL]

  --repository URL   the repository's address; links to its files then work outside of the repository too`;

/**
 * The section of the changelog for a tag, such as v0.1.0; null where it is missing, has no date or
 * is empty.
 */
export function releaseNotes(changelog: string, tag: string): string | null {
  const [heading, ...others] = changelog
    .split(/^## /m)
    .filter((section) => section.startsWith(`${tag} - `));
  const [, body] = /^\S+ - \d{4}-\d\d-\d\d\n([^]*)$/.exec(heading ?? '') ?? [];
  const notes = body?.trim() ?? '';
  return notes === '' || others.length > 0 ? null : notes;
}

/**
 * Lets relative links lead to the files of the tag: a release is read at an address where they
 * would lead nowhere.
 */
export function withAbsoluteLinks(notes: string, repository: string, tag: string): string {
  return notes.replaceAll(
    /\]\((?!https?:|mailto:|#)([^)\s]+)\)/g,
    `](${repository}/blob/${tag}/$1)`,
  );
}

if (import.meta.main) {
  const { values, positionals } = readOptions(HELP, {
    options: { repository: { type: 'string' } },
    allowPositionals: true,
  });
  const [tag = refuse('Name a tag, such as v0.1.0')] = positionals;
  // as: package.json has a version.
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  if (tag !== `v${version}`)
    refuse(`The tag ${tag} is not the version in package.json, ${version}`);
  const notes = releaseNotes(readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8'), tag);
  if (notes === null)
    refuse(`CHANGELOG.md needs one section \`## ${tag} - YYYY-MM-DD\` that is not empty`);
  console.log(
    values.repository === undefined ? notes : withAbsoluteLinks(notes, values.repository, tag),
  );
}
