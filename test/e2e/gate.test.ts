import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot, runCommand, type BootedServer } from './boot.ts';
import { createExperiment, sendEvaluation, sendRun, tagExperiment } from './experiment-client.ts';
import { logExperiments, logRuns, type LoggedExperiments } from './planned-experiments.ts';

const EXAMPLES = 10;
let server: BootedServer;
let folder: string;
/** The second is worse at one example in five. */
let logged: LoggedExperiments;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'telltale-gate-'));
  server = await boot();
  logged = await logExperiments(server.url, {
    name: 'gated',
    inputs: Array.from({ length: EXAMPLES }, (_, n) => ({ n })),
    experiments: [
      { name: 'first', run: correct },
      {
        name: 'second\u001B[31m prompt',
        run: (at) => ({ output: at, scores: { correctness: at % 5 === 0 ? 0 : 1 } }),
      },
    ],
  });
  await tagExperiment(server.url, first(), 'baseline');
});
afterAll(async () => {
  await server.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const correct = (at: number) => ({ output: at, scores: { correctness: 1 } });
const first = (): string => logged.experiments[0] ?? '';

const gate = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  await runCommand(['gate', ...args], { TELLTALE_URL: server.url, ...env });
const onSecond = ['--experiment', 'gated/2'];

describe('telltale gate', () => {
  it('ends with 0 when no rule fails, and says so', async () => {
    const { code, stdout, stderr } = await gate([
      ...onSecond,
      '--fail-if',
      'correctness < 0.5',
      '--fail-if',
      'missing_runs > 0',
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    // Names come from others: nothing in them is for the terminal.
    expect(stdout).not.toContain('\u001B');
    expect(stdout).toContain('Experiment  #2 second [31m prompt (10 runs)');
    expect(stdout).toContain('ok      correctness < 0.5');
    expect(stdout).toContain('Passed: 2 rules.');
    expect(stdout).toContain(`${server.url}/datasets/`);
  });

  it('ends with 1 when a rule fails, and writes reports', async () => {
    const files = {
      markdown: path.join(folder, 'gate.md'),
      junit: path.join(folder, 'gate.xml'),
      summary: path.join(folder, 'summary.md'),
    };
    const rules = ['--fail-if', 'missing_runs > 0', '--fail-if', 'correctness < baseline - 0.02'];
    const { code, stdout } = await gate(
      [...onSecond, ...rules, '--markdown', files.markdown, '--junit', files.junit],
      {
        GITHUB_STEP_SUMMARY: files.summary,
      },
    );
    expect(code).toBe(1);
    // The failed one comes first.
    expect(stdout).toMatch(
      /Baseline {4}#1 first \(10 runs\)\n\nFAILED {2}correctness < baseline - 0\.02\n[^]*\nok {6}missing_runs > 0\n/,
    );
    expect(stdout).toContain('Failed: 1 of 2 rules.');
    expect(readFileSync(files.markdown, 'utf8')).toBe(readFileSync(files.summary, 'utf8'));
    expect(readFileSync(files.junit, 'utf8')).toContain('tests="2" failures="1"');
  });

  it('writes only the Markdown to standard output on request', async () => {
    const { code, stdout } = await gate([
      ...onSecond,
      '--fail-if',
      'regressed(correctness) > 1',
      '--markdown',
      '-',
    ]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^## /);
    expect(stdout).not.toContain('FAILED  ');
  });

  it('finds an experiment by id, name, number in a dataset, and the newest', async () => {
    for (const experiment of [first(), 'first', 'gated/1', 'gated/first']) {
      const { code, stdout, stderr } = await gate([
        '--experiment',
        experiment,
        '--fail-if',
        'correctness < 1',
      ]);
      expect({ experiment, code, stderr }).toEqual({ experiment, code: 0, stderr: '' });
      expect(stdout).toContain('#1 first');
    }
    const { stdout } = await gate([
      '--experiment',
      'gated/latest',
      '--fail-if',
      'correctness < 0.1',
    ]);
    expect(stdout).toContain('#2 second');
  });

  it('takes a baseline by tag', async () => {
    await tagExperiment(server.url, logged.experiments[1] ?? '', 'release-7');
    const { code, stdout } = await gate([
      '--experiment',
      'gated/1',
      '--baseline',
      'release-7',
      '--fail-if',
      'correctness < baseline',
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain('Baseline    #2');
  });

  it('waits for missing runs, no longer than the timeout', async () => {
    const slow = await createExperiment(server.url, logged.dataset, { name: 'slow' });
    const args = ['--experiment', slow.id, '--fail-if', 'missing_runs > 0', '--wait'];
    const late = await gate([...args, '0.1']);
    expect({ code: late.code, stderr: late.stderr }).toEqual({
      code: 2,
      stderr:
        "telltale: Waiting for 10 runs of 'slow'.\ntelltale: Still missing after 0.1 s: 10 runs of 'slow'. Wait longer, or leave out --wait.\n",
    });
    const waiting = gate([...args, '120']);
    await logRuns(server.url, logged.dataset, slow.id, { run: correct });
    expect((await waiting).code).toBe(0);
  });

  it('waits for the evaluations that its rules need', async () => {
    const later = await createExperiment(server.url, logged.dataset, { name: 'evaluated later' });
    const runs: string[] = [];
    for (const example of logged.examples)
      runs.push(
        (
          await sendRun(server.url, later.id, {
            dataset_example_id: example,
            repetition_number: 1,
            output: '',
          })
        ).id,
      );
    const [run = '', ...further] = runs;
    await sendEvaluation(server.url, run, 'correctness', 1);
    const args = [
      '--experiment',
      later.id,
      '--fail-if',
      'correctness < 0.5',
      '--fail-if',
      'missing_runs > 0',
      '--wait',
    ];
    const what = "the evaluation 'correctness' of 9 runs of 'evaluated later'";
    expect(await gate([...args, '0.1'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `telltale: Waiting for ${what}.\ntelltale: Still missing after 0.1 s: ${what}. Wait longer, or leave out --wait.\n`,
    });
    // Without it, the gate looks at what is there, and says how much that is.
    const now = await gate(args.slice(0, -1));
    expect(now).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('9 of 10 runs without an error are not evaluated.'),
    });
    const waiting = gate([...args, '120']);
    for (const id of further) await sendEvaluation(server.url, id, 'correctness', 0);
    const { code, stdout } = await waiting;
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('0.1 < 0.5.') });
  });

  it('does not wait with a rule that cannot be read', async () => {
    const { code, stderr } = await gate([
      '--experiment',
      'first',
      '--fail-if',
      'nothing',
      '--wait',
      '86400',
    ]);
    expect(code).toBe(2);
    expect(stderr).not.toContain('Waiting');
  });

  it.each([
    ['no experiment', ['--fail-if', 'correctness < 1'], /^telltale: --experiment is missing; /],
    ['no rule', ['--experiment', 'first'], /^telltale: --fail-if is missing; /],
    [
      'an unknown experiment',
      ['--experiment', 'nowhere', '--fail-if', 'correctness < 1'],
      /^telltale: --experiment is 'nowhere'\. There is no /,
    ],
    [
      'an unknown number',
      ['--experiment', 'gated/99', '--fail-if', 'correctness < 1'],
      /The dataset 'gated' has no experiment with the number or name '99'/,
    ],
    [
      'a rule that cannot be read',
      ['--experiment', 'first', '--fail-if', 'correctness !'],
      /^telltale: .*correctness !/,
    ],
    [
      'an unknown baseline',
      ['--experiment', 'first', '--baseline', 'nothing', '--fail-if', 'correctness < baseline'],
      /nothing/,
    ],
    [
      'an unusable wait',
      ['--experiment', 'first', '--fail-if', 'correctness < 1', '--wait', 'long'],
      /--wait is 'long'; accepted is a number/,
    ],
    [
      'an unusable address',
      ['--experiment', 'first', '--fail-if', 'correctness < 1', '--url', 'nowhere'],
      /The address of the server is 'nowhere'/,
    ],
    [
      'a report that cannot be written',
      ['--experiment', 'first', '--fail-if', 'correctness < 1', '--junit', '/nowhere/gate.xml'],
      /--junit is '\/nowhere\/gate\.xml'/,
    ],
  ])('ends with 2 and one line at %s', async (_what, args, message) => {
    const { code, stderr } = await gate(args);
    expect({ code, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 2, lines: 1 });
    expect(stderr).toMatch(message);
  });

  it('ends with 2 where nothing answers', async () => {
    const { code, stderr } = await gate([
      '--experiment',
      'first',
      '--fail-if',
      'correctness < 1',
      '--url',
      'http://127.0.0.1:9',
    ]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^telltale: http:\/\/127\.0\.0\.1:9 does not answer: .*Set --url or TELLTALE_URL\.\n$/,
    );
  });
});
