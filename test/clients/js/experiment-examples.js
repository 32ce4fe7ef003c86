/**
 * Runs the experiment examples of the client's own documentation verbatim, each in its own program. Prints each outcome as one JSON object.
 * Skips examples that import a package which is not installed here (models, test suites).
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PACKAGE = path.join(import.meta.dirname, 'node_modules/@arizeai/phoenix-client');
const INSTALLED = ['@arizeai/phoenix-client', '@arizeai/phoenix-otel'];
const folder = mkdtempSync(path.join(tmpdir(), 'telltale-examples-'));
// So that the programs find the packages.
symlinkSync(path.join(import.meta.dirname, 'node_modules'), path.join(folder, 'node_modules'));
const results = {};

const isInstalled = (name) =>
  INSTALLED.some((each) => name === each || name.startsWith(`${each}/`));
for (const file of ['README.md', 'docs/experiments.mdx']) {
  const blocks = [
    ...readFileSync(path.join(PACKAGE, file), 'utf8').matchAll(/```ts\n([^]*?)```/g),
  ].map(([, block]) => block);
  for (const block of blocks) {
    const imports = [...block.matchAll(/from "([^"]+)"/g)].map(([, name]) => name);
    if (!imports.includes('@arizeai/phoenix-client/experiments') || !imports.every(isInstalled))
      continue;
    const name = `${file} ${Object.keys(results).length + 1}`;
    const program = path.join(folder, `example-${Object.keys(results).length}.mts`);
    writeFileSync(program, block);
    try {
      const { stdout } = await run(process.execPath, [program], { timeout: 120_000 });
      results[name] = stdout.split('\n').filter((line) => line.startsWith('[completed]'));
    } catch (error) {
      results[name] = { raised: error.stderr };
    }
  }
}
rmSync(folder, { recursive: true });
console.log(JSON.stringify(results));
