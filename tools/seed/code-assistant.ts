import type { Random } from '../otlp/random.ts';
import {
  CODING_STORIES,
  ENTITIES,
  FOLDERS,
  MIGRATION,
  MODULES,
  type CodingStory,
} from './coding-stories.ts';
import {
  commandFailed,
  searchOutput,
  sourceOf,
  testOutput,
  testsOf,
  textNotFound,
  TOOL_SCHEMAS,
  type CodingCall,
} from './coding-tools.ts';
import { modelCall, toolRun, type Message } from './model-calls.ts';
import { screenshot } from './screenshot.ts';
import { fill, fillOne, type Values } from './templates.ts';
import type { Step } from './trace-tree.ts';

/**
 * A coding agent: it loops over thinking and tools, sometimes for very long, sometimes with a
 * screenshot, sometimes into an error.
 */

const SYSTEM =
  'You are a careful software engineer in the repository northwind/shop. Make the smallest change that solves the task. Run the tests before you answer.';
/** A task of more rounds is a change to many files. */
const STORY_ROUNDS_MAX = 14;
/** Which steps of a story the tasks of one, two, three and four rounds have. */
const SHORT_TASKS = [[3], [3, 4], [1, 3, 4], [0, 1, 3, 4]] as const;
/** What fits into a model's context. */
const ROUNDS_KEPT = 100;
const COMMAND_ERRORS = 0.27;

/** `rounds` of one model call and one tool each. */
export function codingTask(random: Random, rounds: number): Step {
  const plan = rounds > STORY_ROUNDS_MAX ? migration(random, rounds) : story(random, rounds);
  const messages: Message[] = [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: plan.task, ...(plan.isVisible ? { imageUrl: screenshot() } : {}) },
  ];
  const children: Step[] = plan.calls.map((call, at) =>
    codingRound(random, messages, call, at + 1),
  );
  const crashed = random.chance(0.03);
  if (!crashed) {
    const answer = modelCall(random, {
      model: 'claude-sonnet-4-5',
      input: messages.slice(0, 2).concat(messages.slice(2).slice(-10)),
      output: { role: 'assistant', content: plan.summary },
      streaming: true,
      cachedTokens: cachedIn(rounds + 1),
    });
    children.push(answer);
  }
  return {
    name: 'coding_agent',
    kind: 'AGENT',
    workMs: 8,
    children,
    attributes: {
      'agent.name': 'coding_agent',
      'input.value': plan.task,
      'input.mime_type': 'text/plain',
      ...(crashed ? {} : { 'output.value': plan.summary, 'output.mime_type': 'text/markdown' }),
      metadata: JSON.stringify({
        repository: 'northwind/shop',
        branch: `task/${random.between(100, 9_999)}`,
        rounds,
      }),
    },
    ...(crashed ? { error: budgetExceeded(rounds) } : {}),
  };
}

interface Plan {
  readonly task: string;
  readonly isVisible: boolean;
  readonly calls: readonly CodingCall[];
  readonly summary: string;
}

/** A bug: search, read, see the test fail, change, run the tests until they pass. */
function story(random: Random, rounds: number): Plan {
  const told = random.pick(CODING_STORIES);
  const entity = random.pick(ENTITIES);
  const path =
    told.isVisible === true
      ? `web/components/${entity}-card.css`
      : `${random.pick(FOLDERS)}/${entity}-${random.pick(MODULES)}.ts`;
  const values: Values = { entity, Entity: entity.charAt(0).toUpperCase() + entity.slice(1), path };
  const calls: CodingCall[] = [];
  const steps = storySteps(random, told, path, entity);
  const short = SHORT_TASKS[rounds - 1];
  for (let round = 0; round < rounds; round++)
    calls.push(steps(short?.[round] ?? round, rounds - round));
  return {
    task: fillOne(told.asks, values, random),
    isVisible: told.isVisible === true,
    calls,
    summary: fill(told.summary, values),
  };
}

function storySteps(
  random: Random,
  told: CodingStory,
  path: string,
  entity: string,
): (at: number, left: number) => CodingCall {
  const tests = testsOf(path);
  const [line = ''] = told.before.split('\n');
  const test = (failure: string | null, thought: string): CodingCall => ({
    thought,
    name: 'run_command',
    arguments: { command: `npx vitest run ${tests}` },
    output: testOutput(random, tests, told.test, failure),
    ...(failure !== null && random.chance(COMMAND_ERRORS)
      ? { error: commandFailed(tests, 1) }
      : {}),
  });
  const read = (thought: string, file: string, lines: string): CodingCall => ({
    thought,
    name: 'read_file',
    arguments: { path: file },
    output: sourceOf(file, entity, lines),
  });
  const edit = (thought: string, old: string, next: string): CodingCall => {
    const failed = random.chance(0.03);
    const output = `${path}: 1 replacement`;
    return {
      thought,
      name: 'edit_file',
      arguments: { path, old, new: next },
      output,
      ...(failed ? { error: textNotFound(path) } : {}),
    };
  };
  const again = (): CodingCall =>
    edit(
      `${told.secondThought} Changing it in ${path}.`,
      told.after,
      `${told.after}\n// ${told.test}`,
    );
  return (at, left) => {
    if (left === 1 && at !== 3)
      return test(null, 'Now the tests of the module once more, and the neighbours with it.');
    if (left === 2 && at > 3) return again();
    switch (at) {
      case 0:
        return {
          thought: `Let me find where this happens. I look for \`${told.search}\` first.`,
          name: 'search_code',
          arguments: { query: told.search },
          output: searchOutput(random, path, line, told.search),
        };
      case 1:
        return read(
          `The match in ${path} looks like it. I read the file before I change anything.`,
          path,
          told.before,
        );
      case 2:
        return test(
          told.failure,
          'I write the test first, so that it fails for the reason in the task.',
        );
      case 3:
        return edit(told.cause, told.before, told.after);
      default:
        if (at % 3 === 1) return test(told.failure, 'Running the tests of the module.');
        return at % 3 === 2 ? read(told.secondThought, tests, told.after) : again();
    }
  };
}

/** A change to one module after another: read, change, test. */
function migration(random: Random, rounds: number): Plan {
  const task = random.pick(MIGRATION.asks);
  const first = random.between(0, 400);
  const calls = Array.from({ length: rounds }, (_, round) => {
    const place = first + Math.floor(round / 3);
    const entity = itemAt(ENTITIES, place);
    const path = `${itemAt(FOLDERS, Math.floor(place / ENTITIES.length))}/${entity}-${itemAt(MODULES, place * 5)}.ts`;
    return migrationCall(random, path, entity, round);
  });
  return { task, isVisible: false, calls, summary: MIGRATION.summary };
}

function migrationCall(random: Random, path: string, entity: string, round: number): CodingCall {
  const tests = testsOf(path);
  if (round % 3 === 0)
    return {
      thought: `Next module: ${path}.`,
      name: 'read_file',
      arguments: { path },
      output: `${MIGRATION.before}\n${sourceOf(path, entity, `const since = moment().subtract(${random.between(2, 90)}, 'days');`)}`,
    };
  if (round % 3 === 1)
    return {
      thought: `${entity}: the import and one use of it.`,
      name: 'edit_file',
      arguments: { path, old: MIGRATION.before, new: MIGRATION.after },
      output: `${path}: 1 replacement`,
    };
  const isFailing = random.chance(0.3);
  return {
    thought: isFailing
      ? 'A test of this module may depend on local time; I run it to see.'
      : 'Running its tests.',
    name: 'run_command',
    arguments: { command: `npx vitest run ${tests}` },
    output: testOutput(
      random,
      tests,
      `keeps the dates of each ${entity}`,
      isFailing ? "AssertionError: expected '2026-03-28' to be '2026-03-29'" : null,
    ),
    ...(isFailing && random.chance(COMMAND_ERRORS) ? { error: commandFailed(tests, 1) } : {}),
  };
}

function codingRound(random: Random, messages: Message[], tool: CodingCall, round: number): Step {
  const call = {
    id: `toolu_${random.bytes(9).toString('base64url')}`,
    name: tool.name,
    arguments: JSON.stringify(tool.arguments),
  };
  const model = random.chance(0.8) ? 'claude-sonnet-4-5' : 'o4-mini';
  const think = modelCall(random, {
    model,
    // The conversation so far, cut to what is left after caching.
    input: messages.slice(0, 2).concat(messages.slice(2).slice(-4)),
    output: { role: 'assistant', content: tool.thought, toolCalls: [call] },
    tools: TOOL_SCHEMAS,
    cachedTokens: cachedIn(round),
    ...(model === 'o4-mini' ? { reasoningTokens: random.between(0, 9) * 64 } : {}),
  });
  const run = toolRun(random, {
    name: tool.name,
    description: 'A tool of the coding agent.',
    arguments: call.arguments,
    result: { output: tool.output },
    medianMs: tool.name === 'run_command' ? 2_400 : 12,
    ...(tool.error === undefined ? {} : { error: tool.error }),
  });
  messages.push(
    { role: 'assistant', content: tool.thought, toolCalls: [call] },
    {
      role: 'tool',
      toolCallId: call.id,
      content: tool.error === undefined ? tool.output : `${tool.error.message}\n\n${tool.output}`,
    },
  );
  return {
    name: `round ${round}`,
    kind: 'CHAIN',
    workMs: 1,
    attributes: {},
    children: [think, run],
  };
}

/**
 * Tokens of a call that the provider has cached: the rounds before it, until the conversation is
 * made shorter and begins anew.
 */
function cachedIn(round: number): number {
  return ((round - 1) % ROUNDS_KEPT) * 900;
}

function itemAt<T>(items: readonly T[], place: number): T {
  const item = items[place % items.length];
  if (item === undefined) throw new Error('Nothing to take from.');
  return item;
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
