import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { refusal } from '#test/file-upload.ts';
import { DEFAULT_FILE_LIMITS } from '../files/file-limits.ts';
import { openJsonUpload } from './json-upload.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'telltale-json-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const opened = async (body: object) => {
  const file = path.join(folder, 'body');
  writeFileSync(file, JSON.stringify(body));
  return openJsonUpload(
    { path: file, bytes: 1, contentType: 'application/json' },
    { ...DEFAULT_FILE_LIMITS, recordBytesMax: 100 },
  );
};

it('refuses an example larger than a row of a file may be, which no export could bring back', async () => {
  const inputs = [{}, { q: 'x'.repeat(60) }];
  await expect(opened({ name: 'd', inputs })).resolves.toMatchObject({ rowsTotal: 2 });
  await expect(opened({ name: 'd', inputs, outputs: [{}, { a: 'x'.repeat(60) }] })).rejects.toEqual(
    refusal(
      'unprocessable',
      'Row 2 (inputs.1) has 136 bytes; an example may have 100. Split it into several',
    ),
  );
});

it('reads ids without the blanks round them, as files and edits are read', async () => {
  const example_ids = [' ticket-1', 'ticket-2\t', ' ', null];
  const upload = await opened({ name: 'd', inputs: [{}, {}, {}, {}], example_ids });
  const ids: (string | null)[] = [];
  for await (const rows of upload.rows) ids.push(...rows.map((row) => row.exampleId));
  expect(ids).toEqual(['ticket-1', 'ticket-2', null, null]);

  const twice = { name: 'd', inputs: [{}, {}], example_ids: ['ticket-1', 'ticket-1 '] };
  await expect(opened(twice)).rejects.toEqual(
    refusal('unprocessable', "example_ids.1 is 'ticket-1', which is there twice"),
  );
});
