import { appendFileSync, writeFileSync } from 'node:fs';
import type { ClientEnvironment, Config } from '#server/config.ts';
import { ExperimentGateReply } from '#contracts/experiments/experiment-gate.ts';
import { findExperiment } from './find-experiment.ts';
import { gateTable } from './gate-table.ts';
import { completeResult, type GateResult } from './gate-wait.ts';
import { localAddress } from './local-address.ts';
import { ServerClient, unreachable } from './server-client.ts';

const WAIT_SECONDS_MAX = 86_400;
const DEFAULT_PORT = 6006;

/** Options as they were written, in order, by name. */
type Given = ReadonlyMap<string, readonly string[]>;

/**
 * `telltale gate`: asks a server to compare an experiment with rules, and says how it went. Exit code 0 when no rule failed, 1 when one did, 2 when nothing
 * was compared.
 */
export async function gate(config: Config, environment: ClientEnvironment, given: Given): Promise<void> {
  const last = (option: string): string | undefined => given.get(option)?.at(-1);
  const wanted = last('experiment');
  const rules = given.get('fail-if') ?? [];
  if (wanted === undefined)
    throw unreachable('--experiment is missing; accepted is a Global ID, a name, DATASET/NUMBER or DATASET/latest.');
  if (rules.length === 0) throw unreachable("--fail-if is missing; accepted is a rule such as --fail-if 'correctness < baseline - 0.02'.");
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
  const ask = async (): Promise<GateResult> => (await client.ask(path, ExperimentGateReply, { method: 'POST', body })).data;
  const result = await completeResult(client, ask, waitMs);
  report(result, client, { markdown: last('markdown'), junit: last('junit'), stepSummary: environment.stepSummaryFile });
  if (!result.passed) process.exitCode = 1;
}

interface Destinations {
  readonly markdown: string | undefined;
  readonly junit: string | undefined;
  readonly stepSummary: string | null;
}

function report(result: GateResult, client: ServerClient, { markdown, junit, stepSummary }: Destinations): void {
  const { experiment } = result;
  const page = client.pageOf(
    `/datasets/${encodeURIComponent(experiment.dataset_id)}/compare?experimentId=${encodeURIComponent(experiment.id)}`,
  );
  // With the Markdown on standard output, that is all there is: it may be piped into a comment.
  if (markdown === '-') process.stdout.write(withLineEnd(result.markdown));
  else process.stdout.write(`${gateTable(result)}\n${page}\n`);
  if (markdown !== undefined && markdown !== '-')
    written('--markdown', markdown, () => writeFileSync(markdown, withLineEnd(result.markdown)));
  if (junit !== undefined) written('--junit', junit, () => writeFileSync(junit, withLineEnd(result.junit)));
  if (stepSummary !== null) written('GITHUB_STEP_SUMMARY', stepSummary, () => appendFileSync(stepSummary, withLineEnd(result.markdown)));
}

/** The exit code says how the gate went, so a report that cannot be written must not look like that. */
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
