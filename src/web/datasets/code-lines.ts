/** Which dataset the lines are about, and where it is. */
export interface CodeTarget {
  /** Of this server, as the browser reaches it: `http://localhost:6006`. */
  readonly origin: string;
  readonly name: string;
  /** Global ID; null for a dataset that is still to be made. */
  readonly id: string | null;
  /** Global ID of the version that is shown; null for the newest. */
  readonly version: string | null;
  /** Whether the server asks for a key, which the lines take from `SERVICE_API_KEY`. */
  readonly needsKey: boolean;
}

interface CodeRecipe {
  readonly name: string;
  readonly lines: (target: CodeTarget) => string;
}

/** A text of Python or TypeScript; both read what JSON writes. */
const literal = (text: string): string => JSON.stringify(text);
/** A text within single quotes of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const PYTHON_CLIENT = ({
  origin,
  needsKey,
}: CodeTarget): string => `# pip install arize-phoenix-client
${needsKey ? 'import os\n\n' : ''}from phoenix.client import Client

client = Client(base_url=${literal(origin)}${needsKey ? ', api_key=os.environ["SERVICE_API_KEY"]' : ''})
`;
const TYPESCRIPT_CLIENT = (
  { origin, needsKey }: CodeTarget,
  ...names: readonly string[]
): string => `// npm install @arizeai/phoenix-client
import { createClient } from "@arizeai/phoenix-client";
import { ${names.join(', ')} } from "@arizeai/phoenix-client/datasets";

const client = createClient({ options: { baseUrl: ${literal(origin)}${needsKey ? TYPESCRIPT_KEY : ''} } });
`;

/** The TypeScript client's headers, besides its address. */
export const TYPESCRIPT_KEY =
  ', headers: { Authorization: `Bearer ${process.env.SERVICE_API_KEY}` }';
/** curl's headers. */
const curlKey = ({ needsKey }: CodeTarget): string =>
  needsKey ? ' -H "api_key: $SERVICE_API_KEY"' : '';

/** How a program makes a dataset. */
export const CREATE_RECIPES: readonly CodeRecipe[] = [
  {
    name: 'Python',
    lines: (target) => `${PYTHON_CLIENT(target)}
dataset = client.datasets.create_dataset(
    name=${literal(target.name)},
    inputs=[{"question": "How do I return a parcel?"}],
    outputs=[{"answer": "Within 30 days, with the label enclosed."}],
)
print(dataset.id)`,
  },
  {
    name: 'TypeScript',
    lines: (target) => `${TYPESCRIPT_CLIENT(target, 'createDataset')}
const { datasetId } = await createDataset({
  client,
  name: ${literal(target.name)},
  description: "",
  examples: [
    {
      input: { question: "How do I return a parcel?" },
      output: { answer: "Within 30 days, with the label enclosed." },
    },
  ],
});
console.log(datasetId);`,
  },
  {
    name: 'curl',
    lines: (
      target,
    ) => `curl ${quoted(`${target.origin}/v1/datasets/upload?sync=true`)}${curlKey(target)} -H 'content-type: application/json' -d ${quoted(
      JSON.stringify(
        {
          name: target.name,
          inputs: [{ question: 'How do I return a parcel?' }],
          outputs: [{ answer: 'Within 30 days, with the label enclosed.' }],
        },
        null,
        2,
      ),
    )}

# or a file, with the columns named
curl ${quoted(`${target.origin}/v1/datasets/upload?sync=true`)}${curlKey(target)} \\
  --form-string ${quoted(`name=${target.name}`)} -F 'input_keys[]=question' -F 'output_keys[]=answer' \\
  -F 'file=@examples.csv;type=text/csv'`,
  },
];

/** How a program reads a dataset and adds to it. */
export const USE_RECIPES: readonly CodeRecipe[] = [
  {
    name: 'Python',
    lines: (target) => `${PYTHON_CLIENT(target)}
dataset = client.datasets.get_dataset(dataset=${literal(target.name)}${target.version === null ? '' : `, version_id=${literal(target.version)}`})
for example in dataset.examples:
    print(example["input"], example["output"])

client.datasets.add_examples_to_dataset(
    dataset=${literal(target.name)},
    inputs=[{"question": "Where is my order?"}],
    outputs=[{"answer": "Your order arrives on Tuesday."}],
)`,
  },
  {
    name: 'TypeScript',
    lines: (target) => `${TYPESCRIPT_CLIENT(target, 'appendDatasetExamples', 'getDataset')}
const dataset = await getDataset({
  client,
  dataset: { datasetName: ${literal(target.name)}${target.version === null ? '' : `, versionId: ${literal(target.version)}`} },
});
for (const { input, output } of dataset.examples) console.log(input, output);

await appendDatasetExamples({
  client,
  dataset: { datasetName: ${literal(target.name)} },
  examples: [{ input: { question: "Where is my order?" }, output: { answer: "Your order arrives on Tuesday." } }],
});`,
  },
  {
    name: 'curl',
    lines: (target) => {
      const { origin, name, id, version } = target;
      const key = curlKey(target);
      const at = `${origin}/v1/datasets/${encodeURIComponent(id ?? '')}`;
      const query = version === null ? '' : `?version_id=${encodeURIComponent(version)}`;
      return `curl ${quoted(`${at}/examples${query}`)}${key}
curl ${quoted(`${at}/jsonl${query}`)}${key} -o examples.jsonl

curl ${quoted(`${origin}/v1/datasets/upload?sync=true`)}${key} -H 'content-type: application/json' -d ${quoted(
        JSON.stringify(
          {
            name,
            action: 'append',
            inputs: [{ question: 'Where is my order?' }],
            outputs: [{ answer: 'Your order arrives on Tuesday.' }],
          },
          null,
          2,
        ),
      )}`;
    },
  },
];
