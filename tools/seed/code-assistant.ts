import { phrase, prose, sentence } from '../otlp/prose.ts';
import type { Random } from '../otlp/random.ts';
import { modelCall, toolRun, toolSchema, type Message } from './model-calls.ts';
import type { Step } from './trace-tree.ts';

/** A coding agent: it loops over thinking and tools, sometimes for very long, sometimes with a screenshot, sometimes into an error. */

const TOOL_SCHEMAS = [
  toolSchema('read_file', 'Reads a file.', { path: 'string' }),
  toolSchema('edit_file', 'Replaces text in a file.', { path: 'string', old: 'string', new: 'string' }),
  toolSchema('run_command', 'Runs a shell command.', { command: 'string' }),
];
const DIRECTORIES = ['src/api', 'src/billing', 'src/search', 'web/pages', 'web/components', 'tools', 'test/e2e'] as const;

/** A one-pixel picture: enough to show that images arrive. */
const SCREENSHOT = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** `rounds` of one model call and one tool each. */
export function codingTask(random: Random, rounds: number): Step {
  const withScreenshot = random.chance(0.12);
  const task = random.pick([
    `Fix the failing test in ${file(random)}.`,
    `Rename "${phrase(random)}" everywhere and keep the public API.`,
    `Why is ${file(random)} slow? ${sentence(random)}`,
    `Add pagination to ${file(random)}; write tests first.`,
  ]);
  const messages: Message[] = [
    {
      role: 'system',
      content: 'You are a careful software engineer. Make the smallest change that solves the task. Run the tests before you answer.',
    },
    { role: 'user', content: task, ...(withScreenshot ? { imageUrl: SCREENSHOT } : {}) },
  ];
  const children: Step[] = [];
  for (let round = 1; round <= rounds; round++) children.push(codingRound(random, messages, round));
  const crashed = random.chance(0.03);
  const summary = prose(random, random.between(200, 800));
  const answer = modelCall(random, {
    model: 'claude-sonnet-4-5',
    input: messages.slice(-12),
    output: { role: 'assistant', content: summary },
    streaming: true,
    cachedTokens: rounds * 850,
  });
  if (!crashed) children.push(answer);
  return {
    name: 'coding_agent',
    kind: 'AGENT',
    workMs: 8,
    children,
    attributes: {
      'agent.name': 'coding_agent',
      'input.value': task,
      'input.mime_type': 'text/plain',
      ...(crashed ? {} : { 'output.value': summary, 'output.mime_type': 'text/markdown' }),
      metadata: JSON.stringify({ repository: 'northwind/shop', branch: `task/${random.between(100, 9_999)}`, rounds }),
    },
    ...(crashed ? { error: budgetExceeded(rounds) } : {}),
  };
}

function codingRound(random: Random, messages: Message[], round: number): Step {
  const path = file(random);
  const tool = random.pick([
    { name: 'read_file', arguments: { path } },
    { name: 'edit_file', arguments: { path, old: sentence(random), new: sentence(random) } },
    { name: 'run_command', arguments: { command: `npx vitest run ${path}` } },
  ]);
  const call = { id: `toolu_${random.bytes(9).toString('base64url')}`, name: tool.name, arguments: JSON.stringify(tool.arguments) };
  const failing = tool.name === 'run_command' && random.chance(0.3);
  const think = modelCall(random, {
    model: random.chance(0.8) ? 'claude-sonnet-4-5' : 'o4-mini',
    // The conversation so far, cut to what is left after caching.
    input: messages.slice(0, 2).concat(messages.slice(2).slice(-4)),
    output: { role: 'assistant', content: sentence(random), toolCalls: [call] },
    tools: TOOL_SCHEMAS,
    cachedTokens: round * 900,
    reasoningTokens: random.between(0, 600),
  });
  const output =
    tool.name === 'read_file'
      ? code(random, path)
      : failing
        ? `FAIL ${path}\n  expected ${random.between(1, 9)} to be ${random.between(10, 20)}`
        : `ok (${random.between(1, 90)} passed)`;
  const run = toolRun(random, {
    name: tool.name,
    description: 'A tool of the coding agent.',
    arguments: call.arguments,
    result: { output },
    medianMs: tool.name === 'run_command' ? 2_400 : 12,
    ...(failing && random.chance(0.4) ? { error: commandFailed(path) } : {}),
  });
  messages.push(
    { role: 'assistant', content: sentence(random), toolCalls: [call] },
    { role: 'tool', toolCallId: call.id, content: output },
  );
  return { name: `round ${round}`, kind: 'CHAIN', workMs: 1, attributes: {}, children: [think, run] };
}

function file(random: Random): string {
  return `${random.pick(DIRECTORIES)}/${phrase(random).replaceAll(' ', '-')}.ts`;
}

function code(random: Random, path: string): string {
  const name = phrase(random)
    .split(' ')
    .map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
  return `// ${path}
export function ${name}(input: string): number {
  // ${sentence(random)}
  if (input.length > ${random.between(8, 4_096)}) throw new RangeError('${phrase(random)}');
  return input.split('${random.pick([',', ';', '|'])}').length * ${random.between(2, 90)};
}
`;
}

function commandFailed(path: string): NonNullable<Step['error']> {
  return {
    type: 'CommandError',
    message: `vitest run ${path} ended with exit code 1`,
    stack: `CommandError: vitest run ${path} ended with exit code 1
    at Shell.run (/app/src/shell.ts:64:11)
    at async RunCommand.call (/app/src/tools/run-command.ts:22:18)`,
  };
}

function budgetExceeded(rounds: number): NonNullable<Step['error']> {
  return {
    type: 'BudgetExceededError',
    message: `The task used its ${rounds} rounds without passing tests.`,
    stack: `BudgetExceededError: The task used its ${rounds} rounds without passing tests.
    at CodingAgent.run (/app/src/agent.ts:97:13)
    at async main (/app/src/main.ts:31:3)`,
  };
}
