import { runCommand } from './check/run-command.ts';
import { runStaticChecks } from './check/static-checks.ts';
import { runVitest } from './check/run-vitest.ts';
import { readOptions } from './script-options.ts';

/**
 * `npm run check`: types, lint, format, unused code and the tidy test; a minute, before every
 * commit. `npm run format` (`--format`) writes the format instead.
 */
const HELP = `Types, lint, format, unused code and the rules of the house (test/tidy): a minute, before every commit.

  npm run check
  npm run format     writes the format instead`;
const { values } = readOptions(HELP, { options: { format: { type: 'boolean', default: false } } });
if (values.format) {
  const result = await runCommand('oxfmt', [], { live: true });
  process.exitCode = result.ok ? 0 : 1;
} else {
  const checks = await runStaticChecks();
  const tidy = await runVitest('tidy', ['test/tidy.test.ts'], {});
  const failed = checks.failed + tidy.failed;
  console.log(`${checks.passed + tidy.passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
