import { expect, it } from 'vitest';
import { backupCommands } from './backup-commands.ts';

const texts = (place: Parameters<typeof backupCommands>[0]): readonly string[] =>
  backupCommands(place).commands.map(({ text }) => text);

it('copies and restores what is in the working directory', () => {
  expect(texts({ spans_in: 'sqlite', metadata_in: 'sqlite' })).toEqual([
    'telltale backup ./telltale-backup',
    'npm run telltale -- backup ./telltale-backup',
    'telltale restore ./telltale-backup',
  ]);
});

it('says what is elsewhere, and offers no restore where nothing was copied', () => {
  expect(backupCommands({ spans_in: 'sqlite', metadata_in: 'postgresql' }).note).toContain(
    'the rest, which is in PostgreSQL',
  );
  const cluster = { spans_in: 'clickhouse', metadata_in: 'postgresql' } as const;
  expect(backupCommands(cluster).note).toContain('Back up both with their own tools');
  expect(texts(cluster)).toEqual([
    'telltale backup ./telltale-backup',
    'npm run telltale -- backup ./telltale-backup',
  ]);
});
