import type { ReadStoredSpans } from '#core/otlp/read-stored-spans.ts';
import type { RereadCounts, RereadSpan } from '#core/ports/span-rereader.ts';
import {
  openBlock,
  packBlock,
  type BlockEntry,
} from '#server/stores/spans/sqlite/blocks/block-codec.ts';
import { INGEST_LEVEL } from '#server/stores/spans/sqlite/blocks/block-packer.ts';
import { freeLarge } from '#server/stores/spans/sqlite/both/free-large.ts';
import type { WriteParts } from '#server/stores/spans/sqlite/write/write-parts.ts';
import type { StoredBlock } from './reread-statements.ts';
import { Rereading } from './rereading.ts';

/**
 * Reads named spans again within a transaction, and stores new bytes for those that bring some:
 * their blocks are rewritten, at the level of ingest, and packed better later as blocks of new
 * spans are. Spans that were written in the same transaction must be flushed before.
 */
export function rereadSpans(
  parts: WriteParts,
  read: ReadStoredSpans,
  spans: readonly RereadSpan[],
): RereadCounts {
  const rereading = new Rereading(parts, read, { what: 'all', isTrial: false });
  for (const [block, wanted] of byBlock(parts, spans))
    readBlock(parts, { rereading, read }, { block, wanted });
  return rereading.finish();
}

function byBlock(parts: WriteParts, spans: readonly RereadSpan[]): Map<StoredBlock, RereadSpan[]> {
  const blocks = new Map<StoredBlock, RereadSpan[]>();
  let last: StoredBlock | undefined;
  for (const span of spans.toSorted((a, b) => a.id - b.id)) {
    if (last === undefined || !holds(last, span.id)) last = parts.rereading.blockOf.get(span.id);
    if (last === undefined || !holds(last, span.id)) continue;
    const wanted = blocks.get(last);
    if (wanted === undefined) blocks.set(last, [span]);
    else wanted.push(span);
  }
  return blocks;
}

function holds(block: StoredBlock, id: number): boolean {
  return id >= block.first_id && id < block.first_id + block.span_count;
}

function readBlock(
  parts: WriteParts,
  { rereading, read }: { readonly rereading: Rereading; readonly read: ReadStoredSpans },
  { block, wanted }: { readonly block: StoredBlock; readonly wanted: readonly RereadSpan[] },
): void {
  const firstId = block.first_id;
  const statements = parts.rereading;
  const frame = statements.frame.get(firstId);
  if (frame === undefined) return;
  const opened = openBlock(frame, firstId);
  const entries = opened.entries();
  let isRewritten = false;
  for (const { id, bytes } of wanted) {
    const [cells] = statements.spans.all(id, id);
    const entry = entries[id - firstId];
    if (cells === undefined || entry === undefined || entry === null) continue;
    const now: BlockEntry = bytes === undefined ? entry : { contextId: entry.contextId, bytes };
    const isRead = rereading.span(cells, read(now.bytes), 0, now.bytes.length);
    if (bytes === undefined || !isRead) continue;
    entries[id - firstId] = now;
    isRewritten = true;
  }
  if (isRewritten) {
    const packed = packBlock(entries, INGEST_LEVEL);
    statements.storeFrame.run(packed, INGEST_LEVEL, firstId);
    statements.noteRewriting.run();
    freeLarge(packed);
  }
  [frame, opened.raw].forEach(freeLarge);
}
