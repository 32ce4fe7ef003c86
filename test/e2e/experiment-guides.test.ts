import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPython, installPackages } from '#test/examples/example-run.ts';
import { boot, type BootedServer } from './boot.ts';
import { uploadJson } from './dataset-rows.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const JS_PACKAGES = path.join(ROOT, 'test/clients/js');
const python = findPython();
if (python === null)
  console.log(
    'note: no Python with the packages of test/clients/python, so the guides of experiments are skipped',
  );

let server: BootedServer;
let folder: string;
beforeAll(async () => {
  server = await boot();
  folder = mkdtempSync(path.join(tmpdir(), 'telltale-guides-'));
});
afterAll(async () => {
  await server.dispose();
  rmSync(folder, { recursive: true });
});

/** The blocks of a language, with the address of the server under test. */
function blocksOf(guide: string, language: string): readonly string[] {
  const text = readFileSync(path.join(ROOT, 'docs/guides', guide), 'utf8').replaceAll(
    'http://localhost:6006',
    server.url,
  );
  return [...text.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(
    ([, block = '']) => block,
  );
}

interface Ran {
  readonly code: number | null;
  readonly output: string;
}

function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (output += data.toString('utf8')));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

async function runFile(command: string, name: string, text: string): Promise<string> {
  writeFileSync(path.join(folder, name), text);
  const { code, output } = await run(command, [name]);
  if (code !== 0) throw new Error(`${name} ended with ${code}:\n${output}`);
  return output;
}

describe.skipIf(python === null)('the guides of experiments', () => {
  it('the Python examples work as described, from the first experiment to its deletion', async () => {
    const blocks = blocksOf('experiments.md', 'python');
    expect(blocks.length).toBeGreaterThanOrEqual(6);
    // All in one program, as in a notebook.
    expect(await runFile(python ?? '', 'guide.py', blocks.join('\n'))).toMatch(
      /^correctness -?[\d.]+ /m,
    );
    const [header] = readFileSync(path.join(folder, 'runs.csv'), 'utf8').split('\n');
    expect(header).toContain('annotation_correctness_score');
  });

  it('the TypeScript examples work as described', async () => {
    await installPackages(JS_PACKAGES);
    symlinkSync(path.join(JS_PACKAGES, 'node_modules'), path.join(folder, 'node_modules'));
    for (const block of blocksOf('experiments.md', 'ts'))
      expect(await runFile(process.execPath, 'guide.mts', block)).toContain('Evaluations 2/2 ok');
  });

  it(
    'the steps of the workflow run the experiment, move the baseline and gate',
    { timeout: 300_000 },
    async () => {
      await uploadJson(server.url, {
        name: 'support questions',
        inputs: [{ question: 'refund' }, { question: 'warranty' }, { question: 'exchange' }],
        outputs: [{ answer: '5 days' }, { answer: 'two years' }, { answer: '30 days' }],
      });
      const [program = ''] = blocksOf('ci.md', 'python');
      writeFileSync(path.join(folder, 'evals.py'), program);
      const steps = stepsOf(blocksOf('ci.md', 'yaml')[0] ?? '');
      const step = async (name: string): Promise<Ran> =>
        await run(
          'bash',
          ['-e', '-o', 'pipefail', '-c', `${STUBS}\n${steps.get(name) ?? 'exit 9'}`],
          ENV(),
        );
      const app = (answers: object): void =>
        writeFileSync(
          path.join(folder, 'my_app.py'),
          `def answer(question):\n    return ${JSON.stringify(answers)}[question]\n`,
        );

      app({ refund: 'In 5 days.', warranty: 'For two years.', exchange: 'Within 30 days.' });
      const ran = await step('Run the experiment');
      expect(ran.code, ran.output).toBe(0);
      const early = await step('Gate');
      expect(early.code, early.output).toBe(2);
      const moved = await step('Move the baseline');
      expect(moved.code, moved.output).toBe(0);
      const same = await step('Gate');
      expect(same.code, same.output).toBe(0);
      expect(same.output).toContain('Passed: 3 rules.');

      app({ refund: 'Soon.', warranty: 'For two years.', exchange: 'Within 30 days.' });
      expect((await step('Run the experiment')).code).toBe(0);
      const worse = await step('Gate');
      expect(worse.code, worse.output).toBe(1);
      expect(worse.output).toContain('FAILED  correctness < baseline - 0.02');
      expect(readFileSync(path.join(folder, 'gate.xml'), 'utf8')).toContain('failures="1"');
      expect(readFileSync(path.join(folder, 'summary.md'), 'utf8')).toContain('correctness');
    },
  );
});

const ENV = (): Record<string, string> => ({
  TELLTALE_URL: server.url,
  SERVICE_API_KEY: 'not-needed',
  GITHUB_SHA: '4f9c2d1',
  GITHUB_STEP_SUMMARY: path.join(folder, 'summary.md'),
  RUNNER_TEMP: folder,
});

/** A runner's environment: the Python with the client, and the command of a clone. */
const STUBS = `
python() { '${python ?? ''}' "$@"; }
npm() { [ "$1 $3 $4 $5 $6" = '--prefix run --silent telltale --' ] || return 9; shift 6; '${process.execPath}' '${path.join(ROOT, 'src/server/main.ts')}' "$@"; }
`;

/** The commands of each step, by its name. */
function stepsOf(workflow: string): ReadonlyMap<string, string> {
  const steps = workflow.split(/^ {6}- /m).slice(1);
  return new Map(
    steps.flatMap((step) => {
      const [, name] = /^name: (.+)$/m.exec(step) ?? [];
      const [, commands] = /^ {8}run: \|\n([^]*)$/m.exec(step) ?? [];
      return name === undefined || commands === undefined
        ? []
        : [[name, commands.replaceAll(/^ {10}/gm, '')] as const];
    }),
  );
}
