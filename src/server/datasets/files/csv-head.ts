import { csvDialect, type CsvDialect } from '#contracts/datasets/csv-dialect.ts';

/** The bytes of a CSV file, and how it is written. */
export interface ToldCsv extends Omit<CsvDialect, 'skip'> {
  /** Once. Without a line that says only what the separator is. */
  readonly bytes: AsyncIterable<Buffer>;
}

/** Reads as much of a file as tells how it is written; `named` are columns that the file must have. */
export async function openHead(source: AsyncGenerator<Buffer>, named: ReadonlySet<string>): Promise<ToldCsv> {
  let head = Buffer.alloc(0);
  for (;;) {
    const next = await source.next();
    if (next.done !== true) head = Buffer.concat([head, next.value]);
    const dialect = csvDialect(head.toString('utf8'), next.done === true, named);
    // The skipped text is ASCII: one byte per character.
    if (dialect !== null) return { ...dialect, bytes: joined(head.subarray(dialect.skip), source) };
  }
}

async function* joined(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
