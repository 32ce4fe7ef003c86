import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const { scripts, engines } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  engines: { node: string };
};

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  /** A workflow of the repository, whose jobs have timeouts of their own. */
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly needs?: string | readonly string[];
  readonly strategy?: { readonly matrix: { readonly node?: readonly number[] } };
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly file: string;
  readonly text: string;
  readonly permissions?: object;
  readonly concurrency?: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** Throws for YAML that is invalid or names a key twice. */
function yamlOf(file: string): unknown {
  const document = parseDocument(read(file), { strict: true, uniqueKeys: true });
  expect(document.errors.map(String), file).toEqual([]);
  return document.toJS();
}

const FORMS = readdirSync(path.join(ROOT, '.github/ISSUE_TEMPLATE')).map(
  (name) => `.github/ISSUE_TEMPLATE/${name}`,
);
const workflows = readdirSync(path.join(ROOT, '.github/workflows')).map((name): Workflow => {
  const file = `.github/workflows/${name}`;
  return { ...(yamlOf(file) as Omit<Workflow, 'file' | 'text'>), file, text: read(file) };
});
const jobs = workflows.flatMap(({ file, jobs: named }) =>
  Object.entries(named).map(([name, job]) => ({ name: `${file} ${name}`, job })),
);
const steps = jobs.flatMap(({ name, job }) => (job.steps ?? []).map((step) => ({ name, step })));

/** The oldest Node that runs Telltale. */
function oldestNode(): number {
  return Number(/^>=(\d+)$/.exec(engines.node)?.[1]);
}

describe('workflows', () => {
  it('grant nothing by default, and each job what it needs and only so much time', () => {
    expect(workflows.map(({ file }) => path.basename(file))).toEqual([
      'ci.yml',
      'codeql.yml',
      'dependency-review.yml',
      'release.yml',
    ]);
    for (const { file, permissions, concurrency } of workflows) {
      expect(permissions, file).toEqual({});
      expect(concurrency, file).toHaveProperty('cancel-in-progress');
    }
    for (const { name, job } of jobs) {
      expect(job.permissions, name).toBeTypeOf('object');
      if (job.uses === undefined) expect(job['timeout-minutes'], name).toBeTypeOf('number');
    }
  });

  it('wait only for jobs that are there', () => {
    for (const { file, jobs: named } of workflows) {
      const needed = Object.values(named).flatMap(({ needs }) => needs ?? []);
      expect(
        needed.filter((name) => !(name in named)),
        file,
      ).toEqual([]);
    }
  });

  it('take actions by commit, with the version beside it, and every action at one commit', () => {
    const lines = workflows
      .flatMap(({ text }) => text.split('\n'))
      .filter((line) => /^\s*(?:- )?uses:/.test(line));
    const actions = lines.filter((line) => !line.includes('uses: ./'));
    expect(actions.length).toBeGreaterThan(20);
    const PINNED =
      /^\s*(?:- )?uses: ([\w-]+\/[\w-]+)(?:\/[\w-]+)?@([0-9a-f]{40} # v\d+\.\d+\.\d+)$/;
    expect(actions.filter((line) => !PINNED.test(line))).toEqual([]);
    const pins = new Set(actions.map((line) => PINNED.exec(line)?.slice(1).join(' ')));
    const names = new Set(actions.map((line) => PINNED.exec(line)?.[1]));
    expect(pins.size).toBe(names.size);
  });

  it('leave no credentials behind for what they run', () => {
    const checkouts = steps.filter(({ step }) => step.uses?.startsWith('actions/checkout@'));
    expect(
      checkouts
        .filter(({ step }) => step.with?.['persist-credentials'] !== false)
        .map(({ name }) => name),
    ).toEqual([]);
  });

  it('run scripts and files that are there', () => {
    const commands = steps.flatMap(({ name, step }) =>
      (step.run ?? '').split('\n').map((line) => ({ name, line })),
    );
    const missing = commands.flatMap(({ name, line }) => {
      const script = /\bnpm (?:run )?(test|start|(?<=run )[\w:]+)/.exec(line)?.[1];
      const files = line.match(/(?<![\w$./-])(?:\.ci|tools|test|bench|src)\/[\w./-]+/g) ?? [];
      return [
        ...(script === undefined || script in scripts ? [] : [`${name}: npm run ${script}`]),
        ...files
          .filter((file) => !existsSync(path.join(ROOT, file)))
          .map((file) => `${name}: ${file}`),
      ];
    });
    expect(missing).toEqual([]);
    expect(commands.some(({ line }) => line === '.ci/run')).toBe(true);
    expect(statSync(path.join(ROOT, '.ci/run')).mode & 0o111).toBe(0o111);
    const called = jobs.flatMap(({ job }) => job.uses ?? []);
    expect(called.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  it('test the Node of package.json, the launcher and the image, and release with it', () => {
    const oldest = oldestNode();
    expect(oldest).toBeGreaterThan(0);
    expect(read('tools/launch/node-runtime.cjs')).toContain(`const NODE_MAJOR_MIN = ${oldest};`);
    expect(read('Dockerfile').match(/node:\d+(?=-slim)/g)).toEqual([
      `node:${oldest}`,
      `node:${oldest}`,
    ]);
    const tested = jobs.flatMap(({ job }) => job.strategy?.matrix.node ?? []);
    expect(Math.min(...tested)).toBe(oldest);
    expect(tested.length).toBeGreaterThan(1);
    const others = steps
      .flatMap(({ step }) => step.with?.['node-version'] ?? [])
      .filter((version) => typeof version === 'number');
    expect(new Set(others)).toEqual(new Set([oldest]));
  });
});

it('issue forms are valid YAML, and each asks for something', () => {
  const forms = FORMS.filter((file) => !file.endsWith('config.yml')).map((file) => yamlOf(file));
  expect(yamlOf('.github/ISSUE_TEMPLATE/config.yml')).toHaveProperty('blank_issues_enabled');
  expect(forms).toHaveLength(3);
  for (const form of forms)
    expect(form).toMatchObject({
      name: expect.any(String),
      description: expect.any(String),
      body: { 0: {} },
    });
});

it('Renovate ignores only folders that are there', () => {
  const { ignorePaths } = JSON.parse(read('renovate.json')) as {
    readonly ignorePaths: readonly string[];
  };
  const folders = ignorePaths
    .filter((name) => !name.startsWith('**/'))
    .map((name) => name.replace(/\/\*\*$/, ''));
  expect(folders.filter((folder) => !existsSync(path.join(ROOT, folder)))).toEqual([]);
});
