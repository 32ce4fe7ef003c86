import { elapsed } from './check/run-command.ts';
import { runVitest, type TestCount } from './check/run-vitest.ts';
import { runStaticChecks } from './check/static-checks.ts';
import { prepareTestMachine } from './check/test-machine.ts';
import { readOptions, refuse } from './script-options.ts';

/**
 * `npm test`: everything, on a fresh clone too. Static checks count as tests, and the last line is
 * the total, alone. `--nightly` runs the long reliability programme instead, `--cluster` only its
 * last part: the black-box tests on PostgreSQL and ClickHouse's engine (docs/RELIABILITY.md).
 */
const HELP = `Everything that is tested, with static checks; some minutes. The last line is the total. Single files: npx vitest run FILE.

  npm test
  npm run check:nightly     the long reliability programme instead (docs/RELIABILITY.md); hours, or minutes with TELLTALE_NIGHTLY_SCALE=0.05
  npm run check:cluster [-- FILE ...]     its tests on PostgreSQL and ClickHouse's engine alone, all or those in the files; half an hour`;
const { values, positionals: files } = readOptions(HELP, {
  options: {
    nightly: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const { nightly, cluster } = values;
if (files.length > 0 && !cluster) refuse('Files are taken with --cluster alone');
const startedMs = performance.now();
const isWhole = !nightly && !cluster;
const server = { TELLTALE_SERVER_MAIN: 'dist/server/main.js' };
// Waits for the network, while what needs none of it runs.
const preparing = prepareTestMachine();
const none: TestCount = { passed: 0, failed: 0, skipped: 0, failures: [], times: [] };
const checks = isWhole ? await runStaticChecks() : none;
const units = isWhole ? await runVitest('unit', ['--project', 'unit'], server) : none;
const machine = await preparing;
for (const problem of machine.problems) console.log(`FAILED ${problem}`);
const env = { ...machine.env, ...server };
const { POSTGRES_PATH: postgres, PYTHON_PATH: python } = machine.env;
const long = nightly ? await runVitest('nightly', [], { ...env, TELLTALE_NIGHTLY: '1' }) : none;
const e2e = isWhole ? await runVitest('e2e', ['--project', 'e2e'], env) : none;
const onPostgres =
  isWhole && postgres !== undefined
    ? await runVitest('postgres', ['--project', 'postgres'], env)
    : none;
// Without its engines the command fails, and says what it needs.
const onCluster =
  cluster || (nightly && postgres !== undefined && python !== undefined)
    ? await runVitest('cluster', files, { ...env, TELLTALE_TEST_CLUSTER: '1' })
    : none;

const runs = [units, long, e2e, onPostgres, onCluster];
for (const line of [
  ...runs.flatMap(({ times }) => times),
  ...runs.flatMap(({ failures }) => failures),
])
  console.log(line);
const failed =
  checks.failed + runs.reduce((sum, run) => sum + run.failed, 0) + machine.problems.length;
const skipped = runs.reduce((sum, run) => sum + run.skipped, 0);
if (skipped > 0) console.log(`${skipped} tests were skipped: see the notes above`);
console.log(`in ${elapsed(startedMs)}`);
console.log(
  `${checks.passed + runs.reduce((sum, run) => sum + run.passed, 0)} passed, ${failed} failed`,
);
process.exitCode = failed === 0 ? 0 : 1;
