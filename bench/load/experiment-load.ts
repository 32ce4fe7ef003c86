import { Agent, request } from 'node:http';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

const WORDS =
  'the parcel was sent on Monday, arrived "damaged" on Thursday and went back with the enclosed label before noon ';
const EXAMPLES = 1_000;
const REPETITIONS = 1_000;
const TIMES = {
  start_time: '2026-03-01T12:00:00+00:00',
  end_time: '2026-03-01T12:00:01.500000+00:00',
};
const JSON_TYPE = { 'content-type': 'application/json' };
const Id = Type.Object({ data: Type.Object({ id: Type.String() }) });
const Uploaded = Type.Object({ data: Type.Object({ dataset_id: Type.String() }) });
const Examples = Type.Object({
  data: Type.Object({
    examples: Type.Array(Type.Object({ id: Type.String(), node_id: Type.Optional(Type.String()) })),
  }),
});

/** The durations of a number of requests. */
export interface Logged {
  readonly count: number;
  readonly seconds: number;
  /** How long each waited for its answer, in order of size. */
  readonly waitsMs: readonly number[];
}

/**
 * Logs runs and evaluations of one experiment as clients do: one a request, over connections that
 * stay open. Works with any server of the same routes.
 */
export class ExperimentLoad {
  readonly experimentId: string;
  readonly #url: string;
  readonly #agent: Agent;
  readonly #exampleIds: readonly string[];
  readonly #connections: number;
  /** Of the runs that were logged, in any order. */
  readonly #runIds: string[] = [];
  #next = 0;
  #evaluated = 0;

  private constructor(
    url: string,
    connections: number,
    experimentId: string,
    exampleIds: readonly string[],
  ) {
    this.#url = url;
    this.#connections = connections;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.experimentId = experimentId;
    this.#exampleIds = exampleIds;
  }

  /** On a new dataset with a thousand examples, or as many as given. */
  static async create(
    url: string,
    connections: number,
    examples = EXAMPLES,
    repetitions = REPETITIONS,
  ): Promise<ExperimentLoad> {
    const inputs = Array.from({ length: examples }, (_, at) => ({ question: `${at} ${WORDS}` }));
    const upload = {
      name: `logged ${Math.random()}`,
      action: 'create',
      inputs,
      outputs: inputs.map(() => ({ answer: WORDS })),
    };
    const { data: dataset } = Value.Parse(
      Uploaded,
      await postJson(`${url}/v1/datasets/upload?sync=true`, upload),
    );
    const path = `${url}/v1/datasets/${encodeURIComponent(dataset.dataset_id)}`;
    const { data } = Value.Parse(Examples, await (await fetch(`${path}/examples`)).json());
    const experiment = Value.Parse(Id, await postJson(`${path}/experiments`, { repetitions }));
    return new ExperimentLoad(
      url,
      connections,
      experiment.data.id,
      data.examples.map(({ id, node_id: nodeId }) => nodeId ?? id),
    );
  }

  /** Logs runs of 600 bytes until the count or the time is reached, or the signal says stop. */
  async runs(until: Until): Promise<Logged> {
    const path = `/v1/experiments/${encodeURIComponent(this.experimentId)}/runs`;
    return await this.#many(until, async () => {
      const at = this.#next++;
      const body = {
        dataset_example_id: this.#exampleIds[at % this.#exampleIds.length],
        repetition_number: 1 + Math.floor(at / this.#exampleIds.length),
        output: { answer: `${at} ${WORDS.repeat(4)}` },
        trace_id: at.toString(16).padStart(32, '0'),
        ...TIMES,
      };
      this.#runIds.push(Value.Parse(Id, JSON.parse(await this.#post(path, body))).data.id);
    });
  }

  /** Logs one evaluation for each of the runs, then another for each. */
  async evaluations(until: Until): Promise<Logged> {
    return await this.#many(until, async () => {
      const at = this.#evaluated++;
      await this.#post('/v1/experiment_evaluations', {
        experiment_run_id: this.#runIds[at % this.#runIds.length],
        name: `correctness ${Math.floor(at / this.#runIds.length)}`,
        annotator_kind: 'LLM',
        result: { label: 'correct', score: 1, explanation: WORDS },
        ...TIMES,
      });
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  async #many(
    {
      countMax = Number.POSITIVE_INFINITY,
      durationMsMax = Number.POSITIVE_INFINITY,
      signal,
    }: Until,
    one: () => Promise<void>,
  ): Promise<Logged> {
    const began = performance.now();
    const waitsMs: number[] = [];
    let left = countMax;
    const connection = async (): Promise<void> => {
      while (left > 0 && performance.now() - began < durationMsMax && signal?.aborted !== true) {
        left -= 1;
        const sent = performance.now();
        await one();
        waitsMs.push(performance.now() - sent);
      }
    };
    await Promise.all(Array.from({ length: this.#connections }, connection));
    return {
      count: waitsMs.length,
      seconds: (performance.now() - began) / 1_000,
      waitsMs: waitsMs.toSorted((a, b) => a - b),
    };
  }

  async #post(path: string, body: object): Promise<string> {
    return await new Promise<string>((resolve, reject) => {
      const sent = request(`${this.#url}${path}`, {
        method: 'POST',
        headers: JSON_TYPE,
        agent: this.#agent,
      });
      sent.on('error', reject).on('response', (response) => {
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (piece: string) => (text += piece))
          .on('error', reject)
          .on('end', () =>
            response.statusCode === 200
              ? resolve(text)
              : reject(new Error(`POST ${path}: ${response.statusCode} ${text}`)),
          );
      });
      sent.end(JSON.stringify(body));
    });
  }
}

interface Until {
  readonly countMax?: number;
  readonly durationMsMax?: number;
  readonly signal?: AbortSignal;
}

async function postJson(url: string, body: object): Promise<unknown> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify(body),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`POST ${url}: ${reply.status} ${text}`);
  return JSON.parse(text);
}
