import { promisify } from 'node:util';
import { zstdCompress, zstdDecompressSync } from 'node:zlib';
import { OUTPUT_BYTES_MAX } from '#contracts/experiments/experiment-run.ts';
import type { MetaEngine } from '../meta-batch.ts';

/** Longer outputs are stored packed. */
const PACKED_FROM_BYTES = 4 * 1024;
const pack = promisify(zstdCompress);

/** An output as it is stored: as its JSON text or packed. */
export type StoredOutput =
  | { readonly text: string; readonly packed: null }
  | { readonly text: null; readonly packed: Uint8Array };

/** Packs a long output, off this thread; PostgreSQL compresses long texts itself. */
export async function storedOutput(json: string, engine: MetaEngine): Promise<StoredOutput> {
  if (
    engine === 'postgres' ||
    (json.length < PACKED_FROM_BYTES && Buffer.byteLength(json) < PACKED_FROM_BYTES)
  )
    return { text: json, packed: null };
  return { text: null, packed: await pack(json) };
}

/** The JSON text of a packed output. */
export function unpackOutput(packed: Uint8Array): string {
  return zstdDecompressSync(packed, { maxOutputLength: OUTPUT_BYTES_MAX }).toString('utf8');
}
