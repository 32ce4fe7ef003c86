import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { metaCatalogue } from '#server/stores/meta/copy/meta-catalogue.ts';
import { StartError } from './start-error.ts';

/** The table of contents of a dump in the directory format. */
const CONTENTS = 'toc.dat';
/** Longer than the names of a schema and a table. */
const OVERLAP_BYTES = 256;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Looks whether a file or directory is a dump by `pg_dump` of all tables of metadata, by the
 * statements that bring their rows back: every format has them uncompressed. Whether the rows are
 * whole only restoring shows. Says what was found; throws a StartError for anything else.
 */
export async function checkDump(dump: string, schema: string): Promise<string> {
  const file = path.resolve(dump);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new StartError(`There is no dump of the metadata at ${file}.`);
  const tables = new Set(['audit_chain', ...metaCatalogue().map(({ name }) => name)]);
  const missing = await notCopied(found.isDirectory() ? path.join(file, CONTENTS) : file, schema, [
    ...tables,
  ]);
  if (missing.length === tables.size)
    throw new StartError(
      `${file} is no dump of schema '${schema}' by pg_dump: it brings back none of its tables. Dump with --schema=${schema}, and without --inserts.`,
    );
  if (missing.length > 0)
    throw new StartError(
      `The dump ${file} lacks tables of schema '${schema}': ${missing.join(', ')}.`,
    );
  return `${file} holds all ${tables.size} tables of schema '${schema}' and is ${age(Date.now() - found.mtimeMs)} old. Whether its rows are whole shows when you restore it: do so now and then, into another database.`;
}

/** The tables that the dump has no rows of. */
async function notCopied(
  file: string,
  schema: string,
  tables: readonly string[],
): Promise<readonly string[]> {
  let missing = tables;
  let rest = '';
  try {
    const stream: AsyncIterable<Buffer> = createReadStream(file);
    for await (const chunk of stream) {
      const text = rest + chunk.toString('latin1');
      missing = missing.filter(
        (table) =>
          !text.includes(`COPY ${schema}.${table} (`) &&
          !text.includes(`COPY "${schema}".${table} (`),
      );
      if (missing.length === 0) break;
      rest = text.slice(-OVERLAP_BYTES);
    }
  } catch (cause) {
    throw new StartError(`The dump ${file} can’t be read.`, { cause });
  }
  return missing;
}

function age(ms: number): string {
  if (ms < MINUTE_MS) return 'less than a minute';
  if (ms < 2 * DAY_MS) {
    const minutes = Math.round(ms / MINUTE_MS);
    return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
  }
  return `${Math.round(ms / DAY_MS)} days`;
}
