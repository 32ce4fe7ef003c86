import type { Readable } from 'node:stream';
import { AppError } from '#contracts/wire/errors.ts';
import { requireGlobalId } from '#contracts/wire/ids.ts';
import { experimentNotFound } from '#server/stores/meta/experiments/experiment-ref.queries.ts';
import {
  findExperiment,
  type ShownExperiment,
} from '#server/stores/meta/experiments/experiment-rows.queries.ts';
import {
  EVALUATION_COLUMNS,
  RUN_COLUMNS,
  evaluationNames,
  runCells,
  runObjects,
} from '#server/stores/meta/experiments/export-runs.queries.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import type { MetaTextPage } from '#server/stores/meta/meta-text-page.ts';
import { csvLine } from '../kit/reply/csv.ts';
import { pageStream, shapedPages } from '../kit/reply/export-pages.ts';
import type { Query } from '#server/threads/query.ts';
import type { AskedQueries, Asker } from '../kit/route/asker.ts';

const ROWS_PER_PAGE = 2_000;
/** Each has nine columns. */
const NAMES_MAX = 1_000;
const PAGE_DEADLINE_MS = 30_000;
const TEXT = new TextEncoder();
const LINES = new TextDecoder();

type Cell = string | number | null;
const OUTPUT_AT = RUN_COLUMNS.indexOf('output');

/**
 * Pages become CSV in a reader thread: they are parsed there, and the main thread passes bytes on.
 */
const csvOfPage: Query<
  { readonly lines: Uint8Array; readonly names: readonly string[] },
  Uint8Array
> = {
  name: 'experiments.exportCsv',
  deadlineMs: PAGE_DEADLINE_MS,
  run: async (_context, { lines, names }) => TEXT.encode(csvOf(LINES.decode(lines), names)),
};
export const experimentExportQueries = [csvOfPage];

/**
 * The experiment to export: 422 for what is no Global ID of one, 404 when it does not exist or has
 * no runs.
 */
export async function exportedExperiment({ db }: MetaStore, id: string): Promise<ShownExperiment> {
  const experiment = await findExperiment(db, requireGlobalId(id, 'Experiment', 'experiment_id'));
  if (experiment === null) throw experimentNotFound(id);
  if (experiment.successful_run_count + experiment.failed_run_count === 0)
    throw new AppError(
      'not_found',
      `Experiment with ID '${id.slice(0, 80)}' has no runs yet, so there is nothing to export.`,
    );
  return experiment;
}

/** All runs as a JSON list, by example and repetition. */
export async function jsonExport(
  store: MetaStore,
  asker: Asker,
  { id }: ShownExperiment,
): Promise<Readable> {
  return pageStream(asker, jsonParts(store, id));
}

async function* jsonParts(store: MetaStore, id: number): AsyncGenerator<Uint8Array> {
  let separator = '[\n';
  for await (const page of runPages(store, id, runObjects)) {
    yield TEXT.encode(separator);
    yield page;
    separator = ',\n';
  }
  yield TEXT.encode(separator === '[\n' ? '[]\n' : '\n]\n');
}

/** All runs as CSV, by example and repetition, with columns for each evaluation. */
export async function csvExport(
  store: MetaStore,
  queries: AskedQueries,
  asker: Asker,
  { id }: ShownExperiment,
): Promise<Readable> {
  const names = await evaluationNames(store.db, id, NAMES_MAX + 1);
  if (names.length > NAMES_MAX)
    throw new AppError(
      'unprocessable',
      `The runs have evaluations of more than ${NAMES_MAX} names, too many for columns. Export JSON instead.`,
    );
  const columns = [
    ...RUN_COLUMNS,
    ...names.flatMap((name) => EVALUATION_COLUMNS.map((column) => `annotation_${name}_${column}`)),
  ];
  const pages = shapedPages(runPages(store, id, runCells), (lines) =>
    queries.json(csvOfPage, asker, { lines, names }),
  );
  return pageStream(asker, pages, TEXT.encode(csvLine(columns)));
}

/** The runs, page after page; the next is read while the last is worked on. */
async function* runPages(
  store: MetaStore,
  experimentId: number,
  read: typeof runObjects,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const pageAfter = (after: number): Promise<MetaTextPage> => {
    const page = read(store, { experimentId, after, limit: ROWS_PER_PAGE });
    page.catch(() => undefined);
    return page;
  };
  let coming: Promise<MetaTextPage> | null = pageAfter(0);
  while (coming !== null) {
    const page: MetaTextPage = await coming;
    coming = page.full && page.lastKey !== null ? pageAfter(page.lastKey) : null;
    if (page.count > 0) yield page.bytes;
  }
  // Rows of an experiment that was deleted meanwhile may be missing: half an export must not look
  // whole.
  if ((await findExperiment(store.db, experimentId)) === null)
    throw new AppError('not_found', 'The experiment was deleted.');
}

function csvOf(lines: string, names: readonly string[]): string {
  const places = new Map(
    names.map((name, at) => [name, RUN_COLUMNS.length + at * EVALUATION_COLUMNS.length]),
  );
  const width = RUN_COLUMNS.length + names.length * EVALUATION_COLUMNS.length;
  let csv = '';
  for (const line of lines.split('\n')) {
    if (line === '') continue;
    // as: what `runCells` writes
    const row = JSON.parse(line) as readonly (Cell | readonly (readonly [string, ...Cell[]])[])[];
    const cells: Cell[] = Array.from({ length: width }, () => null);
    row.forEach((value, at) => {
      if (typeof value !== 'object' || value === null)
        cells[at] = at === OUTPUT_AT ? plainOutput(value) : value;
      else
        for (const [name, ...of] of value)
          of.forEach((cell, column) => place(cells, places.get(name), column, cell));
    });
    csv += csvLine(cells);
  }
  return csv;
}

/** A text as it is, nothing for null, and JSON for the rest. */
function plainOutput(json: Cell): Cell {
  if (json === 'null') return null;
  const isText = typeof json === 'string' && json.startsWith('"');
  return isText ? (JSON.parse(json) as string) : json; // as: a text begins like that
}

/** An evaluation whose name came after the head was written has no columns. */
function place(cells: Cell[], start: number | undefined, column: number, cell: Cell): void {
  if (start !== undefined) cells[start + column] = cell;
}
