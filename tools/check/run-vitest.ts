import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ROOT, runCommand } from './run-command.ts';

const REPORT = path.join(ROOT, '.cache', 'test', 'vitest.json');

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

export interface TestCount {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Runs vitest with its output shown, and counts. A file that does not load, or a run that crashed, counts as a failure. */
export async function runVitest(args: readonly string[], env: Readonly<Record<string, string>>): Promise<TestCount> {
  mkdirSync(path.dirname(REPORT), { recursive: true });
  rmSync(REPORT, { force: true });
  const run = await runCommand('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`, ...args], {
    live: true,
    env,
  });
  if (!existsSync(REPORT)) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(readFileSync(REPORT, 'utf8')) as VitestReport;
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  );
  const failed = report.numFailedTests + broken.length;
  // An unhandled rejection fails the run without failing a test.
  return { passed: report.numPassedTests, failed: failed === 0 && !run.ok ? 1 : failed, skipped: report.numPendingTests };
}
