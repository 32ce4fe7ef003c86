import type { Readable } from 'node:stream';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { findDataset, type VisibleDataset } from '#server/stores/meta/datasets/datasets.queries.ts';
import {
  exampleAfter,
  exampleTexts,
  type ExamplePageQuery,
} from '#server/stores/meta/datasets/example-pages.queries.ts';
import {
  datasetNotFound,
  requireSplits,
} from '#server/stores/meta/datasets/require-dataset.queries.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';
import { replyStream, roomForStream } from '../kit/reply/export-stream.ts';
import type { Asker } from '../kit/route/asker.ts';

const ROWS_PER_PAGE = 1_000;
const TEXT = new TextEncoder();

/** A version's examples as one reply. */
export interface ExampleList {
  readonly dataset: VisibleDataset;
  readonly versionId: number;
  /** Null for all examples. */
  readonly splits: readonly { readonly id: number; readonly name: string }[] | null;
  /** Null for all at once. */
  readonly page: { readonly limit: number; readonly fromExampleId: number } | null;
}

/**
 * Examples as JSON, page after page as the client takes them: a dataset of any size needs the
 * memory of two pages. The first page is read before this resolves, so that a failure gets its
 * status; a failure after that breaks the connection, for half a list must not look whole.
 */
export async function exampleStream(
  store: MetaStore,
  asker: Asker,
  list: ExampleList,
): Promise<Readable> {
  const query = pageQuery(list);
  await roomForStream(asker);
  const first = await exampleTexts(store, query);
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield TEXT.encode(opening(list));
    let page = first;
    for (;;) {
      const coming =
        page.full && page.lastKey !== null
          ? exampleTexts(store, { ...query, fromExampleId: page.lastKey + 1 })
          : null;
      coming?.catch(() => undefined);
      yield page.bytes;
      if (coming === null) break;
      page = await coming;
      if (page.count > 0) yield TEXT.encode(',');
    }
    // Rows of a dataset that was deleted meanwhile may be missing.
    if ((await findDataset(store.db, { id: list.dataset.id })) === null)
      throw datasetNotFound(encodeGlobalId('Dataset', list.dataset.id));
    // So may members of a split that was.
    if (list.splits !== null)
      await requireSplits(
        store.db,
        list.splits.map(({ id }) => encodeGlobalId('DatasetSplit', id)),
      );
    yield TEXT.encode(closing(null));
  }
  return replyStream(asker, parts());
}

/** One page of examples as JSON. */
export async function examplePage(store: MetaStore, list: ExampleList): Promise<Uint8Array> {
  const query = pageQuery(list);
  const parts: Uint8Array[] = [TEXT.encode(opening(list))];
  let left = query.limit;
  let fromExampleId = query.fromExampleId;
  while (left > 0) {
    const page = await exampleTexts(store, { ...query, fromExampleId, limit: left });
    if (page.count > 0 && parts.length > 1) parts.push(TEXT.encode(','));
    parts.push(page.bytes);
    left -= page.count;
    if (!page.full || page.lastKey === null) break;
    fromExampleId = page.lastKey + 1;
  }
  const next =
    left > 0 ? null : (await exampleTexts(store, { ...query, fromExampleId, limit: 1 })).lastKey;
  parts.push(TEXT.encode(closing(next)));
  return Buffer.concat(parts);
}

/** The same list from so many examples further on. */
export async function skipped(
  store: MetaStore,
  list: ExampleList,
  offset: number,
): Promise<ExampleList> {
  if (offset === 0 || list.page === null) return list;
  const { limit, fromExampleId } = list.page;
  const from = await exampleAfter(
    store,
    { datasetId: list.dataset.id, versionId: list.versionId, fromExampleId },
    offset,
  );
  return { ...list, page: { limit, fromExampleId: from ?? Number.MAX_SAFE_INTEGER } };
}

export function pageQuery({ dataset, versionId, splits, page }: ExampleList): ExamplePageQuery {
  return {
    datasetId: dataset.id,
    versionId,
    splitIds: splits?.map(({ id }) => id) ?? null,
    fromExampleId: page?.fromExampleId ?? 0,
    limit: page?.limit ?? ROWS_PER_PAGE,
    withSplits: page !== null,
  };
}

export function opening({ dataset, versionId, splits }: ExampleList): string {
  const head = JSON.stringify({
    dataset_id: encodeGlobalId('Dataset', dataset.id),
    version_id: encodeGlobalId('DatasetVersion', versionId),
    filtered_splits: splits?.map(({ name }) => name) ?? [],
  });
  return `{"data":${head.slice(0, -1)},"examples":[`;
}

/** `more` are further members. */
export function closing(
  nextExampleId: number | null,
  more: { readonly scanned?: number } = {},
): string {
  const cursor = nextExampleId === null ? null : encodeGlobalId('DatasetExample', nextExampleId);
  return `]},${JSON.stringify({ next_cursor: cursor, ...more }).slice(1)}`;
}
