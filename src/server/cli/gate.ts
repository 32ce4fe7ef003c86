import { appendFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Static, Type, type TSchema } from 'typebox';
import { ExperimentGateReply } from '#contracts/experiments/experiment-gate.ts';
import { ExperimentReply, Experiment } from '#contracts/experiments/experiment.ts';
import { decodeGlobalId } from '#contracts/wire/ids.ts';
import { parseGateRule } from '#core/experiments/gate-rule.ts';
import type { ClientEnvironment, Config } from '#server/config.ts';
import { gateTable, oneLine } from './gate-table.ts';
import { localAddress } from './local-address.ts';
import { ServerClient, unreachable } from './server-client.ts';

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
 * The experiment that people name on a command line: by Global ID; by `dataset/number`,
 * `dataset/name` or `dataset/latest`, where a dataset is named by Global ID or name; by its name
 * alone when experiments of one dataset alone have it. Of several in a dataset with the same name,
 * the newest.
 */
async function findExperiment(client: ServerClient, text: string): Promise<Experiment> {
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

async function findDataset(
  client: ServerClient,
  text: string,
): Promise<Static<typeof Named> | null> {
  if (decodeGlobalId(text)?.type === 'Dataset') {
    const found = await client.find(
      `/v1/datasets/${encodeURIComponent(text)}`,
      Type.Object({ data: Named }),
    );
    if (found !== null) return found.data;
  }
  const { data } = await client.ask(`/v1/datasets?name=${encodeURIComponent(text)}`, Datasets);
  return data[0] ?? null;
}

async function experimentOf(
  client: ServerClient,
  dataset: Static<typeof Named>,
  which: string,
  text: string,
): Promise<Experiment> {
  for await (const experiment of rows(
    client,
    `/v1/datasets/${encodeURIComponent(dataset.id)}/experiments`,
    Experiments,
  ))
    if (
      which === 'latest' ||
      String(experiment.sequence_number) === which ||
      experiment.name === which
    )
      return experiment;
  const what =
    which === 'latest'
      ? 'no experiments yet'
      : `no experiment with the number or name '${which.slice(0, CHARS_SHOWN)}'`;
  throw unknown(text, `The dataset '${dataset.name.slice(0, CHARS_SHOWN)}' has ${what}.`);
}

async function experimentNamed(client: ServerClient, name: string): Promise<Experiment> {
  const found: { readonly dataset: string; readonly experiment: Experiment }[] = [];
  for await (const dataset of rows(client, '/v1/datasets', Datasets)) {
    for await (const experiment of rows(
      client,
      `/v1/datasets/${encodeURIComponent(dataset.id)}/experiments`,
      Experiments,
    )) {
      if (experiment.name !== name) continue;
      found.push({ dataset: dataset.name, experiment });
      break;
    }
  }
  const [first, second] = found;
  if (first === undefined)
    throw unknown(name, 'There is no experiment with this Global ID or name.');
  if (second !== undefined) {
    const ways = found
      .slice(0, 5)
      .map(
        ({ dataset, experiment }) =>
          `'${dataset.slice(0, CHARS_SHOWN)}/${experiment.sequence_number}'`,
      );
    throw unknown(
      name,
      `Experiments of ${found.length} datasets have this name: write ${ways.join(' or ')}.`,
    );
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
    const reply: { readonly data: readonly Static<T>[]; readonly next_cursor: string | null } =
      await client.ask(`${path}?limit=${PAGE}${more}`, schema);
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

const WAIT_SECONDS_MAX = 86_400;
const DEFAULT_PORT = 6006;
const POLL_MS = 1_000;
/** For each answer the server makes the figures of all rules anew. */
const GATE_POLL_MS_MAX = 5_000;

/** Options as they were written, in order, by name. */
type Given = ReadonlyMap<string, readonly string[]>;

/**
 * `telltale gate`: asks a server to compare an experiment with rules, and says how it went. Exit
 * code 0 when no rule failed, 1 when one did, 2 when nothing was compared.
 */
export async function gate(
  config: Config,
  environment: ClientEnvironment,
  given: Given,
): Promise<void> {
  const last = (option: string): string | undefined => given.get(option)?.at(-1);
  const wanted = last('experiment');
  const rules = given.get('fail-if') ?? [];
  if (wanted === undefined)
    throw unreachable(
      '--experiment is missing; accepted is a Global ID, a name, DATASET/NUMBER or DATASET/latest.',
    );
  if (rules.length === 0)
    throw unreachable(
      "--fail-if is missing; accepted is a rule such as --fail-if 'correctness < baseline - 0.02'.",
    );
  const waitMs = waitOf(last('wait'));
  const local = `${localAddress(config, config.port === 0 ? DEFAULT_PORT : config.port)}${config.rootPath}`;
  const client = new ServerClient(last('url') ?? environment.url ?? local, environment.apiKey);
  const experiment = await findExperiment(client, wanted);
  const path = `/v1/experiments/${encodeURIComponent(experiment.id)}/gate`;
  const baseline = last('baseline');
  const body = {
    fail_if: rules,
    require_significance: given.has('significant'),
    ...(baseline === undefined ? {} : { baseline }),
  };
  const ask = async (): Promise<GateResult> =>
    (await client.ask(path, ExperimentGateReply, { method: 'POST', body })).data;
  const result = await completeResult(client, ask, waitMs);
  report(result, client, {
    markdown: last('markdown'),
    junit: last('junit'),
    stepSummary: environment.stepSummaryFile,
  });
  if (!result.passed) process.exitCode = 1;
}

interface Destinations {
  readonly markdown: string | undefined;
  readonly junit: string | undefined;
  readonly stepSummary: string | null;
}

function report(
  result: GateResult,
  client: ServerClient,
  { markdown, junit, stepSummary }: Destinations,
): void {
  const { experiment } = result;
  const page = client.pageOf(
    `/datasets/${encodeURIComponent(experiment.dataset_id)}/compare?experimentId=${encodeURIComponent(experiment.id)}`,
  );
  // With the Markdown on standard output, that is all there is: it may be piped into a comment.
  if (markdown === '-') process.stdout.write(withLineEnd(result.markdown));
  else process.stdout.write(`${gateTable(result)}\n${page}\n`);
  if (markdown !== undefined && markdown !== '-')
    written('--markdown', markdown, () => writeFileSync(markdown, withLineEnd(result.markdown)));
  if (junit !== undefined)
    written('--junit', junit, () => writeFileSync(junit, withLineEnd(result.junit)));
  if (stepSummary !== null)
    written('GITHUB_STEP_SUMMARY', stepSummary, () =>
      appendFileSync(stepSummary, withLineEnd(result.markdown)),
    );
}

/**
 * The exit code says how the gate went, so a report that cannot be written must not look like that.
 */
function written(option: string, file: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw unreachable(
      `${option} is '${file.slice(0, 200)}', which cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function waitOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const seconds = Number(text);
  if (text.trim() === '' || !(seconds >= 0 && seconds <= WAIT_SECONDS_MAX))
    throw unreachable(
      `--wait is '${text.slice(0, 80)}'; accepted is a number of seconds from 0 to ${WAIT_SECONDS_MAX.toLocaleString('en-US')}.`,
    );
  return seconds * 1_000;
}

function withLineEnd(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

type GateResult = Static<typeof ExperimentGateReply>['data'];

/**
 * The result of a gate once the experiment has all runs, evaluations and costs that the rules need.
 * Reports its progress on standard error, and ends the command at the timeout. Evaluates the gate
 * before it waits, so that an invalid rule is refused at once.
 */
async function completeResult(
  client: ServerClient,
  ask: () => Promise<GateResult>,
  waitMs: number,
): Promise<GateResult> {
  let result = await ask();
  if (waitMs === 0) return result;
  const wait = new Wait(result.experiment, waitMs);
  if (result.experiment.missing_run_count > 0) {
    await untilNoRunIsMissing(client, result.experiment, wait);
    result = await ask();
  }
  for (let pollMs = POLL_MS; ; pollMs = Math.min(2 * pollMs, GATE_POLL_MS_MAX)) {
    const lacking = lackingValues(result);
    if (lacking.length === 0) return result;
    await wait.pause(
      lacking.map(({ what }) => what).join(),
      lacking.map(({ what, runs }) => `${what} of ${counted(runs)}`),
      pollMs,
    );
    result = await ask();
  }
}

async function untilNoRunIsMissing(
  client: ServerClient,
  experiment: Experiment,
  wait: Wait,
): Promise<void> {
  let missing = experiment.missing_run_count;
  while (missing > 0) {
    await wait.pause('runs', [counted(missing)], POLL_MS);
    const { data } = await client.ask(
      `/v1/experiments/${encodeURIComponent(experiment.id)}`,
      ExperimentReply,
    );
    missing = data.missing_run_count;
  }
}

/** The data the rules still lack, each name once. */
function lackingValues({
  rules,
}: GateResult): readonly { readonly what: string; readonly runs: number }[] {
  const lacking = new Map<string, number>();
  for (const { rule, missing_values: runs } of rules) {
    if (runs === 0) continue;
    const { measure } = parseGateRule(rule);
    lacking.set(
      measure.kind === 'evaluation' ? `the evaluation '${oneLine(measure.name)}'` : 'the cost',
      runs,
    );
  }
  return Array.from(lacking, ([what, runs]) => ({ what, runs }));
}

/** Waits for parts of an experiment, for a limited time in all. */
class Wait {
  readonly #name: string;
  readonly #waitMs: number;
  readonly #deadlineMs: number;
  #printed = '';

  constructor({ name }: Experiment, waitMs: number) {
    this.#name = oneLine(name);
    this.#waitMs = waitMs;
    this.#deadlineMs = performance.now() + waitMs;
  }

  /** Says what it waits for when `key` is new. Ends the command when no time is left. */
  async pause(key: string, parts: readonly string[], pollMs: number): Promise<void> {
    const what = `${parts.join(' and ')} of '${this.#name}'`;
    if (key !== this.#printed) process.stderr.write(`telltale: Waiting for ${what}.\n`);
    this.#printed = key;
    const leftMs = this.#deadlineMs - performance.now();
    if (leftMs <= 0)
      throw unreachable(
        `Still missing after ${this.#waitMs / 1_000} s: ${what}. Wait longer, or leave out --wait.`,
      );
    await delay(Math.min(pollMs, leftMs));
  }
}

function counted(runs: number): string {
  return runs === 1 ? '1 run' : `${runs} runs`;
}
