import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';
import { findDatasetRef } from '#server/stores/meta/datasets/dataset-ref.queries.ts';
import { requireExample } from '#server/stores/meta/datasets/example-ids.queries.ts';
import { exampleEvents, revisionContent, type ExampleEvent } from '#server/stores/meta/datasets/example-history.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { decodeIdCursor } from '#server/api/kit/reply/page-cursor.ts';
import { contentText, PAGE_BYTES_MAX } from './content-text.ts';

const TYPE = 'DatasetVersion';

export interface HistoryInput {
  readonly dataset: string;
  readonly example: string;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** An example's changes, newest first, as JSON: contents are sent as the stored texts. A page ends early when it gets large. */
export async function exampleHistory(db: MetaDb, input: HistoryInput): Promise<Uint8Array> {
  const dataset = await findDatasetRef(db, input.dataset);
  const exampleId = await requireExample(db, dataset, input.example);
  const fromVersion = input.cursor === undefined ? null : decodeIdCursor(input.cursor, TYPE);
  const events = await exampleEvents(db, dataset, exampleId, { limit: input.limit + 1, fromVersion });
  const items: string[] = [];
  let bytes = 0;
  for (const event of events.slice(0, input.limit)) {
    bytes += event.bytes;
    if (items.length > 0 && bytes > PAGE_BYTES_MAX) break;
    items.push(await eventText(db, event));
  }
  const next = events[items.length];
  const cursor = next === undefined ? null : encodeGlobalId(TYPE, next.versionId);
  return new TextEncoder().encode(`{"data":[${items.join(',')}],"next_cursor":${JSON.stringify(cursor)}}`);
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
