import { decodeGlobalId, encodeGlobalId } from '#contracts/wire/ids.ts';
import type { ApiApp, Reply } from './api-app.ts';
import { uploadTo } from './api-datasets.ts';

/** A run to log: the example by its position, and its evaluations. */
export interface SampleRun {
  readonly example: number;
  readonly repetition?: number;
  readonly output?: unknown;
  readonly error?: string | null;
  readonly latencyMs?: number;
  readonly traceId?: string;
  readonly evaluations?: Readonly<Record<string, SampleResult>>;
}
/** A score, or more of an evaluation. */
type SampleResult =
  | number
  | {
      readonly score?: number;
      readonly label?: string;
      readonly explanation?: string;
      readonly error?: string;
    };

/** A dataset with experiments on it, made over REST. */
export interface SampleExperiments {
  readonly datasetId: string;
  readonly exampleIds: readonly string[];
  /** Creates an experiment with these runs; its Global ID. */
  experiment(runs: readonly SampleRun[], body?: object): Promise<string>;
  log(experimentId: string, runs: readonly SampleRun[]): Promise<void>;
}

const START_MS = Date.parse('2026-11-20T18:16:00Z');

/**
 * A dataset of so many examples, `{q: 'question 1'}` onwards with `{a: 'answer 1'}`; the even ones
 * in the split `even`, the others in `odd`.
 */
export async function sampleExperiments(api: ApiApp, examples: number): Promise<SampleExperiments> {
  const numbers = Array.from({ length: examples }, (_, index) => index + 1);
  const { dataset_id: datasetId } = await uploadTo(api, {
    name: `sample ${examples} ${numberOf.next++}`,
    inputs: numbers.map((number) => ({ q: `question ${number}` })),
    outputs: numbers.map((number) => ({ a: `answer ${number}` })),
    metadata: numbers.map((number) => ({ tier: number % 3 })),
    splits: numbers.map((number) => (number % 2 === 0 ? 'even' : 'odd')),
  });
  const rows = await api.meta
    .selectFrom('dataset_examples')
    .select('id')
    .where('dataset_id', '=', decodeGlobalId(datasetId)?.number ?? 0)
    .orderBy('id')
    .execute();
  const exampleIds = rows.map(({ id }) => encodeGlobalId('DatasetExample', id));
  const log = async (experimentId: string, runs: readonly SampleRun[]): Promise<void> => {
    for (const run of runs) {
      const start = START_MS + run.example * 1_000;
      const logged = await posted(api, `/v1/experiments/${experimentId}/runs`, {
        dataset_example_id: exampleIds[run.example] ?? '',
        output: run.output ?? `output ${run.example}`,
        repetition_number: run.repetition ?? 1,
        start_time: new Date(start).toISOString(),
        end_time: new Date(start + (run.latencyMs ?? 100)).toISOString(),
        ...(run.error === undefined ? {} : { error: run.error }),
        ...(run.traceId === undefined ? {} : { trace_id: run.traceId }),
      });
      for (const [name, result] of Object.entries(run.evaluations ?? {})) {
        const { error, ...found } =
          typeof result === 'number' ? { score: result } : { error: undefined, ...result };
        await posted(api, '/v1/experiment_evaluations', {
          experiment_run_id: idOf(logged),
          name,
          annotator_kind: 'CODE',
          start_time: new Date(start).toISOString(),
          end_time: new Date(start).toISOString(),
          ...(error === undefined ? { result: found } : { error }),
        });
      }
    }
  };
  return {
    datasetId,
    exampleIds,
    log,
    experiment: async (runs, body = {}) => {
      const experimentId = idOf(
        await posted(api, `/v1/datasets/${datasetId}/experiments`, {
          name: 'an experiment',
          ...body,
        }),
      );
      await log(experimentId, runs);
      return experimentId;
    },
  };
}
const numberOf = { next: 1 };

async function posted(api: ApiApp, url: string, payload: object): Promise<Reply> {
  const reply = await api.call({ method: 'POST', url, payload });
  if (reply.status !== 200) throw new Error(`${url}: ${reply.status} ${reply.text}`);
  return reply;
}

function idOf(reply: Reply): string {
  return (reply.body as { data: { id: string } }).data.id; // as: checked against the document
}
