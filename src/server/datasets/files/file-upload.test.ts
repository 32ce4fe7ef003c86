import { describe, expect, it } from 'vitest';
import { formBody, type FormFilePart } from '#test/dataset-form.ts';
import { csvFile, openForm, refusal, rowsOfFile } from '#test/file-upload.ts';

describe('the form', () => {
  it('says what the dataset is called, and what becomes of it', async () => {
    const fields = [['name', 'Fragen'], ['action', 'APPEND'], ['description', 'aus Mainz'], ['input_keys[]', 'a'], ['input_keys', 'b']] as const; // prettier-ignore
    const { head, rows } = await openForm(formBody(fields, csvFile('a,b,c\n1,2,3\n')));
    expect(head).toEqual({
      name: 'Fragen',
      action: 'append',
      description: 'aus Mainz',
      splitsGiven: true,
    });
    for await (const [row] of rows)
      expect(row).toMatchObject({
        line: 2,
        input: '{"a":"1","b":"2"}',
        output: '{}',
        metadata: '{}',
        splits: [],
        exampleId: null,
        spanId: null,
      });
  });

  it('takes the file name as the description, without its folders', async () => {
    const { head } = await openForm(
      formBody([['name', 'd']], csvFile('a\n', { fileName: '../../etc/x\0;y.csv' })),
    );
    expect(head).toMatchObject({ action: 'create', description: 'x;y.csv' });
    expect(await rowsOfFile(csvFile('a\n1\n'), {})).toMatchObject([{ input: '{}' }]);
  });

  it('takes fields after the file, a preamble and quoted boundaries', async () => {
    const body = 'preamble\r\n--a b\r\nContent-Disposition: form-data; name=file; filename=x\r\ncontent-type: TEXT/CSV\r\n\r\nq\r\n--a bc\r\n--a b  \r\nContent-Disposition: form-data; name="na\\"me"\r\n\r\n\r\n--a b\r\nContent-Disposition: form-data; name="name"\r\n\r\nd\r\n--a b--'; // prettier-ignore
    const { head, rows } = await openForm({
      contentType: 'multipart/form-data; boundary="a b"',
      bytes: Buffer.from(body),
    });
    expect(head.name).toBe('d');
    const lines: number[] = [];
    for await (const batch of rows) lines.push(...batch.map((row) => row.line));
    expect(lines).toEqual([2]);
  });

  it.each<[string, readonly (readonly [string, string])[], FormFilePart | null, string]>([
    ['no name', [], csvFile('a\n1'), 'name is required'],
    ['a blank name', [['name', ' ']], csvFile('a\n1'), 'name must not be blank'],
    ['two names', [['name', 'a'], ['name', 'b']], csvFile('a\n1'), 'name is given 2 times'], // prettier-ignore
    ['no file', [['name', 'd']], null, 'file is required'],
    ['a file that is a field', [['name', 'd'], ['file', 'a,b']], null, 'file must be a file'], // prettier-ignore
    ['an unknown action', [['name', 'd'], ['action', 'replace']], csvFile('a\n1'), 'Invalid dateset action: replace'], // prettier-ignore
    ['split_key and split_keys', [['name', 'd'], ['split_key', 'a'], ['split_keys[]', 'a']], csvFile('a\n1'), 'split_key and split_keys[] cannot be given together'], // prettier-ignore
    ['a flag that is none', [['name', 'd'], ['typed', 'yes']], csvFile('a\n1'), "typed must be true or false; got 'yes'"], // prettier-ignore
    [
      'another type',
      [['name', 'd']],
      csvFile('a\n1', { contentType: 'text/plain' }),
      "Content-Type must be text/csv, application/jsonl, application/x-pandas-pyarrow or application/vnd.apache.parquet; got 'text/plain'",
    ],
    [
      'another encoding',
      [['name', 'd']],
      csvFile('a\n1', { contentEncoding: 'br' }),
      "Content-Encoding must be gzip, deflate or none; got 'br'",
    ],
  ])('refuses %s', async (_title, fields, file, message) => {
    await expect(openForm(formBody(fields, file))).rejects.toEqual(
      refusal('unprocessable', message),
    );
  });

  const part = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  it.each<[string, string, string]>([
    [
      'that is cut off',
      `${part('name', 'd')}--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\na,b\r\n1`,
      'it breaks off before its last boundary',
    ],
    ['that is empty', '', 'it breaks off before its last boundary'],
    [
      'whose headers do not end',
      `--b\r\nX: ${'x'.repeat(20_000)}`,
      'the headers of a part do not end within 16384 bytes',
    ],
    [
      'with a part without a name',
      '--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--',
      'a part has no name',
    ],
    ['of 20,001 parts', `${part('a', '').repeat(20_001)}--b--`, 'it has more than 20000 parts'],
    [
      'with a field of 100 KB',
      `${part('name', 'x'.repeat(100_000))}--b--`,
      "the field 'name' is longer than 65536 bytes",
    ],
    [
      'with another file',
      '--b\r\nContent-Disposition: form-data; name="up"; filename="x"\r\n\r\n1\r\n--b--',
      "a file named 'up'",
    ],
  ])('refuses one %s', async (_title, text, message) => {
    await expect(
      openForm({ contentType: 'multipart/form-data; boundary=b', bytes: Buffer.from(text) }),
    ).rejects.toEqual(refusal('unprocessable', message));
  });

  it('refuses one without a boundary, with two files, and fields that are not UTF-8', async () => {
    const none = openForm({ contentType: 'multipart/form-data', bytes: Buffer.from('--b--') });
    await expect(none).rejects.toEqual(
      refusal('unprocessable', 'its Content-Type names no boundary'),
    );
    const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n1\r\n';
    const two = openForm({
      contentType: 'multipart/form-data; boundary=b',
      bytes: Buffer.from(`${file}${file}--b--`),
    });
    await expect(two).rejects.toEqual(refusal('unprocessable', 'more than one file'));
    const odd = openForm({ contentType: 'multipart/form-data; boundary=b', bytes: Buffer.concat([Buffer.from('--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n'), Buffer.from([0xff]), Buffer.from('\r\n--b--')]) }); // prettier-ignore
    await expect(odd).rejects.toEqual(refusal('unprocessable', "the field 'x' is not UTF-8"));
  });
});
