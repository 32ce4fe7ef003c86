/** The client's functions for datasets; prints what each gave as one JSON object, by name. */
import { createClient } from '@arizeai/phoenix-client';
import {
  appendDatasetExamples,
  createDataset,
  getDataset,
  getDatasetExamples,
  getDatasetInfo,
} from '@arizeai/phoenix-client/datasets';
import { logSpans } from '@arizeai/phoenix-client/spans';

const client = createClient();
const results = {};

/** Keeps what the action gave, or which error it threw; and hands it on. */
async function call(name, action) {
  try {
    const value = await action();
    results[name] = value ?? null;
    return value;
  } catch (error) {
    results[name] = { raised: error.name, message: error.message, status: error.status };
    return null;
  }
}

const named = { datasetName: 'js questions' };
const question = (q, more = {}) => ({
  input: { q },
  output: { a: q * 2 },
  metadata: { from: 'js' },
  ...more,
});
const at = new Date(Date.UTC(2026, 2, 1, 12)).toISOString();
await logSpans({
  client,
  project: { projectName: 'js-datasets' },
  spans: [
    {
      name: 'made an example',
      context: { trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16) },
      span_kind: 'CHAIN',
      parent_id: null,
      start_time: at,
      end_time: at,
      status_code: 'OK',
      attributes: {},
    },
  ],
});

const create = (examples) =>
  createDataset({ client, name: 'js questions', description: 'from the client', examples });
await call('create', () =>
  create([
    question(1, { id: 'one', splits: 'train', spanId: 'b'.repeat(16) }),
    question(2, { splits: ['test', 'hard'] }),
    question(3, { output: null, metadata: null }),
  ]),
);
const first = await call('first', () => getDataset({ client, dataset: named }));
await call('info', () => getDatasetInfo({ client, dataset: { datasetId: first.id } }));
await call('by split', () =>
  getDatasetExamples({ client, dataset: { ...named, splits: ['train', 'hard'] } }),
);
await call('unknown split', () =>
  getDatasetExamples({ client, dataset: { ...named, splits: ['nothing'] } }),
);
await call('append', () =>
  appendDatasetExamples({
    client,
    dataset: named,
    examples: [question(4), question(1, { id: 'one', splits: 'train' })],
  }),
);
await call('appended', () => getDatasetExamples({ client, dataset: { datasetId: first.id } }));
await call('create again', () =>
  create([question(1, { id: 'one', output: { a: 'new' } }), question(4)]),
);
await call('updated', () => getDatasetExamples({ client, dataset: named }));
await call('old version', () =>
  getDatasetExamples({ client, dataset: { ...named, versionId: first.versionId } }),
);
// listDatasets is not among what this version of the client exports; this is what it does.
await call('list', async () => (await client.GET('/v1/datasets')).data.data);
await call('unknown', () => getDataset({ client, dataset: { datasetName: 'nothing' } }));

// Labels have no function of their own, but the client knows their routes.
const label = await client.POST('/v1/dataset_labels', {
  body: { name: 'golden', color: '#ffc53d' },
});
const path = { dataset_identifier: 'js questions', label_id: label.data.data.id };
await call(
  'label',
  async () =>
    (await client.PUT('/v1/datasets/{dataset_identifier}/labels/{label_id}', { params: { path } }))
      .data,
);
await call(
  'labels',
  async () =>
    (await client.GET('/v1/datasets/{dataset_identifier}/labels', { params: { path } })).data,
);

console.log(JSON.stringify(results));
