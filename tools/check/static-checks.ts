import { elapsed, runCommand, type CommandResult } from './run-command.ts';

interface StaticCheck {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * For both programs that know types: each of their threads would work out the same types again, so
 * that one thread needs half of the processor time. Memory is collected more rarely than by
 * default, which is a fifth of the rest and less memory than several threads take.
 */
const ONE_THREAD = { GOMAXPROCS: '1', GOGC: '400' };

/**
 * Static checks of the code. Each counts as one test. The rows run in parallel, the checks of a row
 * one after the other.
 */
const STATIC_CHECKS: readonly (readonly StaticCheck[])[] = [
  [
    { name: 'types', command: 'tsc', args: ['-b', '--singleThreaded'], env: ONE_THREAD },
    { name: 'format', command: 'oxfmt', args: ['--check'] },
    { name: 'openapi.json', command: 'node', args: ['tools/lint-openapi.ts'] },
    { name: 'unused code', command: 'knip', args: ['--no-progress'] },
  ],
  [
    {
      name: 'lint',
      command: 'oxlint',
      args: ['--type-aware', '--deny-warnings', '--report-unused-disable-directives'],
      env: ONE_THREAD,
    },
  ],
];

/** Runs them; prints one line each, and the findings of those that fail. */
export async function runStaticChecks(): Promise<{ passed: number; failed: number }> {
  const results = (await Promise.all(STATIC_CHECKS.map(runInTurn))).flat();
  const failed = results.filter(({ ok }) => !ok).length;
  return { passed: results.length - failed, failed };
}

async function runInTurn(checks: readonly StaticCheck[]): Promise<readonly CommandResult[]> {
  const results: CommandResult[] = [];
  for (const { name, command, args, env } of checks) {
    const startedMs = performance.now();
    const result = await runCommand(command, args, env === undefined ? {} : { env });
    console.log(`${result.ok ? 'ok    ' : 'FAILED'} ${name} (${elapsed(startedMs)})`);
    if (!result.ok) console.log(result.output.trimEnd());
    results.push(result);
  }
  return results;
}
