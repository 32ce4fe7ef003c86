import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  addDatasetExamples,
  addDatasetExamplesFromSpans,
  listDatasetExamplesOfSpan,
  previewExamplesOfSpans,
} from '#contracts/datasets/dataset-edit.routes.ts';
import { uploadDataset } from '#contracts/datasets/routes.ts';
import { contentText, type ExampleTexts } from './examples/example-texts.ts';
import { parseExactJson } from '#web/platform/text/exact-json.ts';
import { call, callForText } from '#web/platform/http/client.ts';
import { createDataset, deleteDataset } from './datasets.calls.ts';
import type { SpanExampleItem } from '#contracts/datasets/dataset-from-spans.ts';

/** Spans or traces in one request. */
const STEP = 1000;
const LINKS_MAX = 20;

/**
 * Which spans become examples: some by their OpenTelemetry ids, and the root spans of some traces.
 */
export interface SpanChoice {
  readonly spanIds: readonly string[];
  readonly traceIds: readonly string[];
}

/** A draft of an example, which can be edited before it is added. */
export interface ExampleDraft extends ExampleTexts {
  readonly spanId: string;
  readonly name: string;
  /** Whether the dataset has an example of this span. */
  readonly isThere: boolean;
}

/** The examples that spans would become in a dataset. */
export interface SpanDrafts {
  readonly drafts: readonly ExampleDraft[];
  /** False where there are more spans than are shown. */
  readonly isComplete: boolean;
}

/** The examples that spans would become in a dataset; null for a new one. */
export function draftsOptions(dataset: string | null, choice: SpanChoice) {
  return queryOptions({
    queryKey: ['span-drafts', dataset, choice],
    queryFn: async ({ signal }): Promise<SpanDrafts> => {
      const which = {
        span_ids: choice.spanIds.slice(0, STEP),
        trace_ids: choice.traceIds.slice(0, STEP),
      };
      const text =
        dataset === null
          ? await callForText(previewExamplesOfSpans, { body: which, signal })
          : await callForText(addDatasetExamplesFromSpans, {
              params: { id: dataset },
              body: { ...which, dry_run: true },
              signal,
            });
      // as: openapi.json has it so.
      const { data } = parseExactJson(text) as unknown as {
        data: { examples: readonly SpanExampleItem[]; complete: boolean };
      };
      const isComplete =
        data.complete && choice.spanIds.length <= STEP && choice.traceIds.length <= STEP;
      return { drafts: data.examples.map(draftOf), isComplete };
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
}

function draftOf(sent: SpanExampleItem): ExampleDraft {
  const text = (value: object): string => JSON.stringify(value, null, 2);
  return {
    spanId: sent.span_id,
    name: sent.span_name,
    isThere: sent.in_dataset,
    input: text(sent.input),
    output: text(sent.output),
    metadata: text(sent.metadata),
  };
}

/**
 * Makes a dataset of that name with the examples in it; resolves to its Global ID. Rejects when the
 * name is taken.
 */
export async function createFromDrafts(
  name: string,
  drafts: readonly ExampleDraft[],
  split: string | null,
): Promise<string> {
  const list = (part: keyof ExampleTexts): string =>
    `[${drafts.map((one) => one[part]).join(',')}]`;
  const fields = {
    name,
    span_ids: drafts.map(({ spanId }) => spanId),
    ...(split === null ? {} : { splits: drafts.map(() => split) }),
  };
  // The examples go as they were written, so that no number is rounded on the way.
  const text = `${JSON.stringify(fields).slice(0, -1)},"inputs":${list('input')},"outputs":${list('output')},"metadata":${list('metadata')}}`;
  const { data } = await call(uploadDataset, { query: { sync: true }, bodyText: text });
  if (!('dataset_id' in data)) throw new Error('The server returned a job instead of the result.');
  return data.dataset_id;
}

/** Adds examples to a dataset as they were written; resolves to how many. */
export async function addDrafts(
  dataset: string,
  drafts: readonly ExampleDraft[],
  split: string | null,
): Promise<number> {
  const tail = split === null ? '' : `,"splits":${JSON.stringify([split])}`;
  const texts = drafts.map(
    (draft) => `{${contentText(draft)},"span_id":${JSON.stringify(draft.spanId)}${tail}}`,
  );
  const { data } = await call(addDatasetExamples, {
    params: { id: dataset },
    bodyText: `{"examples":[${texts.join(',')}]}`,
  });
  return data.num_created_examples;
}

/**
 * Adds the examples of any number of spans as they are; resolves to how many the dataset did not
 * have.
 */
export async function addSpans(
  dataset: string,
  { spanIds, traceIds }: SpanChoice,
  split: string | null,
): Promise<number> {
  const splits = split === null ? {} : { splits: [split] };
  let added = 0;
  for (let from = 0; from < Math.max(spanIds.length, traceIds.length); from += STEP) {
    const body = {
      span_ids: spanIds.slice(from, from + STEP),
      trace_ids: traceIds.slice(from, from + STEP),
      ...splits,
    };
    const { data } = await call(addDatasetExamplesFromSpans, { params: { id: dataset }, body });
    if ('num_created_examples' in data) added += data.num_created_examples;
  }
  return added;
}

/**
 * Makes a dataset of that name with the examples of any number of spans as they are, or none at
 * all; resolves to its Global ID and to how many.
 */
export async function createFromSpans(
  name: string,
  choice: SpanChoice,
  split: string | null,
): Promise<{ id: string; added: number }> {
  const id = await createDataset(name, null);
  try {
    return { id, added: await addSpans(id, choice, split) };
  } catch (error) {
    await deleteDataset(id, false);
    throw error;
  }
}

/** The datasets that have an example of a span, by its Global ID. */
export function spanDatasetsOptions(span: string) {
  return queryOptions({
    queryKey: ['span-datasets', span],
    queryFn: async ({ signal }) => {
      return (
        await call(listDatasetExamplesOfSpan, {
          params: { span_identifier: span },
          query: { limit: LINKS_MAX },
          signal,
        })
      ).data;
    },
    staleTime: 30_000,
    retry: false,
  });
}
