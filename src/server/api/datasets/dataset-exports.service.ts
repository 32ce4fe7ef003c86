import type { Readable } from 'node:stream';
import { AppError } from '#contracts/wire/errors.ts';
import { requireGlobalId } from '#contracts/wire/ids.ts';
import type { CellStyle } from '#core/dataset/cell-text.ts';
import { COLUMNS_MAX } from '#core/dataset/column-assignment.ts';
import {
  csvHead,
  csvPage,
  exportColumns,
  providerPage,
  type CsvStyle,
  type ProviderFormat,
} from '#core/dataset/export-page.ts';
import { findDataset, hasVersion } from '#server/stores/meta/datasets/datasets.queries.ts';
import {
  exportCells,
  exportContents,
  exportLines,
  exportValues,
} from '#server/stores/meta/datasets/export-pages.queries.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import type { MetaTextPage } from '#server/stores/meta/meta-text-page.ts';
import { pageStream, shapedPages } from '../kit/reply/export-pages.ts';
import type { Query } from '#server/threads/query.ts';
import type { AskedQueries, Asker } from '../kit/route/asker.ts';
import { parquetFile, parquetGroup, type ParquetGroup } from './parquet-export.ts';

/**
 * The export's source: a dataset, and one of its versions, or null when it has no version with that
 * id.
 */
export interface ExportSource {
  readonly datasetId: number;
  readonly name: string;
  readonly versionId: number | null;
}

const ROWS_PER_PAGE = 1_000;
const GROUP_BYTES = 8 * 1024 * 1024;
/** An export of a million rows takes its time, page by page; a page does not. */
const PAGE_DEADLINE_MS = 30_000;
const TEXT = new TextEncoder();
const LINES = new TextDecoder();

/**
 * Pages are shaped in a reader thread: they are parsed there, and the main thread passes bytes on.
 */
interface PageInput {
  readonly lines: Uint8Array;
}
const columnsOfPage: Query<PageInput & { readonly style: CellStyle }, readonly string[]> = {
  name: 'datasets.exportColumns',
  deadlineMs: PAGE_DEADLINE_MS,
  run: async (_context, { lines, style }) => exportColumns(LINES.decode(lines), style),
};
const csvOfPage: Query<
  PageInput & { readonly columns: readonly string[]; readonly style: CsvStyle },
  Uint8Array
> = {
  name: 'datasets.exportCsv',
  deadlineMs: PAGE_DEADLINE_MS,
  run: async (_context, { lines, columns, style }) =>
    TEXT.encode(csvPage(LINES.decode(lines), columns, style)),
};
const providerLinesOfPage: Query<PageInput & { readonly format: ProviderFormat }, Uint8Array> = {
  name: 'datasets.exportProvider',
  deadlineMs: PAGE_DEADLINE_MS,
  run: async (_context, { lines, format }) =>
    TEXT.encode(providerPage(LINES.decode(lines), format)),
};
const parquetOfPages: Query<PageInput, ParquetGroup> = {
  name: 'datasets.exportParquet',
  deadlineMs: PAGE_DEADLINE_MS,
  run: async (_context, { lines }) => parquetGroup(LINES.decode(lines)),
};
export const datasetExportQueries = [columnsOfPage, csvOfPage, providerLinesOfPage, parquetOfPages];

/**
 * The export's source: 422 for an unknown dataset and for invalid ids, as clients expect of
 * exports.
 */
export async function exportSource(
  { db }: MetaStore,
  id: string,
  version: string | undefined,
): Promise<ExportSource> {
  const datasetId = requireGlobalId(id, 'Dataset', 'id');
  const versionId =
    version === undefined ? null : requireGlobalId(version, 'DatasetVersion', 'version_id');
  const dataset = await findDataset(db, { id: datasetId });
  if (dataset === null)
    throw new AppError('unprocessable', `Dataset with ID '${id.slice(0, 80)}' not found`);
  const { name, latest_version_id: latest } = dataset;
  if (versionId === null) return { datasetId, name, versionId: latest };
  return {
    datasetId,
    name,
    versionId: (await hasVersion(db, datasetId, versionId)) ? versionId : null,
  };
}

/** The examples as lines of JSON. */
export async function jsonlExport(
  store: MetaStore,
  asker: Asker,
  source: ExportSource,
): Promise<Readable> {
  return pageStream(asker, linePages(store, source));
}

/** The examples in a model provider's format. */
export async function providerExport(
  store: MetaStore,
  queries: AskedQueries,
  asker: Asker,
  source: ExportSource,
  format: ProviderFormat,
): Promise<Readable> {
  return pageStream(
    asker,
    shapedPages(linePages(store, source), (lines) =>
      queries.json(providerLinesOfPage, asker, { lines, format }),
    ),
  );
}

/**
 * The examples as CSV. Which columns there are only all the examples tell, so they are read twice;
 * a version does not change in between. Rejects with `unprocessable` beyond the most columns.
 */
export async function csvExport(
  store: MetaStore,
  queries: AskedQueries,
  asker: Asker,
  source: ExportSource,
  style: CsvStyle,
): Promise<Readable> {
  const columns = await csvColumns(store, queries, asker, source, style.style);
  const pages = shapedPages(linePages(store, source, exportValues), (lines) =>
    queries.json(csvOfPage, asker, { lines, columns, style }),
  );
  return pageStream(asker, pages, TEXT.encode(csvHead(columns)), TEXT.encode('\n'));
}

async function csvColumns(
  store: MetaStore,
  queries: AskedQueries,
  asker: Asker,
  source: ExportSource,
  style: CellStyle,
): Promise<readonly string[]> {
  const columns = new Set<string>();
  const found = shapedPages(linePages(store, source, exportContents), (lines) =>
    queries.value(columnsOfPage, asker, { lines, style }),
  );
  for await (const page of found) {
    for (const column of page) columns.add(column);
    if (columns.size > COLUMNS_MAX)
      throw new AppError(
        'unprocessable',
        `The examples have more than ${COLUMNS_MAX} different keys, too many for columns. Export JSON lines instead.`,
      );
  }
  // Last, wherever in the dataset the first split was met.
  return columns.delete('splits') ? [...columns, 'splits'] : [...columns];
}

/** The examples as Parquet, in groups of some thousand rows. */
export async function parquetExport(
  store: MetaStore,
  queries: AskedQueries,
  asker: Asker,
  source: ExportSource,
): Promise<Readable> {
  const groups = shapedPages(largerPages(linePages(store, source, exportCells)), (lines) =>
    queries.value(parquetOfPages, asker, { lines }),
  );
  return pageStream(asker, parquetFile(groups));
}

/**
 * Pages put together: a group of a Parquet file is better off large, as long as it is no matter to
 * hold one.
 */
async function* largerPages(pages: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const page of pages) {
    parts.push(page);
    bytes += page.length;
    if (bytes < GROUP_BYTES) continue;
    yield Buffer.concat(parts);
    [parts, bytes] = [[], 0];
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}

/** The lines of a version, page after page; the next is read while the last is worked on. */
async function* linePages(
  store: MetaStore,
  { datasetId, versionId }: ExportSource,
  readLines: typeof exportLines = exportLines,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (versionId === null) return;
  const read = (fromExampleId: number): Promise<MetaTextPage> => {
    const page = readLines(store, { datasetId, versionId, fromExampleId, limit: ROWS_PER_PAGE });
    page.catch(() => undefined);
    return page;
  };
  let coming: Promise<MetaTextPage> | null = read(0);
  while (coming !== null) {
    const page: MetaTextPage = await coming;
    coming = page.full && page.lastKey !== null ? read(page.lastKey + 1) : null;
    if (page.count > 0) yield page.bytes;
  }
  // The rows of a dataset that was deleted meanwhile may be missing: half an export must not look
  // whole.
  if ((await findDataset(store.db, { id: datasetId })) === null)
    throw new AppError('not_found', 'The dataset was deleted.');
}
