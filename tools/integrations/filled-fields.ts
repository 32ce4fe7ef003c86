import { FACTS, type Fact } from '#test/frameworks/facts.ts';
import type { Row } from '#test/frameworks/shared-rows.ts';

/** The pages' names for the facts in the table of test/frameworks. */
export const FIELD_NAMES: Readonly<Record<Fact, string>> = {
  'no span is of unknown kind': 'a kind for every span',
  'the model': 'model',
  'the provider': 'provider',
  'the question': 'input messages',
  'the system prompt, once': 'system prompt',
  'the tools on offer': 'tool definitions',
  'the call of a tool': 'tool calls',
  "the tool's result": 'tool results',
  'the answer': 'output messages',
  'a streamed answer': 'streamed answers',
  'a structured answer': 'structured answers',
  tokens: 'tokens',
  'cached tokens': 'cached tokens',
  'reasoning tokens': 'reasoning tokens',
  'a cost for all calls with tokens': 'cost',
  'the time to the first token': 'time to first token',
  'a refused call, with its model': 'failed calls with their model',
  'a tool that ran': 'tool spans with input and output',
  'an agent': 'agent spans with input and output',
  'an embedding': 'embedded texts',
  'tokens of an embedding': 'embedding tokens',
  'documents that were found': 'retrieved documents',
  'the session': 'session',
  'the user': 'user',
  'previews of all model calls': 'previews of every model call',
};

export const ALL_FACTS = Object.keys(FACTS).filter((fact): fact is Fact => fact in FIELD_NAMES);

/** The columns of the index: each is there when all of its facts are read. */
export const COLUMNS: readonly (readonly [name: string, ...facts: Fact[]])[] = [
  ['Messages', 'the question', 'the answer'],
  ['Tools', 'the call of a tool', "the tool's result"],
  ['Tokens', 'tokens'],
  ['Cost', 'a cost for all calls with tokens'],
  ['Session', 'the session'],
  ['User', 'the user'],
];

export function isRead(row: Row, fact: Fact): boolean {
  return row[fact] === undefined;
}
