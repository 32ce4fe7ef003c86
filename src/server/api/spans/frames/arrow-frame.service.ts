import { AppError } from '#contracts/wire/errors.ts';
import type { FrameColumn } from '#core/frame/frame-columns.ts';
import { indexNames } from '#core/frame/frame-rows.ts';
import type { AnyQuery, Query } from '#server/threads/query.ts';
import type { ArrowFrameRow } from './arrow-frame.ts';
import {
  partsOfFrame,
  readFramePart,
  type ReadFramePart,
  type StartedFrame,
} from './span-frame.service.ts';

/**
 * Arrow says what its columns are before their rows, and that is known after the last row: until
 * then a frame is in memory.
 */
const FRAME_BYTES_MAX = 64 * 1024 * 1024;
const MAKE_DEADLINE_MS = 60_000;

/** A frame that was read to its end. */
interface WholeFrame {
  readonly parts: readonly Uint8Array[];
  readonly columns: readonly FrameColumn[];
  readonly levels: number;
}

/** A frame as an Arrow stream, made in a reader thread. */
export const makeArrowFrame: Query<WholeFrame, Uint8Array> = {
  name: 'spans.frame.arrow',
  deadlineMs: MAKE_DEADLINE_MS,
  async run(_context, { parts, columns, levels }) {
    // The library is large, and most readers never need it.
    const { arrowFrame } = await import('./arrow-frame.ts');
    const decoder = new TextDecoder();
    // as: the rows that `readFramePart` wrote.
    const rows = parts.flatMap(
      (part) => JSON.parse(`[${decoder.decode(part)}]`) as ArrowFrameRow[],
    );
    return arrowFrame(columns, levels, rows);
  },
};

/** The frames, each a whole Arrow stream. */
export async function arrowFrames(
  frames: readonly StartedFrame[],
  read: ReadFramePart,
  make: (frame: WholeFrame) => Promise<Uint8Array>,
): Promise<Uint8Array[]> {
  const streams: Uint8Array[] = [];
  for (const frame of frames) {
    const parts: Uint8Array[] = [];
    let columns = frame.first.columns;
    let bytes = streams.reduce((sum, stream) => sum + stream.length, 0);
    for await (const part of partsOfFrame(frame, read)) {
      bytes += part.rows.length;
      if (bytes > FRAME_BYTES_MAX)
        throw new AppError(
          'unprocessable',
          'The frame is larger than 64 MB, too large for Arrow: ask for JSON (Accept: application/json), which has no limit, or lower limit, or select the columns that are needed.',
        );
      if (part.rowCount > 0) parts.push(part.rows);
      columns = part.columns;
    }
    streams.push(await make({ parts, columns, levels: indexNames(frame.input.query).length }));
  }
  return streams;
}

export const spanFrameQueries: readonly AnyQuery[] = [readFramePart, makeArrowFrame];
