import {
  Field,
  Float64,
  Int64,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  Utf8,
  vectorFromArray,
  type DataType,
} from 'apache-arrow';
import {
  EVALUATION_METADATA_KEY,
  EVALUATION_TYPES,
  type EvaluationHead,
} from '#core/annotation/evaluation-frame.ts';
import type { AnnotationRow } from '#core/ports/annotation-rows.ts';

/** The end of an Arrow IPC stream: a message marker without a message. */
const STREAM_END_BYTES = 8;

interface FrameColumn {
  readonly name: string;
  readonly type: DataType;
  /** The pandas name of the type, and its storage type. */
  readonly pandas: readonly [type: string, kept: string];
  readonly isIndex: boolean;
  readonly cell: (row: AnnotationRow) => string | number | bigint | null;
}

const text = { type: new Utf8(), pandas: ['unicode', 'object'] } as const;
const number = { type: new Float64(), pandas: ['float64', 'float64'] } as const;
const wholeNumber = { type: new Int64(), pandas: ['int64', 'int64'] } as const;
const RESULTS: readonly FrameColumn[] = [
  { name: 'label', ...text, isIndex: false, cell: (row) => row.label },
  { name: 'score', ...number, isIndex: false, cell: (row) => row.score },
  { name: 'explanation', ...text, isIndex: false, cell: (row) => row.explanation },
];

/**
 * Annotations as a message of an Arrow IPC stream, the message with the schema that goes before all
 * of them, and the end of the stream.
 */
export function evaluationMessages(
  head: EvaluationHead,
  evalId: string,
  rows: readonly AnnotationRow[],
): { readonly schema: Uint8Array; readonly batch: Uint8Array; readonly end: Uint8Array } {
  const columns = columnsOf(head);
  const schema = new Schema(
    columns.map(({ name, type }) => new Field(name, type, true)),
    new Map([
      [
        EVALUATION_METADATA_KEY,
        JSON.stringify({ eval_id: evalId, eval_name: head.name, eval_type: typeNameOf(head) }),
      ],
      ['pandas', JSON.stringify(pandasMetadata(columns))],
    ]),
  );
  const whole = streamOf(schema, null);
  const [begun, end] = [whole.subarray(0, -STREAM_END_BYTES), whole.subarray(-STREAM_END_BYTES)];
  const data = makeData({
    type: new Struct(schema.fields),
    length: rows.length,
    nullCount: 0,
    children: columns.map(
      ({ type, cell }) =>
        vectorFromArray(rows.map(cell), type).data[0] ?? makeData({ type, length: 0 }),
    ),
  });
  const batch = streamOf(schema, new RecordBatch(schema, data)).subarray(
    begun.length,
    -STREAM_END_BYTES,
  );
  return { schema: begun, batch, end };
}

function columnsOf({ target }: EvaluationHead): readonly FrameColumn[] {
  const id = {
    name: target === 'trace' ? 'context.trace_id' : 'context.span_id',
    ...text,
    isIndex: true,
  };
  const position: FrameColumn = {
    name: 'document_position',
    ...wholeNumber,
    isIndex: true,
    cell: (row) => BigInt(row.position ?? 0),
  };
  return [
    { ...id, cell: (row) => row.targetId },
    ...(target === 'document' ? [position] : []),
    ...RESULTS,
  ];
}

function typeNameOf({ target }: EvaluationHead): string {
  return Object.entries(EVALUATION_TYPES).find(([, one]) => one === target)?.[0] ?? '';
}

/** From this pandas knows which columns were its index. */
function pandasMetadata(columns: readonly FrameColumn[]): object {
  return {
    index_columns: columns.filter(({ isIndex }) => isIndex).map(({ name }) => name),
    column_indexes: [
      {
        name: null,
        field_name: null,
        pandas_type: 'unicode',
        numpy_type: 'object',
        metadata: { encoding: 'UTF-8' },
      },
    ],
    columns: columns.map(({ name, pandas: [type, kept] }) => ({
      name,
      field_name: name,
      pandas_type: type,
      numpy_type: kept,
      metadata: null,
    })),
    creator: { library: 'telltale', version: '1' },
    pandas_version: '1.0.0',
  };
}

function streamOf(schema: Schema, batch: RecordBatch | null): Uint8Array {
  const writer = new RecordBatchStreamWriter();
  writer.reset(undefined, schema);
  if (batch !== null) writer.write(batch);
  writer.finish();
  return writer.toUint8Array(true);
}
