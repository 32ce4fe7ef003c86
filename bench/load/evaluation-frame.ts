import {
  Float64,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Table,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';

const EXPLANATION =
  'The answer names the policy and its limit, but not the exception for gifts that the second document has. ';

/** A frame of evaluations of the spans numbered from 1 on, as pandas sends it. */
export function evaluationFrame(name: string, rows: number): Buffer {
  const numbers = Array.from({ length: rows }, (_, at) => at + 1);
  const table = new Table({
    'context.span_id': vectorFromArray(
      numbers.map((number) => benchId(number, 8).toString('hex')),
      new Utf8(),
    ),
    label: vectorFromArray(
      numbers.map((number) => (number % 3 === 0 ? 'incorrect' : 'correct')),
      new Utf8(),
    ),
    score: vectorFromArray(
      numbers.map((number) => (number % 100) / 100),
      new Float64(),
    ),
    explanation: vectorFromArray(
      numbers.map((number) => `${EXPLANATION}${number}`),
      new Utf8(),
    ),
  });
  const meta = JSON.stringify({
    eval_id: crypto.randomUUID(),
    eval_name: name,
    eval_type: 'SpanEvaluations',
  });
  const schema = new Schema(table.schema.fields, new Map([['arize', meta]]));
  const writer = new RecordBatchStreamWriter();
  writer.reset(undefined, schema);
  for (const batch of table.batches) writer.write(new RecordBatch(schema, batch.data));
  writer.finish();
  return Buffer.from(writer.toUint8Array(true));
}

/** The id of a span or trace by its number. */
export function benchId(number: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32BE(number, length - 4);
  // Spread like those of real spans, which are random.
  bytes.writeUInt32BE(Math.imul(number, 2_654_435_761) >>> 0, 0);
  return bytes;
}
