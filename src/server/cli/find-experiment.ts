import { Type, type Static, type TSchema } from 'typebox';
import { decodeGlobalId } from '#contracts/wire/ids.ts';
import { Experiment, ExperimentReply } from '#contracts/experiments/experiment.ts';
import { unreachable, type ServerClient } from './server-client.ts';

/** Of a list that is looked through for a name. */
const PAGE = 100;
const PAGES_MAX = 100;
const CHARS_SHOWN = 200;

const Named = Type.Object({ id: Type.String(), name: Type.String() });
const pageOf = <T extends TSchema>(item: T) =>
  Type.Object({ data: Type.Array(item), next_cursor: Type.Union([Type.String(), Type.Null()]) });
const Datasets = pageOf(Named);
const Experiments = pageOf(Experiment);

/**
 * The experiment that people name on a command line: by Global ID; by `dataset/number`, `dataset/name` or `dataset/latest`, where a dataset is named by
 * Global ID or name; by its name alone when experiments of one dataset alone have it. Of several in a dataset with the same name, the newest.
 */
export async function findExperiment(client: ServerClient, text: string): Promise<Experiment> {
  if (decodeGlobalId(text)?.type === 'Experiment') {
    const found = await client.find(`/v1/experiments/${encodeURIComponent(text)}`, ExperimentReply);
    if (found === null) throw unknown(text, 'There is no experiment with this Global ID.');
    return found.data;
  }
  const slash = text.lastIndexOf('/');
  if (slash > 0) {
    const dataset = await findDataset(client, text.slice(0, slash));
    if (dataset !== null) return await experimentOf(client, dataset, text.slice(slash + 1), text);
  }
  return await experimentNamed(client, text);
}

async function findDataset(client: ServerClient, text: string): Promise<Static<typeof Named> | null> {
  if (decodeGlobalId(text)?.type === 'Dataset') {
    const found = await client.find(`/v1/datasets/${encodeURIComponent(text)}`, Type.Object({ data: Named }));
    if (found !== null) return found.data;
  }
  const { data } = await client.ask(`/v1/datasets?name=${encodeURIComponent(text)}`, Datasets);
  return data[0] ?? null;
}

async function experimentOf(client: ServerClient, dataset: Static<typeof Named>, which: string, text: string): Promise<Experiment> {
  for await (const experiment of rows(client, `/v1/datasets/${encodeURIComponent(dataset.id)}/experiments`, Experiments))
    if (which === 'latest' || String(experiment.sequence_number) === which || experiment.name === which) return experiment;
  const what = which === 'latest' ? 'no experiments yet' : `no experiment with the number or name '${which.slice(0, CHARS_SHOWN)}'`;
  throw unknown(text, `The dataset '${dataset.name.slice(0, CHARS_SHOWN)}' has ${what}.`);
}

async function experimentNamed(client: ServerClient, name: string): Promise<Experiment> {
  const found: { readonly dataset: string; readonly experiment: Experiment }[] = [];
  for await (const dataset of rows(client, '/v1/datasets', Datasets)) {
    for await (const experiment of rows(client, `/v1/datasets/${encodeURIComponent(dataset.id)}/experiments`, Experiments)) {
      if (experiment.name !== name) continue;
      found.push({ dataset: dataset.name, experiment });
      break;
    }
  }
  const [first, second] = found;
  if (first === undefined) throw unknown(name, 'There is no experiment with this Global ID or name.');
  if (second !== undefined) {
    const ways = found.slice(0, 5).map(({ dataset, experiment }) => `'${dataset.slice(0, CHARS_SHOWN)}/${experiment.sequence_number}'`);
    throw unknown(name, `Experiments of ${found.length} datasets have this name: write ${ways.join(' or ')}.`);
  }
  return first.experiment;
}

async function* rows<T extends TSchema>(
  client: ServerClient,
  path: string,
  schema: ReturnType<typeof pageOf<T>>,
): AsyncGenerator<Static<T>> {
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const reply: { readonly data: readonly Static<T>[]; readonly next_cursor: string | null } = await client.ask(
      `${path}?limit=${PAGE}${more}`,
      schema,
    );
    yield* reply.data;
    cursor = reply.next_cursor;
    if (cursor === null) return;
  }
}

function unknown(text: string, detail: string): Error {
  return unreachable(
    `--experiment is '${text.slice(0, CHARS_SHOWN)}'. ${detail} Accepted is a Global ID, a name, DATASET/NUMBER or DATASET/latest.`,
  );
}
