import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import { casesOf } from '#test/nightly/nightly-length.ts';
import { formBody, keyFields, type FormFilePart } from '#test/dataset-form.ts';
import { postFrame } from '#test/evaluation-frame.ts';
import {
  ARROW,
  evaluationSample,
  fileSamples,
  PARQUET,
  spoiltFile,
  type FileSample,
} from '#test/reliability/file-mutations.ts';
import { Random } from '../../../../tools/otlp/random.ts';

/** Of each of a dozen samples: some with every commit, and 120,000 in all in the long programme. */
const MUTATIONS = casesOf(10, 10_000);
const TIMEOUT_MS = Math.max(240_000, casesOf(240_000, 5_400_000));
const HOSTILE = path.resolve('test/fixtures/hostile-files');
/** A library's internal error messages, which a user can't act on. */
const RIDDLE = /BigInt|undefined|not a function|\[object|Internal/;

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp({
    uploadLimits: { fileRowsMax: 10_000, fileInflatedBytesMax: 16 * 1024 ** 2 },
  });
});
afterAll(async () => api.close());

let uploads = 0;
async function upload(file: FormFilePart, columns: readonly string[]): Promise<Reply> {
  const { contentType, bytes } = formBody(
    [['name', `d${(uploads += 1)}`], ...keyFields({ 'input_keys[]': columns })],
    file,
  );
  return await api.call({
    method: 'POST',
    url: '/v1/datasets/upload?sync=true',
    headers: { 'content-type': contentType },
    payload: bytes,
  });
}

/** Taken, or refused with what is wrong; a 500 fails in the call with its cause. */
function expectAnswer({ status, text }: Reply, round: number): void {
  expect([200, 204, 413, 422], `round ${round}: ${text}`).toContain(status);
  if (status >= 400) expect(text, `round ${round}`).not.toMatch(RIDDLE);
}

describe('a spoilt file', () => {
  it.each(fileSamples().map((sample): [string, FileSample] => [sample.name, sample]))(
    'of every mutation of %s is read, or refused in words',
    { timeout: TIMEOUT_MS },
    async (name, sample) => {
      const random = new Random(name.length);
      expect(await upload(sample, sample.columns)).toMatchObject({ status: 200 });
      for (let round = 0; round < MUTATIONS; round += 1)
        expectAnswer(
          await upload({ ...sample, bytes: spoiltFile(sample.bytes, random) }, sample.columns),
          round,
        );
    },
  );

  it(
    'of every mutation of a frame of evaluations is read, or refused in words',
    { timeout: TIMEOUT_MS },
    async () => {
      const random = new Random(20);
      const bytes = evaluationSample();
      expect((await postFrame(api, bytes)).status).toBeLessThan(300);
      for (let round = 0; round < MUTATIONS; round += 1)
        expectAnswer(await postFrame(api, spoiltFile(bytes, random)), round);
    },
  );
});

describe('a file that was answered with 500, or took without end, once', () => {
  it.each<[string, RegExp]>([
    ['column-without-name.arrows', /a column without a name/],
    ['column-without-name.parquet', /a column without a name/],
    ['column-without-values.parquet', /a column of unknown values in a row group/],
    ['group-without-rows.parquet', /a row group that does not say how many rows it has/],
    ['rows-beyond-columns.arrows', /columns are shorter than its rows/],
    ['unknown-float.evaluations.arrows', /Unrecognized Float type/],
  ])('is refused with what is wrong: %s', async (name, message) => {
    const bytes = readFileSync(path.join(HOSTILE, name));
    const contentType = name.endsWith('.parquet') ? PARQUET : ARROW;
    const reply = name.includes('evaluations')
      ? await postFrame(api, bytes)
      : await upload({ bytes, contentType }, ['count']);
    expect(reply).toMatchObject({ status: 422, body: { detail: expect.stringMatching(message) } });
  });

  it('is in this list', () => expect(readdirSync(HOSTILE)).toHaveLength(6));
});

describe('a file over a limit', () => {
  const message = (limit: number) => new RegExp(`more than ${limit} rows.*SERVICE_MAX_FILE_ROWS`);
  it('of rows is refused with the limit and its setting, whatever its format', async () => {
    const tiny = gzipSync('q\n'.concat('1\n'.repeat(500_000)));
    expect(tiny.length).toBeLessThan(5_000);
    const csv = await upload({ bytes: tiny, contentType: 'text/csv', contentEncoding: 'gzip' }, [
      'q',
    ]);
    const inputs = Array.from({ length: 10_001 }, () => ({}));
    const json = await api.call({ method: 'POST', url: '/v1/datasets/upload?sync=true', headers: { 'content-type': 'application/json' }, payload: JSON.stringify({ name: 'many', inputs }) }); // prettier-ignore
    for (const reply of [csv, json])
      expect(reply).toMatchObject({
        status: 422,
        body: { detail: expect.stringMatching(message(10_000)) },
      });
    const { body } = await api.get('/v1/datasets?name=many');
    expect(body).toMatchObject({ data: [] });
  });

  it('of bytes once unpacked is refused with the limit and its setting', async () => {
    const bytes = gzipSync(`{"q":"${'x'.repeat(10_000)}"}\n`.repeat(1_700));
    expect(
      await upload({ bytes, contentType: 'application/jsonl', contentEncoding: 'gzip' }, ['q']),
    ).toMatchObject({
      status: 413,
      body: {
        detail: expect.stringMatching(
          /larger than 16777216 bytes once inflated.*SERVICE_MAX_FILE_UNPACKED_BYTES/,
        ),
      },
    });
  });
});
