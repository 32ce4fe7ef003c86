import { elapsed, runCommand } from './run-command.ts';

interface StaticCheck {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** What a machine says about the code without running it. Each counts as one test. */
const STATIC_CHECKS: readonly StaticCheck[] = [
  { name: 'types', command: 'tsc', args: ['-b'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings', '--report-unused-disable-directives'] },
  { name: 'format', command: 'oxfmt', args: ['--check'] },
  { name: 'openapi.json', command: 'node', args: ['tools/lint-openapi.ts'] },
  { name: 'unused code', command: 'knip', args: ['--no-progress'] },
];

/** Runs them one after the other; prints one line each, and the findings of those that fail. */
export async function runStaticChecks(): Promise<{ passed: number; failed: number }> {
  let failed = 0;
  for (const check of STATIC_CHECKS) {
    const startedMs = performance.now();
    const result = await runCommand(check.command, check.args);
    console.log(`${result.ok ? 'ok    ' : 'FAILED'} ${check.name} (${elapsed(startedMs)})`);
    if (!result.ok) {
      failed += 1;
      console.log(result.output.trimEnd());
    }
  }
  return { passed: STATIC_CHECKS.length - failed, failed };
}
