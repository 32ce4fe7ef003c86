import { zstdDecompressSync } from 'node:zlib';
import { compressionRegistry, CompressionType, RecordBatchReader } from 'apache-arrow';
import type { DataType, RecordBatch, Schema } from 'apache-arrow';
import { decompress, decompressBound } from 'lz4js';
import { AppError } from '#contracts/errors.ts';
import { notArrow } from './arrow-check.ts';
import { arrowMessages } from './arrow-messages.ts';
import type { ArrowMessage } from './arrow-messages.ts';
import { runWithin } from './run-within.ts';

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

/** What decoding may take: hostile metadata is small, and a large body takes its time. */
const DECODE_MS = 1_200;
const DECODE_MS_PER_MEBIBYTE = 50;
const MEBIBYTE = 1024 * 1024;
/** From so many bytes on, what got little of a busy machine in that time gets more of it: honest bodies are as large as that, and hostile ones are small. */
const LARGE_BYTES_MIN = MEBIBYTE;
const PATIENCE = { small: { attempts: 8, longer: 1 }, large: { attempts: 3, longer: 3 } };

/**
 * Opens an Arrow IPC stream or file, compressed with LZ4 or zstd or not, by reading its schema. One record batch is in memory at a time, beside
 * the dictionaries. Rejects with `unprocessable` for what is not Arrow; the library does not return from all that is wrong, so it has a time limit.
 */
export async function openArrowBatches(source: AsyncIterable<Buffer>, batchBytesMax: number): Promise<OpenBatches> {
  registerCodecs(batchBytesMax);
  const messages = arrowMessages(source, batchBytesMax);
  const first = await messages.next();
  if (first.done === true) throw notArrow('no schema at its beginning');
  const { bytes } = first.value;
  const schema = decoded(bytes.length, (): Schema => RecordBatchReader.from([bytes]).open().schema);
  // as: the library leaves the types of columns open.
  const fields = schema.fields.map(({ name, type }) => ({ name, type: type as DataType }));
  return { fields, metadata: schema.metadata, batches: readBatches(bytes, messages) };
}

async function* readBatches(schema: Buffer, messages: AsyncIterable<ArrowMessage>): AsyncGenerator<ArrowBatch> {
  const dictionaries = new Map<number, readonly Buffer[]>();
  for await (const { head, bytes, bodyBytes } of messages) {
    if (head.dictionary !== null) {
      const { id, isDelta } = head.dictionary;
      dictionaries.set(id, isDelta ? [...(dictionaries.get(id) ?? []), bytes] : [bytes]);
      continue;
    }
    // A reader of its own for each batch: it is given all it needs at once, so that it never waits and can be stopped.
    const [batch] = decoded(bodyBytes, () => [...RecordBatchReader.from([schema, ...[...dictionaries.values()].flat(), bytes])]);
    if (batch === undefined) throw notArrow('a batch that cannot be read');
    yield { batch, bodyBytes };
  }
}

/** Runs work over so many bytes of Arrow, in the time they may take. What the library throws for bad bytes, whatever it is, is the sender's fault. */
export function decoded<T>(sizeBytes: number, work: () => T): T {
  try {
    const timeMs = DECODE_MS + (DECODE_MS_PER_MEBIBYTE * sizeBytes) / MEBIBYTE;
    return runWithin(timeMs, work, sizeBytes < LARGE_BYTES_MIN ? PATIENCE.small : PATIENCE.large);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('unprocessable', `The file is not a valid Arrow stream: ${reason.slice(0, 200)}`, { cause: error });
  }
}

let isRegistered = false;

/** The library brings no codecs of its own. */
function registerCodecs(bytesMax: number): void {
  if (isRegistered) return;
  isRegistered = true;
  compressionRegistry.set(CompressionType.ZSTD, { decode: (bytes) => zstdDecompressSync(bytes, { maxOutputLength: bytesMax }) });
  compressionRegistry.set(CompressionType.LZ4_FRAME, {
    decode: (bytes) => {
      const bound = decompressBound(bytes);
      if (bound > bytesMax) throw notArrow(`a buffer that inflates to ${bound} bytes; at most ${bytesMax} are read at once`);
      return decompress(bytes, bound);
    },
  });
}
