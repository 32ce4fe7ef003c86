import { encodeGlobalId, requireGlobalId } from '#contracts/wire/ids.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';
import { contentDiff } from '#core/dataset/content-diff.ts';
import { parseExactJson } from '#core/dataset/exact-json.ts';
import type { RowContent } from '#core/dataset/row-content.ts';
import { decodeIdCursor } from '#server/api/kit/reply/page-cursor.ts';
import {
  findDatasetRef,
  findVersion,
  versionBefore,
  type DatasetRef,
} from '#server/stores/meta/datasets/dataset-ref.queries.ts';
import {
  revisionContent,
  exampleEvents,
  type ExampleEvent,
} from '#server/stores/meta/datasets/example-history.queries.ts';
import { requireExample } from '#server/stores/meta/datasets/example-ids.queries.ts';
import {
  differingExamples,
  type DifferingExample,
} from '#server/stores/meta/datasets/version-diff.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';

/** No version has this number: everything is added after it. */
const NOTHING = 0;

/** A page of contents ends early when it weighs this much; one content is always given. */
const PAGE_BYTES_MAX = 8 * 1024 * 1024;
const TYPE = 'DatasetVersion';

export interface DiffInput {
  readonly dataset: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * The differences between two versions of a dataset, as JSON. The first page counts all
 * differences; a page ends early when it gets large.
 */
export async function versionDiff(db: MetaDb, input: DiffInput): Promise<Uint8Array> {
  const dataset = await findDatasetRef(db, input.dataset);
  const after = await versionNumber(
    db,
    dataset,
    input.to,
    'to_version_id',
    dataset.latestVersionId,
  );
  const prior =
    input.from === undefined ? ((await versionBefore(db, dataset, after))?.id ?? NOTHING) : NOTHING;
  const before = await versionNumber(db, dataset, input.from, 'from_version_id', prior);
  const page: DifferingExample[] = [];
  const totals = { added: 0, removed: 0, changed: 0 };
  const fromExample =
    input.cursor === undefined ? 0 : decodeIdCursor(input.cursor, 'DatasetExample');
  for await (const step of differingExamples(db, dataset, { before, after }, fromExample)) {
    if (input.signal.aborted) break;
    page.push(...step.slice(0, input.limit + 1 - page.length));
    for (const example of step) totals[kindOf(example)] += 1;
    if (input.cursor !== undefined && page.length > input.limit) break;
  }
  const items: string[] = [];
  let bytes = 0;
  for (const example of page.slice(0, input.limit)) {
    bytes += example.bytes;
    if (items.length > 0 && bytes > PAGE_BYTES_MAX) break;
    items.push(await differenceText(db, example));
  }
  const next = page[items.length];
  const rest = {
    from_version_id: before === NOTHING ? null : encodeGlobalId('DatasetVersion', before),
    to_version_id: encodeGlobalId('DatasetVersion', after),
    totals: input.cursor === undefined ? totals : null,
    next_cursor: next === undefined ? null : encodeGlobalId('DatasetExample', next.exampleId),
  };
  return new TextEncoder().encode(`{"data":[${items.join(',')}],${JSON.stringify(rest).slice(1)}`);
}

async function versionNumber(
  db: MetaDb,
  dataset: DatasetRef,
  text: string | undefined,
  field: string,
  fallback: number,
): Promise<number> {
  return text === undefined
    ? fallback
    : (await findVersion(db, dataset, requireGlobalId(text, 'DatasetVersion', field))).id;
}

function kindOf({
  beforeRevision,
  afterRevision,
}: DifferingExample): 'added' | 'removed' | 'changed' {
  if (beforeRevision === null) return 'added';
  return afterRevision === null ? 'removed' : 'changed';
}

async function differenceText(db: MetaDb, example: DifferingExample): Promise<string> {
  const nodeId = encodeGlobalId('DatasetExample', example.exampleId);
  const kind = kindOf(example);
  const [before, after] = [
    await contentOf(db, example.beforeRevision),
    await contentOf(db, example.afterRevision),
  ];
  const { changes, complete } =
    kind === 'changed'
      ? contentDiff(parseExactJson(before), parseExactJson(after))
      : { changes: [], complete: true };
  const head = JSON.stringify({
    id: example.externalId ?? nodeId,
    node_id: nodeId,
    kind,
    changes,
    changes_complete: complete,
  });
  return `${head.slice(0, -1)},"before":${before},"after":${after}}`;
}

async function contentOf(db: MetaDb, revision: number | null): Promise<string> {
  return contentText(revision === null ? null : await revisionContent(db, revision));
}

/**
 * The content of an example as JSON: its parts go out as they came in, so that numbers keep all
 * their digits.
 */
function contentText(content: RowContent | null): string {
  return content === null
    ? 'null'
    : `{"input":${content.input},"output":${content.output},"metadata":${content.metadata}}`;
}

interface HistoryInput {
  readonly dataset: string;
  readonly example: string;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/**
 * An example's changes, newest first, as JSON: contents are sent as the stored texts. A page ends
 * early when it gets large.
 */
export async function exampleHistory(db: MetaDb, input: HistoryInput): Promise<Uint8Array> {
  const dataset = await findDatasetRef(db, input.dataset);
  const exampleId = await requireExample(db, dataset, input.example);
  const fromVersion = input.cursor === undefined ? null : decodeIdCursor(input.cursor, TYPE);
  const events = await exampleEvents(db, dataset, exampleId, {
    limit: input.limit + 1,
    fromVersion,
  });
  const items: string[] = [];
  let bytes = 0;
  for (const event of events.slice(0, input.limit)) {
    bytes += event.bytes;
    if (items.length > 0 && bytes > PAGE_BYTES_MAX) break;
    items.push(await eventText(db, event));
  }
  const next = events[items.length];
  const cursor = next === undefined ? null : encodeGlobalId(TYPE, next.versionId);
  return new TextEncoder().encode(
    `{"data":[${items.join(',')}],"next_cursor":${JSON.stringify(cursor)}}`,
  );
}

async function eventText(db: MetaDb, event: ExampleEvent): Promise<string> {
  const head = {
    version_id: encodeGlobalId(TYPE, event.versionId),
    kind: event.kind,
    created_at: isoFromUnixMs(event.createdAtMs),
    version_description: event.description,
    user_id: event.userNumber === null ? null : encodeGlobalId('User', event.userNumber),
    user_name: event.userName,
  };
  const content = event.revisionId === null ? null : await revisionContent(db, event.revisionId);
  return `${JSON.stringify(head).slice(0, -1)},"content":${contentText(content)}}`;
}
