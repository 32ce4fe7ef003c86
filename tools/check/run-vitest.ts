import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT, runCommand } from './run-command.ts';

const REPORTS = path.join(ROOT, '.cache', 'test');
/** What tests start from the sources, threads and programs, has its types stripped once. */
const COMPILED = { NODE_COMPILE_CACHE: path.join(ROOT, '.cache', 'compile') };

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly success: boolean;
  readonly testResults: readonly {
    /** The file. */
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
    /** Why the file did not load. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

export interface TestCount {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /**
   * Each test that failed, or file that did not load, and the beginning of why: the last lines of a
   * long output are what is read first, and may be all that is left of it.
   */
  readonly failures: readonly string[];
  /** The durations, a line for each group of files. */
  readonly times: readonly string[];
}

/**
 * Runs vitest with its output shown, and counts the results. A file that doesn't load, or a run
 * that crashed, counts as a failure. The report of each test stays in `.cache/test`, under this
 * name.
 */
export async function runVitest(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<TestCount> {
  const kept = path.join(REPORTS, `${name}.json`);
  mkdirSync(REPORTS, { recursive: true });
  rmSync(kept, { force: true });
  const run = await runCommand(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${kept}`, ...args],
    {
      live: true,
      env: { ...COMPILED, ...env },
    },
  );
  if (!existsSync(kept))
    return {
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: [`FAILED ${name}: wrote no report`],
      times: [],
    };
  const report = JSON.parse(readFileSync(kept, 'utf8')) as VitestReport;
  const broken = report.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  );
  const failed = report.numFailedTests + broken.length;
  return {
    passed: report.numPassedTests,
    // An unhandled rejection fails the run without failing a test.
    failed: failed === 0 && !run.ok ? 1 : failed,
    skipped: report.numPendingTests,
    failures: report.testResults.flatMap(failuresOf),
    times: timeByGroup(report.testResults),
  };
}

function failuresOf({
  name,
  status,
  message,
  assertionResults,
}: VitestReport['testResults'][number]): readonly string[] {
  const failed = assertionResults
    .filter((one) => one.status === 'failed')
    .map(({ fullName, failureMessages }) => ({ what: fullName, why: failureMessages.join('\n') }));
  if (status === 'failed' && failed.length === 0)
    failed.push({ what: 'did not load', why: message });
  return failed.map(
    ({ what, why }) => `FAILED ${path.relative(ROOT, name)} > ${what}\n${beginningOf(why)}`,
  );
}

const REASON_LINES_MAX = 20;
const REASON_LINE_CHARS_MAX = 300;
/** Of a stack, the lines of others' code. */
const FOREIGN = /^ +at .*(?:node_modules|node:|<anonymous>)/;

function beginningOf(why: string): string {
  return stripVTControlCharacters(why)
    .split('\n')
    .filter((line) => !FOREIGN.test(line))
    .slice(0, REASON_LINES_MAX)
    .map((line) => `    ${line.slice(0, REASON_LINE_CHARS_MAX)}`)
    .join('\n');
}

/** Of each group, so many files are named. */
const SLOWEST_SHOWN = 5;

/**
 * The durations: each group of tests with the total seconds of its files, and the slowest of them.
 */
function timeByGroup(files: VitestReport['testResults']): readonly string[] {
  if (files.length < 2) return [];
  const groups = Map.groupBy(files, ({ name }) => groupOf(path.relative(ROOT, name)));
  return [...groups]
    .map(([group, members]) => {
      const slow = members
        .toSorted((one, other) => secondsOf(other) - secondsOf(one))
        .slice(0, SLOWEST_SHOWN);
      const names = slow.map(
        (file) =>
          `${path.basename(file.name).replace(/\.test\.tsx?$/, '')} ${secondsOf(file).toFixed(0)}`,
      );
      return {
        group,
        seconds: members.reduce((sum, file) => sum + secondsOf(file), 0),
        files: members.length,
        names,
      };
    })
    .toSorted((one, other) => other.seconds - one.seconds)
    .map(
      ({ group, seconds, files: count, names }) =>
        `time   ${group}: ${seconds.toFixed(0)} s in ${count} files (${names.join(', ')})`,
    );
}

function secondsOf({ startTime, endTime }: VitestReport['testResults'][number]): number {
  return Math.max(0, endTime - startTime) / 1000;
}

/** `test/e2e` in two: those with a browser, and the others. */
function groupOf(file: string): string {
  if (file.startsWith('test/e2e/page')) return 'test/e2e/page*';
  return file.split('/').slice(0, 2).join('/');
}
