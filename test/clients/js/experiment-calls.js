/** The client's functions for experiments; prints what each gave as one JSON object, by name. */
import { createClient } from '@arizeai/phoenix-client';
import { createDataset } from '@arizeai/phoenix-client/datasets';
import {
  asExperimentEvaluator,
  createExperiment,
  deleteExperiment,
  evaluateExperiment,
  getExperiment,
  getExperimentInfo,
  getExperimentRuns,
  listExperiments,
  resumeEvaluation,
  resumeExperiment,
  runExperiment,
} from '@arizeai/phoenix-client/experiments';

const client = createClient();
const silent = { info() {}, warn() {}, error() {}, debug() {}, log() {}, table() {} };
const quiet = { client, logger: silent };
const results = {};

/** Keeps what the action gave, or which error it threw; and hands it on. */
async function call(name, action) {
  try {
    const value = await action();
    results[name] = value ?? null;
    return value;
  } catch (error) {
    results[name] = { raised: error.name, message: error.message };
    return null;
  }
}

const sorted = (values) => values.map((value) => JSON.stringify(value)).toSorted();
const outputsOf = (experiment) => sorted(Object.values(experiment.runs).map((run) => run.output));
const countsOf = async (experimentId) => {
  const { exampleCount, successfulRunCount, failedRunCount, missingRunCount } =
    await getExperimentInfo({ client, experimentId });
  return [exampleCount, successfulRunCount, failedRunCount, missingRunCount];
};
const code = (name, evaluate) => asExperimentEvaluator({ name, kind: 'CODE', evaluate });
/** How many evaluations of a name an experiment has, their mean score and their errors, as its export says. */
async function scoresOf(experimentId, name) {
  const reply = await client.GET('/v1/experiments/{experiment_id}/json', {
    params: { path: { experiment_id: experimentId } },
    parseAs: 'json',
  });
  const found = reply.data.flatMap((run) =>
    run.annotations.filter((annotation) => annotation.name === name),
  );
  const scores = found.flatMap(({ score }) => (score === null ? [] : [score]));
  return {
    count: found.length,
    mean: scores.reduce((sum, score) => sum + score, 0) / scores.length,
    errors: found.filter(({ error }) => error !== null).length,
  };
}

const { datasetId } = await createDataset({
  client,
  name: 'numbers of js',
  examples: Array.from({ length: 60 }, (_, n) => ({
    input: { n },
    output: { n: n * 2 },
    metadata: {},
    splits: n % 2 === 0 ? 'even' : 'odd',
  })),
});
const dataset = { datasetId };
const double = ({ input }) => input.n * 2;
const isDouble = code('is double', ({ output, expected }) => ({
  score: output === expected.n ? 1 : 0,
  label: output === expected.n ? 'yes' : 'no',
  explanation: 'n times two',
  metadata: { by: 'js' },
}));

const ran = await call('run', () =>
  runExperiment({
    ...quiet,
    dataset,
    task: async (example) => double(example),
    evaluators: [isDouble],
    experimentName: 'js',
    experimentDescription: 'doubles',
    experimentMetadata: { model: 'none' },
    repetitions: 2,
  }),
);
results['run'] = {
  keys: Object.keys(ran.runs).length,
  evaluations: ran.evaluationRuns.length,
  project: ran.projectName,
  datasetId: ran.datasetId === datasetId,
  successful: ran.successfulRunCount,
};
results['traces'] = {
  project: ran.projectName,
  'of runs': Object.values(ran.runs).map((run) => run.traceId),
  'of evaluations': ran.evaluationRuns.map((run) => run.traceId),
};
await call('info', () => getExperimentInfo({ client, experimentId: ran.id }));
const again = await getExperiment({ client, experimentId: ran.id });
await call('same', () => outputsOf(again).join() === outputsOf(ran).join());
await call('runs', async () =>
  Object.keys((await getExperimentRuns({ client, experimentId: ran.id })).runs[0]).toSorted(),
);
await call('scores', () => scoresOf(ran.id, 'is double'));
await call(
  'evaluate',
  async () =>
    (
      await evaluateExperiment({
        ...quiet,
        experiment: again,
        evaluators: [code('polite', () => ({ score: 0.25 }))],
      })
    ).evaluationRuns.length,
);
await call('evaluated', () => scoresOf(ran.id, 'polite'));

// Tasks that fail are resumed, over more than a page of them.
const failed = await runExperiment({
  ...quiet,
  dataset,
  task: async (example) => {
    if (example.input.n % 10 !== 0) throw new Error('the model is busy');
    return double(example);
  },
});
await call('failed', () => countsOf(failed.id));
await call(
  'failed run',
  async () =>
    (await getExperimentRuns({ client, experimentId: failed.id })).runs.find((run) => run.error)
      ?.error,
);
const asked = [];
await call('resume', () =>
  resumeExperiment({
    ...quiet,
    experimentId: failed.id,
    task: async (example) => asked.push(example.input.n) && double(example),
    evaluators: [isDouble],
  }),
);
await call('asked', () => asked.length);
await call('resumed', () => countsOf(failed.id));
await call('resumed scores', () => scoresOf(failed.id, 'is double'));

// Evaluators that fail are resumed.
const broken = code('quality', ({ output }) => {
  if (output >= 60) throw new Error('the judge is busy');
  return { score: 1 };
});
await evaluateExperiment({
  ...quiet,
  experiment: await getExperiment({ client, experimentId: failed.id }),
  evaluators: [broken],
});
await call('failed evaluations', () => scoresOf(failed.id, 'quality'));
await call('resume evaluations', () =>
  resumeEvaluation({
    ...quiet,
    experimentId: failed.id,
    evaluators: [code('quality', () => ({ score: 0.5 }))],
  }),
);
await call('resumed evaluations', () => scoresOf(failed.id, 'quality'));
await call('stop on the first error', () =>
  resumeEvaluation({
    ...quiet,
    experimentId: failed.id,
    evaluators: [
      code('strict', () => {
        throw new Error('no');
      }),
    ],
    stopOnFirstError: true,
  }),
);

// Splits fix the examples.
const bySplit = await call('create', () =>
  createExperiment({ client, datasetId, experimentName: 'js by split', splits: ['even'] }),
);
await resumeExperiment({
  ...quiet,
  experimentId: bySplit.id,
  task: async (example) => double(example),
});
await call('by split', () => countsOf(bySplit.id));
const odd = await runExperiment({
  ...quiet,
  dataset: { datasetId, splits: ['odd'] },
  task: async (example) => double(example),
});
await call('odd', () => countsOf(odd.id));

const before = (await listExperiments({ client, datasetId })).length;
const dry = await runExperiment({
  ...quiet,
  dataset,
  task: async (example) => double(example),
  evaluators: [isDouble],
  dryRun: 3,
});
await call('dry run', async () => [
  Object.keys(dry.runs).length,
  dry.evaluationRuns.length,
  (await listExperiments({ client, datasetId })).length - before,
]);
await call('list', async () =>
  (await listExperiments({ client, datasetId })).map(({ id }) =>
    [ran.id, failed.id, bySplit.id, odd.id].indexOf(id),
  ),
);
await call('delete', () => deleteExperiment({ client, experimentId: bySplit.id }));
await call('delete with project', () =>
  deleteExperiment({ client, experimentId: odd.id, deleteProject: true }),
);
await call('deleted', () => getExperiment({ client, experimentId: odd.id }));
await call('delete again', () => deleteExperiment({ client, experimentId: odd.id }));
await call('left', async () => (await listExperiments({ client, datasetId })).length);

console.log(JSON.stringify(results));
process.exit(0);
