import { CodeTabs } from '#web/ui/code-tabs.tsx';
import { KeyNote } from '#web/accounts/key-note.tsx';
import { useNeedsKey } from '#web/accounts/use-needs-key.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { TYPESCRIPT_KEY } from '#web/datasets/code-lines.ts';

/**
 * The purpose of the lines: read the dataset, store runs and read them again, and send their
 * traces.
 */
const SCOPES = ['datasets:read', 'experiments:read', 'experiments:write', 'traces:write'] as const;

/** The lines by which a program runs an experiment on a dataset of this server. */
export function ExperimentCode({ dataset }: { dataset: string }) {
  const needsKey = useNeedsKey();
  const target = { origin: location.origin + ROOT_PATH, dataset, needsKey };
  return (
    <>
      {needsKey && <KeyNote scopes={SCOPES} />}
      <CodeTabs
        label="Language"
        tabs={EXPERIMENT_RECIPES.map((one) => ({ name: one.name, text: one.lines(target) }))}
      />
    </>
  );
}

/** The dataset that an experiment runs on, and where it is. */
interface ExperimentTarget {
  /** Of this server, as the browser reaches it: `http://localhost:6006`. */
  readonly origin: string;
  readonly dataset: string;
  /** Whether the server asks for a key, which the lines take from `SERVICE_API_KEY`. */
  readonly needsKey: boolean;
}

/** A text of Python or TypeScript; both read what JSON writes. */
const literal = (text: string): string => JSON.stringify(text);

/**
 * Code that runs an experiment unchanged, without a model: the task repeats its input, and the
 * evaluator compares the output with the expected one. Replace the task with your own.
 */
const EXPERIMENT_RECIPES: readonly {
  readonly name: string;
  readonly lines: (target: ExperimentTarget) => string;
}[] = [
  {
    name: 'Python',
    lines: ({ origin, dataset, needsKey }) => `# pip install arize-phoenix-client
${needsKey ? 'import os\n\n' : ''}from phoenix.client import Client

client = Client(base_url=${literal(origin)}${needsKey ? ', api_key=os.environ["SERVICE_API_KEY"]' : ''})
dataset = client.datasets.get_dataset(dataset=${literal(dataset)})


def task(input):
    # Call your application here. This one repeats its input.
    return " ".join(str(value) for value in input.values())


def exact_match(output, expected):
    return output in [str(value) for value in expected.values()]


client.experiments.run_experiment(
    dataset=dataset, task=task, evaluators=[exact_match], experiment_name="first experiment"
)`,
  },
  {
    name: 'TypeScript',
    lines: ({ origin, dataset, needsKey }) => `// npm install @arizeai/phoenix-client
import { createClient } from "@arizeai/phoenix-client";
import { asExperimentEvaluator, runExperiment } from "@arizeai/phoenix-client/experiments";

const client = createClient({ options: { baseUrl: ${literal(origin)}${needsKey ? TYPESCRIPT_KEY : ''} } });

await runExperiment({
  client,
  dataset: { datasetName: ${literal(dataset)} },
  experimentName: "first experiment",
  // Call your application here. This one repeats its input.
  task: async ({ input }) => Object.values(input).join(" "),
  evaluators: [
    asExperimentEvaluator({
      name: "exact_match",
      kind: "CODE",
      evaluate: ({ output, expected }) => ({
        score: Object.values(expected ?? {}).map(String).includes(String(output)) ? 1 : 0,
      }),
    }),
  ],
});`,
  },
];
