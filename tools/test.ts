import { elapsed } from './check/run-command.ts';
import { runVitest, type TestCount } from './check/run-vitest.ts';
import { runStaticChecks } from './check/static-checks.ts';
import { prepareTestMachine } from './check/test-machine.ts';
import { readOptions } from './script-options.ts';

/**
 * `npm test`: everything, on a fresh clone too. Static checks count as tests, and the last line is
 * the total, alone. `--nightly` runs the long reliability programme instead (docs/RELIABILITY.md).
 */
const HELP = `Everything that is tested, with static checks; some minutes. The last line is the total. Single files: npx vitest run FILE.

  npm test
  npm run check:nightly     the long reliability programme instead (docs/RELIABILITY.md); hours, or minutes with TELLTALE_NIGHTLY_SCALE=0.05`;
const { values } = readOptions(HELP, { options: { nightly: { type: 'boolean', default: false } } });
const startedMs = performance.now();
const { nightly } = values;
const server = { TELLTALE_SERVER_MAIN: 'dist/server/main.js' };
// Waits for the network, while what needs none of it runs.
const preparing = prepareTestMachine();
const none: TestCount = { passed: 0, failed: 0, skipped: 0, failures: [], times: [] };
const checks = nightly ? none : await runStaticChecks();
const units = nightly ? none : await runVitest('unit', ['--project', 'unit'], server);
const machine = await preparing;
for (const problem of machine.problems) console.log(`FAILED ${problem}`);
const rest = nightly
  ? await runVitest('nightly', [], { ...machine.env, ...server, TELLTALE_NIGHTLY: '1' })
  : await runVitest('e2e', ['--project', 'e2e'], { ...machine.env, ...server });

const onPostgres =
  nightly || machine.env['POSTGRES_PATH'] === undefined
    ? none
    : await runVitest('postgres', ['--project', 'postgres'], { ...machine.env, ...server });
const onCluster =
  nightly && machine.env['POSTGRES_PATH'] !== undefined
    ? await runVitest('cluster', [], { ...machine.env, ...server, TELLTALE_TEST_CLUSTER: '1' })
    : none;

const runs = [units, rest, onPostgres, onCluster];
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
