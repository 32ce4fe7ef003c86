import { queryOptions } from '@tanstack/react-query';
import { getDatasetExampleHistory, listDatasetExamples } from '#contracts/datasets/routes.ts';
import { decodeGlobalId } from '#contracts/wire/ids.ts';
import type { ExamplesPage, PageWish } from './example-pages.ts';
import { exampleRow, type ExampleRow } from './example-row.ts';
import { parseExactJson } from '#web/platform/text/exact-json.ts';
import { ApiError, callExactly, callForText, cursorParam } from '#web/platform/http/client.ts';
import type { ListDatasetExamplesData } from '#contracts/datasets/dataset-example.ts';

/** The first page: little, so that it is soon there. */
const FIRST_ROWS = 100;
/**
 * The pages after it have so many characters, as far as the page before tells, and rows within a
 * limit.
 */
const PAGE_CHARS = 600_000;
const ROWS_MIN = 20;
const ROWS_MAX = 1000;
const REVISIONS_MAX = 100;

/** Which examples of a dataset are listed. */
export interface ExamplesWish {
  readonly dataset: string;
  /** Global ID; null for the newest. */
  readonly version: string | null;
  readonly splits: readonly string[];
  /** Text that must be somewhere in them; '' for all. */
  readonly text: string;
}

/**
 * Reads a list of examples page by page, oldest first. The more an example holds, the fewer are in
 * a page.
 */
export function exampleReader({ dataset, version, splits, text }: ExamplesWish) {
  const contains = text.trim();
  let rowChars = PAGE_CHARS / FIRST_ROWS;
  return async (
    { cursor, skip, rows: rowsWanted }: PageWish,
    signal: AbortSignal,
  ): Promise<ExamplesPage> => {
    const query = {
      limit:
        rowsWanted ?? Math.round(Math.min(ROWS_MAX, Math.max(ROWS_MIN, PAGE_CHARS / rowChars))),
      ...(version === null ? {} : { version_id: version }),
      ...(splits.length === 0 ? {} : { split: [...splits] }),
      ...(contains === '' ? {} : { contains }),
      ...(skip === 0 ? {} : { offset: skip }),
      ...cursorParam(cursor),
    };
    const { rows, next, chars, scanned } = await readPage(dataset, query, signal);
    if (rows.length > 0) rowChars = chars / rows.length;
    return { rows, scanned, next };
  };
}

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
  readonly offset?: number;
  readonly contains?: string;
  readonly version_id?: string;
  readonly split?: string[];
}

interface SentPage {
  readonly data: ListDatasetExamplesData;
  readonly next_cursor: string | null;
  readonly scanned?: number;
}

async function readPage(
  dataset: string,
  query: PageQuery,
  signal: AbortSignal,
): Promise<{ rows: readonly ExampleRow[]; next: string | null; scanned: number; chars: number }> {
  const text = await callForText(listDatasetExamples, { params: { id: dataset }, query, signal });
  const body = parseExactJson(text) as unknown as SentPage; // as openapi.json has it
  const rows = body.data.examples.map((example) => exampleRow(example, body.data.version_id));
  return { rows, next: body.next_cursor, scanned: body.scanned ?? rows.length, chars: text.length };
}

/** One example of a version, by its Global ID or external id. */
export function exampleOptions(dataset: string, id: string, version: string | null) {
  return queryOptions({
    queryKey: ['dataset', dataset, 'example', id, version],
    queryFn: async ({ signal }): Promise<ExampleRow> => {
      if (decodeGlobalId(id)?.type === 'DatasetExample') {
        // A page begins at the example that its cursor names, or after it when that is gone.
        const { rows } = await readPage(
          dataset,
          { limit: 1, cursor: id, ...(version === null ? {} : { version_id: version }) },
          signal,
        );
        const [row] = rows;
        if (row?.id === id) return row;
        throw new ApiError(
          404,
          'This version doesn’t have this example: it may have been deleted, or was added later.',
          null,
        );
      }
      const [newest] = await readHistory(dataset, id, signal);
      const content = newest?.content ?? null;
      if (newest === undefined || content === null)
        throw new ApiError(404, `The example ${id} has been deleted.`, null);
      return exampleRow(
        { ...content, id, node_id: id, updated_at: newest.created_at },
        newest.version_id,
      );
    },
    staleTime: 5000,
    retry: false,
  });
}

/** An example's content from version to version, newest first. */
export function exampleHistoryOptions(dataset: string, id: string, since: string) {
  return queryOptions({
    queryKey: ['dataset', dataset, 'history', id, since],
    queryFn: async ({ signal }) => await readHistory(dataset, id, signal),
  });
}

async function readHistory(dataset: string, example: string, signal: AbortSignal) {
  const { data } = await callExactly(getDatasetExampleHistory, {
    params: { id: dataset, example_identifier: example },
    query: { limit: REVISIONS_MAX },
    signal,
  });
  return data;
}
