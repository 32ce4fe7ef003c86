import { readFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import type { Random } from '../../tools/otlp/random.ts';
import type { FormFilePart } from '#test/dataset-form.ts';
import { arize, evaluationFrame, ids, numbers, texts } from '#test/evaluation-frame.ts';
import { MUTATIONS } from './mutations.ts';

/** A good file, and the columns to ask of it. */
export interface FileSample extends FormFilePart {
  readonly name: string;
  readonly bytes: Buffer;
  readonly columns: readonly string[];
}

export const PARQUET = 'application/vnd.apache.parquet';
export const ARROW = 'application/x-pandas-pyarrow';
const CSV = 'q,r,"a, b"\n"one ""two""\nthree",2,é\n4,,"6"\n'.repeat(40);
const FEW = ['count', 'text', 'nested', 'when_ns'];
const MANY = [...FEW, 'tags', 'price', 'kind'];
/** Thrift and FlatBuffers directories are at the end of a Parquet file, and of an Arrow file. */
const DIRECTORY_BYTES = 2_500;

/** Good files of every format and encoding that uploads take. */
export function fileSamples(): readonly FileSample[] {
  const sample = (name: string, contentType: string, columns = MANY): FileSample => ({
    name,
    contentType,
    bytes: readFileSync(path.resolve('test/fixtures/datasets', name)),
    columns,
  });
  return [
    sample('types.parquet', PARQUET),
    ...['types-lz4.parquet', 'types-snappy.parquet'].map((name) => sample(name, PARQUET, FEW)),
    ...['types.arrow', 'types.arrows', 'types-lz4.arrows', 'types-zstd.arrows'].map((name) =>
      sample(name, ARROW, [...MANY, 'map', 'pair']),
    ),
    { name: 'rows.csv', contentType: 'text/csv', bytes: Buffer.from(CSV), columns: ['q', 'r'] },
    {
      name: 'rows.csv.gz',
      contentType: 'text/csv',
      contentEncoding: 'gzip',
      bytes: gzipSync(CSV),
      columns: ['q', 'r'],
    },
    {
      name: 'rows.csv.zz',
      contentType: 'text/csv',
      contentEncoding: 'deflate',
      bytes: deflateSync(CSV),
      columns: ['q', 'r'],
    },
    {
      name: 'rows.jsonl.gz',
      contentType: 'application/jsonl',
      contentEncoding: 'gzip',
      bytes: gzipSync('{"q":{"a":[1,2]},"r":"é"}\n'.repeat(50)),
      columns: ['q', 'r'],
    },
  ];
}

/** A good frame of evaluations. */
export function evaluationSample(): Buffer {
  return evaluationFrame(
    {
      'context.span_id': ids(1, 2, 3),
      label: texts('good', null, 'bad'),
      score: numbers(1, 0.5, null),
    },
    arize('helpful'),
  );
}

/** A file spoilt in one of many ways, half of them in what says how the rest is to be read. */
export function spoiltFile(bytes: Buffer, random: Random): Buffer {
  const spoil = random.pick(MUTATIONS);
  const shape = random.between(0, 3);
  if (shape === 0) return spoil(bytes, bytes, random);
  if (shape === 1) return spoiltWords(bytes, random);
  const from = Math.max(0, bytes.length - DIRECTORY_BYTES);
  const [head, tail] = [bytes.subarray(0, from), bytes.subarray(from)];
  return Buffer.concat([head, shape === 2 ? spoil(tail, tail, random) : spoiltWords(tail, random)]);
}

/** Counts and offsets, which are words of four bytes, and small numbers that encode types. */
function spoiltWords(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  if (copy.length < 8) return copy;
  for (let times = random.between(1, 4); times > 0; times -= 1) {
    const at = random.between(0, copy.length - 5);
    if (random.chance(0.5)) copy[at] = random.pick([0, 1, 2, 3, 5, 8, 0x15, 0x7f, 0x80, 0xff]);
    else
      copy.writeUInt32LE(
        random.pick([
          0,
          1,
          0xffff_ffff,
          0x7fff_ffff,
          random.between(0, 100_000),
          random.between(0, copy.length),
        ]),
        at & ~3,
      );
  }
  return copy;
}
