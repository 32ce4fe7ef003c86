interface Sent {
  readonly data: { readonly dataset_id?: string; readonly id?: string };
}

const PARCELS = [
  'Lisbon',
  'Porto',
  'Riga',
  'Graz',
  'Bergen',
  'Tallinn',
  'Ghent',
  'Aarhus',
  'Turin',
  'Lyon',
  'Malmö',
  'Basel',
];
const LABELS = [
  { name: 'golden', color: '#d19a00', description: 'Checked by hand' },
  { name: 'regression', color: '#dc3e42', description: null },
  { name: 'draft', color: '#7c66dc', description: null },
] as const;
/**
 * Datasets that are in the list and not opened, with their labels and the number of their examples.
 */
const OTHERS = [
  {
    name: 'tool calls',
    labels: [],
    examples: 86,
    description: 'One call, and what it should be given',
  },
  {
    name: 'documentation answers',
    labels: ['golden', 'regression'],
    examples: 140,
    description: 'Questions with the page that answers them',
  },
  { name: 'coding tasks', labels: ['draft'], examples: 35, description: null },
] as const;

/** Sends datasets with labels; gives the Global ID of one of three versions. */
export async function sendFixedDatasets(url: string): Promise<string> {
  const labels = new Map<string, string>();
  for (const label of LABELS)
    labels.set(label.name, (await send(url, 'POST', '/v1/dataset_labels', label)).data.id ?? '');
  const give = async (dataset: string, names: readonly string[]): Promise<void> => {
    const body = { dataset_label_ids: names.map((name) => labels.get(name)) };
    await send(url, 'PUT', `/v1/datasets/${encodeURIComponent(dataset)}/labels`, body);
  };
  for (const { name, labels: names, examples, description } of OTHERS) {
    const inputs = Array.from({ length: examples }, (_, at) => ({ task: `Task ${at + 1}` }));
    await give(
      await upload(url, { name, inputs, ...(description === null ? {} : { description }) }),
      names,
    );
  }
  const dataset = await upload(url, {
    ...questions('On its way.'),
    description: 'What customers ask first',
  });
  await upload(url, { ...questions('On its way; it arrives tomorrow.'), action: 'update' });
  await upload(url, {
    name: 'refund questions',
    action: 'append',
    inputs: [{ question: 'Can I have my money back?', language: 'en' }],
    outputs: [{ answer: 'Yes, within 30 days.' }],
  });
  await give(dataset, ['golden']);
  return dataset;
}

function questions(firstAnswer: string) {
  return {
    name: 'refund questions',
    inputs: PARCELS.map((city) => ({ question: `Where is my parcel to ${city}?`, language: 'en' })),
    outputs: PARCELS.map((city, at) => ({
      answer: at === 0 ? firstAnswer : `It left for ${city} this morning.`,
    })),
    metadata: PARCELS.map((_, at) => ({ tier: at % 4 === 0 ? 'gold' : 'basic', orders: at * 3 })),
    splits: PARCELS.map((_, at) => (at % 3 === 0 ? 'test' : 'train')),
    example_ids: PARCELS.map((_, at) => `q-${at + 1}`),
  };
}

async function upload(url: string, body: object): Promise<string> {
  return (await send(url, 'POST', '/v1/datasets/upload?sync=true', body)).data.dataset_id ?? '';
}

async function send(
  url: string,
  method: 'POST' | 'PUT',
  path: string,
  body: object,
): Promise<Sent> {
  const reply = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!reply.ok)
    throw new Error(`${method} ${path} was refused: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as Sent; // as openapi.json has it
}
