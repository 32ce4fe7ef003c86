import { indexNames } from '#core/frame/frame-rows.ts';
import { tableSchema } from '#core/frame/table-schema.ts';
import { partsOfFrame, type ReadFramePart, type StartedFrame } from './span-frame.service.ts';

/** The frames as parts of a multipart message. Rows go before the schema, for only after the last of them are the columns known. */
export async function* multipart(
  frames: readonly StartedFrame[],
  boundary: string,
  read: ReadFramePart,
): AsyncGenerator<string | Uint8Array> {
  for (const frame of frames) {
    yield `--${boundary}\r\nContent-Type: application/json\r\n\r\n{"data":[`;
    let [columns, rows] = [frame.first.columns, 0];
    for await (const part of partsOfFrame(frame, read)) {
      if (part.rowCount > 0) {
        if (rows > 0) yield ',';
        yield part.rows;
      }
      rows += part.rowCount;
      columns = part.columns;
    }
    yield `],"schema":${JSON.stringify(tableSchema(columns, indexNames(frame.input.query).length, rows))}}\r\n`;
  }
  yield `--${boundary}--\r\n`;
}
