import { setTimeout as delay } from 'node:timers/promises';
import type { Static } from 'typebox';
import type { ExperimentGateReply } from '#contracts/experiments/experiment-gate.ts';
import { ExperimentReply, type Experiment } from '#contracts/experiments/experiment.ts';
import { parseGateRule } from '#core/experiments/gate-rule.ts';
import { oneLine } from './gate-table.ts';
import { unreachable, type ServerClient } from './server-client.ts';

export type GateResult = Static<typeof ExperimentGateReply>['data'];

const POLL_MS = 1_000;
/** For each answer the server makes the figures of all rules anew. */
const GATE_POLL_MS_MAX = 5_000;

/**
 * The result of a gate once the experiment has all runs, evaluations and costs that the rules need. Reports its progress on standard error,
 * and ends the command at the timeout. Evaluates the gate before it waits, so that an invalid rule is refused at once.
 */
export async function completeResult(client: ServerClient, ask: () => Promise<GateResult>, waitMs: number): Promise<GateResult> {
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

async function untilNoRunIsMissing(client: ServerClient, experiment: Experiment, wait: Wait): Promise<void> {
  let missing = experiment.missing_run_count;
  while (missing > 0) {
    await wait.pause('runs', [counted(missing)], POLL_MS);
    const { data } = await client.ask(`/v1/experiments/${encodeURIComponent(experiment.id)}`, ExperimentReply);
    missing = data.missing_run_count;
  }
}

/** The data the rules still lack, each name once. */
function lackingValues({ rules }: GateResult): readonly { readonly what: string; readonly runs: number }[] {
  const lacking = new Map<string, number>();
  for (const { rule, missing_values: runs } of rules) {
    if (runs === 0) continue;
    const { measure } = parseGateRule(rule);
    lacking.set(measure.kind === 'evaluation' ? `the evaluation '${oneLine(measure.name)}'` : 'the cost', runs);
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
    if (leftMs <= 0) throw unreachable(`Still missing after ${this.#waitMs / 1_000} s: ${what}. Wait longer, or leave out --wait.`);
    await delay(Math.min(pollMs, leftMs));
  }
}

function counted(runs: number): string {
  return runs === 1 ? '1 run' : `${runs} runs`;
}
