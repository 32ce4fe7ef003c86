import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { releaseNotes, withAbsoluteLinks } from './release-notes.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const CHANGELOG = `# Changelog

## Unreleased

- Later.

## v0.2.0 - 2027-01-15

### Added

- Read [metrics](docs/guides/metrics.md#charts) and [more](https://example.test/).

## v0.1.0 - 2026-11-26

- First.
`;

describe('notes of a release', () => {
  it('are the section of its tag', () => {
    expect(releaseNotes(CHANGELOG, 'v0.1.0')).toBe('- First.');
    expect(releaseNotes(CHANGELOG, 'v0.2.0')).toMatch(/^### Added\n\n- Read .*\.$/s);
  });

  it.each([
    ['a tag without a section', 'v0.2', CHANGELOG],
    ['a section without a date', 'v0.1.0', '## v0.1.0\n\n- First.\n'],
    [
      'an empty section',
      'v0.1.0',
      '## v0.1.0 - 2026-11-26\n\n## v0.0.9 - 2026-01-01\n\n- Older.\n',
    ],
    ['two sections', 'v0.1.0', `${CHANGELOG}\n## v0.1.0 - 2026-11-27\n\n- Again.\n`],
  ])('are missing for %s', (_, tag, changelog) => expect(releaseNotes(changelog, tag)).toBeNull());

  it('link to the files of the tag', () => {
    expect(
      withAbsoluteLinks(
        releaseNotes(CHANGELOG, 'v0.2.0') ?? '',
        'https://example.test/telltale',
        'v0.2.0',
      ),
    ).toBe(
      '### Added\n\n- Read [metrics](https://example.test/telltale/blob/v0.2.0/docs/guides/metrics.md#charts) and [more](https://example.test/).',
    );
  });

  it('are there for the version in package.json, and for no other tag', () => {
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      version: string;
    };
    const run = (tag: string) =>
      spawnSync(process.execPath, ['tools/release-notes.ts', tag], { cwd: ROOT, encoding: 'utf8' });
    const { status, stdout } = run(`v${version}`);
    expect([status, stdout.length > 100]).toEqual([0, true]);
    expect(run('v99.0.0')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: `The tag v99.0.0 is not the version in package.json, ${version}. See --help.\n`,
    });
  });
});
