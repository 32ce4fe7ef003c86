import type { ReadStoredSpans } from '#core/otlp/read-stored-spans.ts';
import type { RereadCounts, RereadSpan } from '#core/ports/span-rereader.ts';
import {
  openBlock,
  packBlock,
  type BlockSpan,
} from '#server/stores/spans/sqlite/blocks/block-codec.ts';
import { SETTLED_LEVEL } from '#server/stores/spans/sqlite/blocks/block-jobs.ts';
import { BlockTable } from '#server/stores/spans/sqlite/blocks/block-table.ts';
import { freeLarge } from '#server/stores/spans/sqlite/both/free-large.ts';
import type { WriteParts } from '#server/stores/spans/sqlite/write/write-parts.ts';
import { Rereading } from './rereading.ts';

/**
 * Reads named spans again within a transaction, and stores new bytes for those that bring some:
 * their blocks are rewritten. Spans that were written in the same transaction must be flushed before.
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

function byBlock(parts: WriteParts, spans: readonly RereadSpan[]): Map<number, RereadSpan[]> {
  const blocks = new Map<number, RereadSpan[]>();
  for (const span of spans.toSorted((a, b) => a.id - b.id)) {
    const block = parts.rereading.blocks.blockOf(span.id);
    if (block === null) continue;
    const wanted = blocks.get(block);
    if (wanted === undefined) blocks.set(block, [span]);
    else wanted.push(span);
  }
  return blocks;
}

function readBlock(
  parts: WriteParts,
  { rereading, read }: { readonly rereading: Rereading; readonly read: ReadStoredSpans },
  { block, wanted }: { readonly block: number; readonly wanted: readonly RereadSpan[] },
): void {
  const statements = parts.rereading;
  const frame = statements.blocks.frame(block);
  if (frame === null) return;
  const opened = openBlock(frame, block);
  const changed = new Map<number, BlockSpan>();
  for (const { id, bytes } of wanted) {
    const [cells] = statements.spans.all(id, id);
    const entry = opened.entry(id);
    if (cells === undefined || entry === null) continue;
    const now = bytes ?? entry.bytes;
    const isRead = rereading.span(cells, read(now), 0, now.length);
    if (bytes !== undefined && isRead) changed.set(id, { id, contextId: entry.contextId, bytes });
  }
  if (changed.size > 0) {
    const spans = opened.spans().map((span) => changed.get(span.id) ?? span);
    const level = statements.levelOf.get(block) ?? SETTLED_LEVEL;
    const packed = packBlock(block, spans, Math.min(level, SETTLED_LEVEL));
    const after = spans.map(({ id }) => id);
    new BlockTable(parts.db).rewrite(block, { before: opened.ids, after, frame: packed });
    statements.noteRewriting.run();
    freeLarge(packed);
  }
  [frame, opened.raw].forEach(freeLarge);
}
