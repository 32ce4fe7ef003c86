import {
  Float64,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Table,
  tableFromIPC,
  Utf8,
  vectorFromArray,
  type DataType,
} from 'apache-arrow';
import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type { AnnotationRow } from '#core/ports/annotation-rows.ts';
import type { ApiApp, Reply } from './api-app.ts';
import { spanHex } from './api-spans.ts';

export const ARROW = 'application/x-pandas-arrow';

/** The values of a column, and their type where it is not to be guessed. */
export type FrameColumn = readonly [values: readonly unknown[], type?: DataType];

/** Columns of ids of spans, of texts and of numbers. */
export const ids = (...numbers: readonly number[]): FrameColumn => [
  numbers.map(spanHex),
  new Utf8(),
];
export const texts = (...values: readonly (string | null)[]): FrameColumn => [values, new Utf8()];
export const numbers = (...values: readonly (number | null)[]): FrameColumn => [
  values,
  new Float64(),
];

/** A frame's metadata. */
export function arize(name: unknown, type: unknown = 'SpanEvaluations'): string {
  return JSON.stringify({
    eval_id: '5c2c8a3e-7d0b-4b25-a9cf-0f4b1f4e5d11',
    eval_name: name,
    eval_type: type,
  });
}

/** A frame as an Arrow IPC stream. `metadata` is the text under the key `arize`; none without. */
export function evaluationFrame(
  columns: Readonly<Record<string, FrameColumn>>,
  metadata?: string,
): Buffer {
  const vectors = Object.entries(columns).map(([name, [values, type]]) => ({
    name,
    vector: type === undefined ? vectorFromArray([...values]) : vectorFromArray([...values], type),
  }));
  const plain = new Table(Object.fromEntries(vectors.map(({ name, vector }) => [name, vector])));
  const schema = new Schema(
    plain.schema.fields,
    metadata === undefined ? new Map() : new Map([['arize', metadata]]),
  );
  const writer = new RecordBatchStreamWriter();
  writer.reset(undefined, schema);
  for (const batch of plain.batches) writer.write(new RecordBatch(schema, batch.data));
  writer.finish();
  return Buffer.from(writer.toUint8Array(true));
}

/** A frame that was read: what it says of itself, and its rows. */
export interface ReadFrame {
  readonly name: string;
  readonly type: string;
  readonly index: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** The consecutive streams in a body, each to its end. */
export function readFrames(body: Buffer): readonly ReadFrame[] {
  const frames: ReadFrame[] = [];
  for (let rest = body; rest.length > 0;) {
    const length = streamLength(rest);
    const table = tableFromIPC(rest.subarray(0, length));
    // as: what a test expects to be there; it fails otherwise.
    const meta = JSON.parse(table.schema.metadata.get('arize') ?? 'null') as {
      readonly eval_name: string;
      readonly eval_type: string;
    };
    const pandas = JSON.parse(table.schema.metadata.get('pandas') ?? 'null') as {
      readonly index_columns: readonly string[];
    }; // as: see above
    frames.push({
      name: meta.eval_name,
      type: meta.eval_type,
      index: pandas.index_columns,
      rows: table.toArray().map((row) => row.toJSON()),
    });
    rest = rest.subarray(length);
  }
  return frames;
}

/** Up to and with the mark that ends the stream. */
function streamLength(bytes: Buffer): number {
  const end = bytes.indexOf(Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]));
  if (end < 0) throw new Error('a stream without its end');
  return end + 8;
}

/** Sends a body as a frame. */
export function postFrame(
  api: ApiApp,
  payload: Buffer,
  headers: Readonly<Record<string, string>> = {},
  query = '',
): Promise<Reply> {
  return api.call({
    method: 'POST',
    url: `/v1/evaluations${query}`,
    headers: { 'content-type': ARROW, ...headers },
    payload,
  });
}

/** The annotations stored under a name in the project `default`, oldest first. */
export async function annotationsNamed(
  api: ApiApp,
  name: string,
  target: AnnotationTarget = 'span',
): Promise<readonly AnnotationRow[]> {
  const project = await api.store.projectReader.findProject({ name: 'default' });
  const { rows } = await api.store.annotations.annotations({
    projectId: project?.id ?? 0,
    target,
    names: [name],
    limit: 100,
  });
  return rows.toSorted((a, b) => a.id - b.id);
}
