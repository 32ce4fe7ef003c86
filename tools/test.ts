import { elapsed } from './check/run-command.ts';
import { runVitest } from './check/run-vitest.ts';
import { runStaticChecks } from './check/static-checks.ts';
import { prepareTestMachine } from './check/test-machine.ts';
import { readOptions } from './script-options.ts';

/**
 * `npm test`: everything, on a fresh clone too. Static checks count as tests, and the last line is the total, alone.
 * `--nightly` runs the long reliability programme instead (docs/RELIABILITY.md).
 */
const HELP = `Everything that is tested, with static checks; some minutes. The last line is the total. Single files: npx vitest run FILE.

  npm test
  npm run check:nightly     the long reliability programme instead (docs/RELIABILITY.md); hours, or minutes with TELLTALE_NIGHTLY_SCALE=0.05`;
const { values } = readOptions(HELP, { options: { nightly: { type: 'boolean', default: false } } });
const startedMs = performance.now();
const { nightly } = values;
// One waits for the network, the other for the processor.
const [machine, checks] = await Promise.all([prepareTestMachine(), nightly ? { passed: 0, failed: 0 } : runStaticChecks()]);
for (const problem of machine.problems) console.log(`FAILED ${problem}`);
const server = { TELLTALE_SERVER_MAIN: 'dist/server/main.js' };
const tests = await runVitest([], { ...machine.env, ...server, ...(nightly ? { TELLTALE_NIGHTLY: '1' } : {}) });

const failed = checks.failed + tests.failed + machine.problems.length;
if (tests.skipped > 0) console.log(`${tests.skipped} tests were skipped: see the notes above`);
console.log(`in ${elapsed(startedMs)}`);
console.log(`${checks.passed + tests.passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
