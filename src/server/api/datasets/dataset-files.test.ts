import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import { examplesOf, uploadTo } from '#test/api-datasets.ts';
import { formBody, keyFields, type FormBody, type FormFilePart } from '#test/dataset-form.ts';
import { csvFile, jsonlFile } from '#test/file-upload.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp({ uploadLimits: { uploadBytesMax: 64 * 1024 * 1024 } });
});
afterAll(() => api.close());

const send = ({ contentType, bytes }: FormBody, query = '?sync=true') =>
  api.call({
    method: 'POST',
    url: `/v1/datasets/upload${query}`,
    headers: { 'content-type': contentType },
    payload: bytes,
  });
type Keys = Readonly<Record<string, readonly string[]>>;
const sendFile = (name: string, file: FormFilePart | null, keys: Keys = {}, query = '?sync=true') =>
  send(formBody([['name', name], ...keyFields(keys)], file), query);
// as: checked against the document
const dataOf = ({ body }: Reply) => (body as { data: Record<string, unknown> }).data;
const sample = (name: string) => readFileSync(path.resolve('test/fixtures/datasets', name));
const QA = {
  'input_keys[]': ['q'],
  'output_keys[]': ['a'],
  split_key: ['s'],
  example_id_key: ['i'],
};

describe('a file in a form', () => {
  it('becomes a dataset; an append adds what is new, an update leaves what is in it', async () => {
    const made = await sendFile(
      'faq',
      csvFile('q,a,s,i\nwhy?,so,train,1\nhow?,,"[""train"",""hard""]",2\n'),
      QA,
    );
    expect(made).toMatchObject({
      status: 200,
      body: { data: { num_created_examples: 2, num_updated_examples: 0, num_deleted_examples: 0 } },
    });
    const id = String(dataOf(made)['dataset_id']);
    expect(await examplesOf(api, id)).toMatchObject([
      { id: '1', input: { q: 'why?' }, output: { a: 'so' } },
      { id: '2', output: {} },
    ]);
    expect(await examplesOf(api, id, '?split=hard')).toMatchObject([{ id: '2' }]);
    const append = await sendFile(
      'faq',
      jsonlFile('{"q":"why?","a":"because","i":1}\n{"q":"who?"}\n'),
      { ...QA, action: ['append'] },
    );
    expect(dataOf(append)).toMatchObject({
      dataset_id: id,
      num_created_examples: 1,
      num_updated_examples: 1,
    });
    const update = await sendFile(
      'faq',
      jsonlFile(gzipSync('{"q":"who?"}\n'), { contentEncoding: 'gzip' }),
      { ...QA, action: ['update'] },
    );
    expect(dataOf(update)).toMatchObject({ num_created_examples: 0, num_deleted_examples: 2 });
  });

  it('may have semicolons or tabs between its cells', async () => {
    for (const [name, text] of [
      ['excel', '\uFEFFq;a\r\n"why; and how?";1,5\r\n'],
      ['excel, said', 'sep=;\r\nq;a\r\n"why; and how?";1,5\r\n'],
      ['tabs', 'q\ta\nwhy; and how?\t1,5\n'],
    ] as const) {
      const made = await sendFile(name, csvFile(text), {
        'input_keys[]': ['q'],
        'output_keys[]': ['a'],
      });
      expect(await examplesOf(api, String(dataOf(made)['dataset_id']))).toMatchObject([
        { input: { q: 'why; and how?' }, output: { a: '1,5' } },
      ]);
    }
  });

  it('may be without the lines that have not as many cells as its header, and the reply counts them', async () => {
    const keys = { 'input_keys[]': ['q'], 'output_keys[]': ['a'] };
    const file = csvFile('q,a\n1,2\n3\n4,5,6\n7,8\n');
    expect(await sendFile('uneven', file, keys)).toMatchObject({ status: 422, body: { detail: expect.stringContaining('Line 3: the row has 1 cell') } }); // prettier-ignore
    const wish = { ...keys, leave_out_uneven_lines: ['true'] };
    const made = await sendFile('uneven', file, wish);
    expect(made).toMatchObject({
      status: 200,
      body: { data: { num_created_examples: 2, num_left_out_lines: 2 } },
    });
    expect(await examplesOf(api, String(dataOf(made)['dataset_id']))).toMatchObject([
      { input: { q: '1' } },
      { input: { q: '7' } },
    ]);
    const even = await sendFile('even', csvFile('q,a\n1,2\n'), wish);
    expect(dataOf(even)).toMatchObject({ num_created_examples: 1, num_left_out_lines: 0 });
    expect(dataOf(await sendFile('even, no wish', csvFile('q,a\n1,2\n'), keys))).not.toHaveProperty(
      'num_left_out_lines',
    );
    const job = await sendFile('uneven, queued', file, wish, '');
    const url = `/v1/jobs/${encodeURIComponent(String(dataOf(job)['id']))}`;
    await vi.waitFor(async () => expect(dataOf(await api.get(url))).toMatchObject({ state: 'done', result: { num_created_examples: 2, num_left_out_lines: 2 } }), { timeout: 60_000, interval: 50 }); // prettier-ignore
  });

  it('takes nothing away when every line would be left out', async () => {
    const keys = { 'input_keys[]': ['q'], leave_out_uneven_lines: ['true'] };
    const made = await sendFile('kept', csvFile('q,a\n1,2\n'), keys);
    const reply = await sendFile('kept', csvFile('q,a,b\n1,2\n3,4\n'), {
      ...keys,
      action: ['update'],
    });
    expect(reply).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('no rows are left') },
    });
    expect(await examplesOf(api, String(dataOf(made)['dataset_id']))).toHaveLength(1);
  });

  it('may be Arrow or Parquet', async () => {
    const arrow = await sendFile('arrow', { bytes: sample('types-lz4.arrows'), contentType: 'application/x-pandas-pyarrow' }, { 'input_keys[]': ['text', 'count', 'when_ns'] }); // prettier-ignore
    expect(await examplesOf(api, String(dataOf(arrow)['dataset_id']))).toMatchObject([
      { input: { text: 'é', count: 1, when_ns: '2023-11-14T22:13:20.123456789+00:00' } },
      { input: { text: '', count: null, when_ns: null } },
      { input: { text: null, count: 3, when_ns: '1970-01-01T00:00:00+00:00' } },
    ]);
    const parquet = await sendFile(
      'parquet',
      { bytes: sample('types.parquet'), contentType: 'application/vnd.apache.parquet' },
      { 'input_keys[]': ['nested'] },
    );
    expect(dataOf(parquet)).toMatchObject({ num_created_examples: 3 });
  });

  it('can be queued; the job tells what became of it, and where it went wrong', async () => {
    const job = async (reply: Reply): Promise<unknown> => {
      const url = `/v1/jobs/${encodeURIComponent(String(dataOf(reply)['id']))}`;
      await vi.waitFor(
        async () => expect(dataOf(await api.get(url))['state']).toMatch(/^(done|failed)$/),
        {
          timeout: 60_000,
          interval: 50,
        },
      );
      return (await api.get(url)).body;
    };
    const good = await sendFile('queued', csvFile('q,a,s,i\n1,2,,\n'), QA, '');
    expect(await job(good)).toMatchObject({
      data: { state: 'done', result: { num_created_examples: 1 }, error: null },
    });
    const bad = await sendFile('queued badly', jsonlFile('{"q":1}\n{"q":\n'), QA, '');
    expect(await job(bad)).toMatchObject({
      data: {
        state: 'failed',
        error: { line: 2, detail: expect.stringContaining('Line 2 is not valid JSON') },
      },
    });
    expect((await api.get('/v1/datasets?name=queued%20badly')).body).toMatchObject({ data: [] });
  });
});

describe('a file that cannot be read', () => {
  const columns = Array.from({ length: 10_000 }, (_, n) => `c${n}`).join(',');
  it.each<[string, FormFilePart | null, Keys, number, string]>([
    ['no file', null, {}, 422, 'file is required'],
    [
      'a type that is not read',
      csvFile('q\n1\n', { contentType: 'text/plain' }),
      {},
      422,
      "got 'text/plain'",
    ],
    [
      'a header with a column twice',
      csvFile('q,q\n1,2\n'),
      {},
      422,
      "The header has the column 'q' more than once",
    ],
    [
      'an unknown column',
      csvFile('q\n1\n'),
      { 'input_keys[]': ['x'] },
      422,
      "The file has no column 'x'. Its columns: 'q'.",
    ],
    ['no header at all', csvFile(''), {}, 422, 'The file is empty'],
    ['a ragged row', csvFile('q,a\n1,2\n3\n'), {}, 422, 'Line 3: '],
    ['10,000 columns', csvFile(`${columns}\n`), {}, 422, 'The file has 10000 columns'],
    [
      'a cell of 50 MB',
      csvFile(Buffer.concat([Buffer.from('q\n'), Buffer.alloc(50 * 1024 * 1024, 0x78)])),
      {},
      422,
      'Line 2: the row is longer',
    ],
    ['UTF-16', csvFile(Buffer.from('\uFEFFq\n1\n', 'utf16le')), {}, 422, 'the file is UTF-16'],
    ['a NUL', csvFile('q\n\0\n'), {}, 422, 'Line 2 holds a NUL character'],
    [
      'invalid JSON on a line',
      jsonlFile('{"q":1}\n{"q":2}\n{q:3}\n'),
      {},
      422,
      'Line 3 is not valid JSON',
    ],
    [
      'what is not Arrow',
      { bytes: 'q\n1\n', contentType: 'application/x-pandas-pyarrow' },
      {},
      422,
      'not a valid Arrow stream',
    ],
    [
      'what is not gzip',
      csvFile('q\n1\n', { contentEncoding: 'gzip' }),
      {},
      422,
      'The file part is not valid gzip',
    ],
    ['the same example id twice', csvFile('i\n1\n1\n'), { example_id_key: ['i'] }, 422, "'1'"],
    [
      'the id of an example that is not there',
      csvFile('i\nRGF0YXNldEV4YW1wbGU6OTk5OTk5\n'),
      { example_id_key: ['i'] },
      422,
      'RGF0YXNldEV4YW1wbGU6OTk5OTk5',
    ],
  ])('says so: %s', async (title, file, keys, status, detail) => {
    const reply = await sendFile(`bad: ${title}`, file, keys);
    expect(reply).toMatchObject({ status, body: { detail: expect.stringContaining(detail) } });
    expect(
      (await api.get(`/v1/datasets?name=${encodeURIComponent(`bad: ${title}`)}`)).body,
    ).toMatchObject({ data: [] });
  });

  it('tells a name that is taken, one that is missing, and a body that is too large', async () => {
    await uploadTo(api, { name: 'taken', inputs: [] });
    expect(await sendFile('taken', csvFile('q\n1\n'))).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('taken') },
    });
    expect(await send(formBody([], csvFile('q\n1\n')))).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('name is required') },
    });
    const large = await sendFile('large', csvFile(Buffer.alloc(65 * 1024 * 1024, 0x0a)));
    expect(large).toMatchObject({ status: 413 });
  });

  it('reads a byte order mark and a column called __proto__', async () => {
    const reply = await sendFile('odd', csvFile('\uFEFF__proto__,constructor\n1,2\n'), {
      'input_keys[]': ['__proto__', 'constructor'],
    });
    expect(
      (
        await api.get(
          `/v1/datasets/${encodeURIComponent(String(dataOf(reply)['dataset_id']))}/jsonl`,
        )
      ).text,
    ).toContain('"input":{"__proto__":"1","constructor":"2"}');
  });

  it('ends the reading of an Arrow stream that never ends, while others are answered', async () => {
    // The thread for uploads and the reader of Arrow are there by now, as after the first upload in
    // a server.
    let slowestMs = 0;
    let isDone = false;
    const others = (async () => {
      while (!isDone) {
        const asked = performance.now();
        expect((await api.get('/v1/datasets')).status).toBe(200);
        slowestMs = Math.max(slowestMs, performance.now() - asked);
        // Injected requests never leave the microtasks; the thread's answer would wait for ever.
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const began = performance.now();
    const reply = await sendFile('hang', {
      bytes: sample('hang.arrows'),
      contentType: 'application/x-pandas-pyarrow',
    }).finally(() => {
      isDone = true;
    });
    const tookMs = performance.now() - began;
    await others;
    expect(reply).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('not a valid Arrow stream') },
    });
    // Walls against hanging, whatever the machine: it takes a second, and others tens of
    // milliseconds.
    expect(tookMs).toBeLessThan(20_000);
    expect(slowestMs).toBeLessThan(tookMs);
  });
});
