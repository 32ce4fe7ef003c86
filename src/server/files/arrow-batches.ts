import { zstdDecompressSync } from 'node:zlib';
import {
  compressionRegistry,
  CompressionType,
  RecordBatchReader,
  DataType,
  type RecordBatch,
  type Schema,
  type Data,
} from 'apache-arrow';
import { notArrow } from './arrow-check.ts';
import { arrowMessages, LENGTH_PREFIX_BYTES, type ArrowMessage } from './arrow-messages.ts';
import { tooManyBytes, tooManyRows, type FileLimits } from './file-limits.ts';
import { lz4Frame } from './lz4.ts';
import { runWithin } from './run-within.ts';
import { unreadableFile } from './unreadable-file.ts';
import { arrowValueReader, numberAt } from './arrow-value.ts';

/** A column, as the schema has it. */
export interface ArrowField {
  readonly name: string;
  readonly type: DataType;
}

/** A record batch, and the bytes of its body, by which `decoded` measures its time. */
export interface ArrowBatch {
  readonly batch: RecordBatch;
  readonly bodyBytes: number;
}

/** An Arrow stream whose schema was read; its batches are still to be. */
export interface OpenBatches {
  readonly fields: readonly ArrowField[];
  /** Of the schema. */
  readonly metadata: ReadonlyMap<string, string>;
  /** Once. */
  readonly batches: AsyncGenerator<ArrowBatch>;
}

export type ArrowLimits = Pick<FileLimits, 'batchBytesMax' | 'inflatedBytesMax' | 'rowsMax'>;

/** The time limit of decoding: hostile metadata is small, and a large body needs time. */
const DECODE_MS = 1_200;
const DECODE_MS_PER_MEBIBYTE = 50;
const MEBIBYTE = 1024 * 1024;
/**
 * From so many bytes on, what got little of a busy machine in that time gets more of it: honest
 * bodies are as large as that, and hostile ones are small.
 */
const LARGE_BYTES_MIN = MEBIBYTE;
const PATIENCE = { small: { attempts: 8, longer: 1 }, large: { attempts: 3, longer: 3 } };

/**
 * Opens an Arrow IPC stream or file, compressed with LZ4 or zstd or not, by reading its schema. One
 * record batch is in memory at a time, beside the dictionaries. Rejects with `unprocessable` for
 * invalid Arrow, with `too_large` beyond the limits; the library hangs on some invalid input, so it
 * has a time limit.
 */
export async function openArrowBatches(
  source: AsyncIterable<Buffer>,
  limits: ArrowLimits,
): Promise<OpenBatches> {
  registerCodecs();
  const messages = arrowMessages(source, limits.batchBytesMax);
  const first = await messages.next();
  if (first.done === true) throw notArrow('no schema at its beginning');
  const { bytes } = first.value;
  const schema = decoded(bytes.length, (): Schema => RecordBatchReader.from([bytes]).open().schema);
  // as: the library leaves the types of columns open.
  const fields = schema.fields.map(({ name, type }) => ({
    name: nameOf(name),
    type: type as DataType,
  }));
  return { fields, metadata: schema.metadata, batches: readBatches(bytes, messages, limits) };
}

/** The library gives null for a name that the schema leaves out. */
function nameOf(name: string | null): string {
  if (name === null) throw notArrow('a column without a name');
  return name;
}

async function* readBatches(
  schema: Buffer,
  messages: AsyncIterable<ArrowMessage>,
  { rowsMax, inflatedBytesMax }: ArrowLimits,
): AsyncGenerator<ArrowBatch> {
  let [rows, inflated] = [0, 0];
  const dictionaries = new Map<number, readonly Buffer[]>();
  for await (const { head, bytes, bodyBytes } of messages) {
    inflated += bodyBytes;
    if (inflated > inflatedBytesMax) throw tooManyBytes(inflatedBytesMax);
    if (head.dictionary !== null) {
      const { id, isDelta } = head.dictionary;
      dictionaries.set(id, isDelta ? [...(dictionaries.get(id) ?? []), bytes] : [bytes]);
      continue;
    }
    // A new reader for each batch: it gets all its input at once, so that it never waits and can be
    // stopped.
    const [batch] = decoded(bodyBytes, () => [
      ...RecordBatchReader.from([schema, ...[...dictionaries.values()].flat(), bytes]),
    ]);
    if (batch === undefined) throw notArrow('a batch that cannot be read');
    rows += batch.numRows;
    if (rows > rowsMax) throw tooManyRows(rowsMax);
    yield { batch, bodyBytes };
  }
}

/**
 * Runs work over this many bytes of Arrow, within the time they may take. Anything the library
 * throws for bad bytes is reported as the sender's error.
 */
export function decoded<T>(sizeBytes: number, work: () => T): T {
  try {
    const timeMs = DECODE_MS + (DECODE_MS_PER_MEBIBYTE * sizeBytes) / MEBIBYTE;
    return runWithin(timeMs, work, sizeBytes < LARGE_BYTES_MIN ? PATIENCE.small : PATIENCE.large);
  } catch (error) {
    throw unreadableFile('Arrow stream', error);
  }
}

let isRegistered = false;

/**
 * The library has no codecs of its own. The announced total of a batch was checked before; no
 * buffer may exceed what it announced.
 */
function registerCodecs(): void {
  if (isRegistered) return;
  isRegistered = true;
  compressionRegistry.set(CompressionType.ZSTD, {
    decode: (bytes) =>
      zstdDecompressSync(bytes, { maxOutputLength: Math.max(1, announcedBytes(bytes)) }),
  });
  compressionRegistry.set(CompressionType.LZ4_FRAME, {
    decode: (bytes) => lz4Frame(bytes, announcedBytes(bytes)),
  });
}

/**
 * The library passes a view of the body; the eight bytes before it hold the buffer's inflated size.
 */
function announcedBytes({ buffer, byteOffset }: Uint8Array): number {
  return Number(
    new DataView(buffer, byteOffset - LENGTH_PREFIX_BYTES, LENGTH_PREFIX_BYTES).getBigInt64(
      0,
      true,
    ),
  );
}

/**
 * Reads one number of a column's data as it is, not-a-number and infinities too; null stays null.
 */
type ArrowNumberReader = (data: Data, index: number) => number | null;

/**
 * Whether a column holds numbers: integers, floats, decimals, dictionaries of them, or nothing but
 * nulls.
 */
export function holdsNumbers(type: DataType): boolean {
  return (
    DataType.isNull(type) ||
    DataType.isFloat(type) ||
    DataType.isDecimal(type) ||
    holdsIntegers(type)
  );
}

export function holdsIntegers(type: DataType): boolean {
  if (DataType.isDictionary(type)) return holdsIntegers(dictionaryOf(type));
  return DataType.isInt(type);
}

/** Whether a column holds texts, or nothing but nulls. */
export function holdsTexts(type: DataType): boolean {
  if (DataType.isDictionary(type)) return holdsTexts(dictionaryOf(type));
  return (
    DataType.isNull(type) ||
    DataType.isUtf8(type) ||
    DataType.isLargeUtf8(type) ||
    DataType.isUtf8View(type)
  );
}

/** For a type that holds numbers. */
export function arrowNumberReader(type: DataType): ArrowNumberReader {
  const isHalf = DataType.isFloat(type) && type.ArrayType === Uint16Array;
  if (DataType.isInt(type) || (DataType.isFloat(type) && !isHalf))
    return (data, index) => (data.getValid(index) ? Number(numberAt(data.values, index)) : null);
  const read = arrowValueReader(type);
  return (data, index) => {
    const value = read(data, index);
    // Exact numbers are objects that JSON writes as numbers.
    return value === null ? null : Number(JSON.stringify(value));
  };
}

function dictionaryOf(type: DataType): DataType {
  // as: the library leaves the type of what a dictionary holds open.
  return (type as DataType & { readonly dictionary: DataType }).dictionary;
}
