/** An upload as JSON. */
interface JsonUpload {
  readonly name: string;
  readonly description?: string;
  readonly action?: 'create' | 'append' | 'update';
  readonly inputs: readonly object[];
  readonly outputs?: readonly object[];
  readonly metadata?: readonly object[];
  readonly splits?: readonly (string | null)[];
  readonly example_ids?: readonly (string | null)[];
  readonly span_ids?: readonly (string | null)[];
}

/** Stores examples; gives the Global ID of their dataset. */
export async function uploadJson(url: string, upload: JsonUpload): Promise<string> {
  const response = await fetch(`${url}/v1/datasets/upload?sync=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(upload),
  });
  if (!response.ok)
    throw new Error(`The upload was refused: ${response.status} ${await response.text()}`);
  const { data } = (await response.json()) as { data: { dataset_id: string } };
  return data.dataset_id;
}

/** The Global ID of the dataset with a name. */
export async function datasetNamed(url: string, name: string): Promise<string> {
  const response = await fetch(`${url}/v1/datasets?name=${encodeURIComponent(name)}`);
  const { data } = (await response.json()) as { data: { id: string; name: string }[] };
  const id = data.find((one) => one.name === name)?.id;
  if (id === undefined) throw new Error(`No dataset is named ${name}.`);
  return id;
}

interface ExampleRow {
  readonly id: string;
  readonly node_id: string;
  readonly input: object;
  readonly output: object;
  readonly metadata: object;
}

/** Every example of a dataset's newest version. */
export async function examplesOf(url: string, dataset: string): Promise<ExampleRow[]> {
  const response = await fetch(`${url}/v1/datasets/${encodeURIComponent(dataset)}/examples`);
  if (!response.ok)
    throw new Error(`The examples were refused: ${response.status} ${await response.text()}`);
  const { data } = (await response.json()) as { data: { examples: ExampleRow[] } };
  return data.examples;
}

/** A small dataset with splits and external ids, as `uploadJson` accepts it. */
export const QUESTIONS = {
  name: 'questions',
  inputs: [
    { question: 'Where is my parcel?' },
    { question: 'Refund me' },
    { question: 'Is it blue?' },
  ],
  outputs: [{ answer: 'On its way' }, { answer: 'Done' }, { answer: 'Yes' }],
  metadata: [{ n: 12_345 }, {}, { tier: 'gold' }],
  splits: ['train', 'test', 'train'],
  example_ids: ['parcel', 'refund', null],
};
