import type { Random } from '../otlp/random.ts';
import { toolSchema } from './model-calls.ts';
import type { Step } from './trace-tree.ts';

/** What the tools of the coding agent are called with and what they print. */

export const TOOL_SCHEMAS = [
  toolSchema('search_code', 'Searches the repository for a text.', { query: 'string' }),
  toolSchema('read_file', 'Reads a file.', { path: 'string' }),
  toolSchema('edit_file', 'Replaces text in a file.', {
    path: 'string',
    old: 'string',
    new: 'string',
  }),
  toolSchema('run_command', 'Runs a shell command.', { command: 'string' }),
];

/** A call of a tool, with what the model says before it. */
export interface CodingCall {
  readonly thought: string;
  readonly name: 'search_code' | 'read_file' | 'edit_file' | 'run_command';
  readonly arguments: Readonly<Record<string, string>>;
  readonly output: string;
  readonly error?: NonNullable<Step['error']>;
}

export function testsOf(path: string): string {
  return path.replace(/\.(?:ts|css)$/, '.test.ts');
}

/** A file of the repository: imports, some helpers, and the lines in question in the middle. */
export function sourceOf(path: string, entity: string, lines: string): string {
  if (path.endsWith('.css')) return styleOf(path, entity, lines);
  const type = entity.charAt(0).toUpperCase() + entity.slice(1);
  const text = `import { db } from '../db.ts';
import type { ${type} } from '../model/${entity}.ts';
import { log } from '../telemetry/log.ts';

const PAGE_SIZE = 20;
const VAT_RATE = 1.19;

/** The ${entity}s of a shop, newest first. */
export async function load${type}s(shopId: string, page: number): Promise<${type}[]> {
  const started = performance.now();
  const rows = await db.query('select * from ${entity}s where shop_id = $1 order by created_at desc', [shopId]);
${lines
  .split('\n')
  .map((line) => `  ${line}`)
  .join('\n')}
  log.debug({ shopId, page, ms: performance.now() - started }, '${entity}s loaded');
  return rows.map(to${type});
}

function to${type}(row: Row): ${type} {
  return { id: row.id, shopId: row.shop_id, createdAt: row.created_at, state: row.state ?? 'open' };
}
`;
  return `// ${path}\n${text}`;
}

function styleOf(path: string, entity: string, lines: string): string {
  return `/* ${path} */
.${entity}-card { display: grid; gap: 12px; padding: 16px; border: 1px solid var(--line); border-radius: 8px; }
.${entity}-card img { width: 100%; aspect-ratio: 4 / 3; object-fit: cover; }
${lines}
.price { font-size: 20px; font-weight: 600; white-space: nowrap; }
.buy { height: 32px; padding: 0 16px; border-radius: 6px; background: var(--accent); color: white; }
`;
}

/** What the test runner prints. */
export function testOutput(
  random: Random,
  path: string,
  test: string,
  failure: string | null,
): string {
  const passed = random.between(6, 48);
  const ms = random.between(180, 2_400);
  return failure === null
    ? ` ✓ ${path} (${passed} tests) ${ms}ms\n   ✓ ${test}\n\n Test Files  1 passed (1)\n      Tests  ${passed} passed (${passed})\n   Duration  ${(ms / 1_000).toFixed(2)}s`
    : ` FAIL  ${path} > ${test}\n${failure}\n ❯ ${path}:${random.between(12, 90)}:${random.between(5, 40)}\n\n Test Files  1 failed (1)\n      Tests  1 failed | ${passed} passed (${passed + 1})\n   Duration  ${(ms / 1_000).toFixed(2)}s`;
}

export function searchOutput(random: Random, path: string, line: string, query: string): string {
  const at = random.between(9, 60);
  return `${path}:${at}: ${line}\n${testsOf(path)}:${at + 7}: // see ${query} in ${path}\n2 matches in 2 files`;
}

/** A command ended with an error. */
export function commandFailed(path: string, code: number): NonNullable<Step['error']> {
  const message = `vitest run ${path} ended with exit code ${code}`;
  return {
    type: 'CommandError',
    message,
    stack: `CommandError: ${message}
    at Shell.run (/app/src/shell.ts:64:11)
    at async RunCommand.call (/app/src/tools/run-command.ts:22:18)
    at async CodingAgent.round (/app/src/agent.ts:71:22)`,
  };
}

/**
 * The text to replace is not in the file: somebody else changed it, or the model remembers it
 * wrongly.
 */
export function textNotFound(path: string): NonNullable<Step['error']> {
  const message = `The text to replace was not found in ${path}`;
  return {
    type: 'EditError',
    message,
    stack: `EditError: ${message}
    at EditFile.replace (/app/src/tools/edit-file.ts:48:13)
    at async EditFile.call (/app/src/tools/edit-file.ts:19:5)
    at async CodingAgent.round (/app/src/agent.ts:71:22)`,
  };
}
