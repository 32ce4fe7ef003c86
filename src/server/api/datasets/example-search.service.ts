import { decodeGlobalId } from '#contracts/wire/ids.ts';
import {
  EXAMPLE_SEPARATOR,
  searchExamples,
  type FoundExamples,
} from '#core/dataset/example-search.ts';
import { exampleTexts } from '#server/stores/meta/datasets/example-pages.queries.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import type { MetaTextPage } from '#server/stores/meta/meta-text-page.ts';
import type { Query } from '#server/threads/query.ts';
import type { AskedQueries, Asker } from '../kit/route/asker.ts';
import { closing, opening, pageQuery, type ExampleList } from './dataset-examples.service.ts';

/** Some 40 ms of the metadata thread: smaller steps would be spent on the way between threads. */
const ROWS_PER_STEP = 4_000;
const PAGE_LIMIT = 100;
const STEP_CHARS = 2 * 1024 * 1024;
/**
 * The time limit of a page, which then ends with the matches so far; the reply says that there may
 * be more.
 */
const SEARCH_MS = 1_000;
const STEP_DEADLINE_MS = 30_000;
const TEXT = new TextDecoder();

interface SearchInput {
  readonly page: Uint8Array;
  readonly contains: string;
  readonly limit: number;
}

/** Examples are looked through in a reader thread: the metadata thread only reads them. */
const searchOfPage: Query<SearchInput, FoundExamples> = {
  name: 'datasets.searchExamples',
  deadlineMs: STEP_DEADLINE_MS,
  run: async (_context, { page, contains, limit }) =>
    searchExamples(TEXT.decode(page), contains, limit),
};
export const exampleSearchQueries = [searchOfPage];

/** One page of the examples that contain a text, as JSON: the matches found within a second. */
export async function searchPage(
  store: MetaStore,
  queries: AskedQueries,
  asker: Asker,
  list: ExampleList,
  contains: string,
): Promise<string> {
  const query = {
    ...pageQuery(list),
    separator: EXAMPLE_SEPARATOR,
    limit: ROWS_PER_STEP,
    charsMax: STEP_CHARS,
  };
  const limit = list.page?.limit ?? PAGE_LIMIT;
  const deadline = performance.now() + SEARCH_MS;
  const read = (fromExampleId: number): Promise<MetaTextPage> => {
    const page = exampleTexts(store, { ...query, fromExampleId });
    page.catch(() => undefined);
    return page;
  };
  const texts: string[] = [];
  let scanned = 0;
  let next: number | null = null;
  let coming: Promise<MetaTextPage> | null = read(query.fromExampleId);
  while (coming !== null) {
    const page: MetaTextPage = await coming;
    next = page.full && page.lastKey !== null ? page.lastKey + 1 : null;
    coming = next === null || performance.now() > deadline ? null : read(next);
    if (page.count === 0) break;
    const found = await queries.value(searchOfPage, asker, {
      page: page.bytes,
      contains,
      limit: limit - texts.length,
    });
    texts.push(...found.texts);
    scanned += found.scanned;
    if (texts.length < limit) continue;
    next = found.stoppedAt === null ? next : (decodeGlobalId(found.stoppedAt)?.number ?? 0) + 1;
    break;
  }
  return `${opening(list)}${texts.join(',')}${closing(next, { scanned })}`;
}
