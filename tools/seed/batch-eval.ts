import { phrase, prose, sentence } from '../otlp/prose.ts';
import type { Random } from '../otlp/random.ts';
import { modelCall } from './model-calls.ts';
import type { Step } from './trace-tree.ts';

/** Offline work: classification of tickets, one by one or as a run of thousands of equal steps. */

const LABELS = ['billing', 'delivery', 'returns', 'product question', 'complaint', 'other'] as const;

export function classification(random: Random): Step {
  const text = prose(random, random.between(120, 420));
  const label = random.pick(LABELS);
  const verdict = { label, confidence: Math.round(random.fraction() * 1_000) / 1_000 };
  const malformed = random.chance(0.02);
  const model = modelCall(random, {
    model: 'gpt-4o-mini',
    input: [
      { role: 'system', content: `Classify into one of: ${LABELS.join(', ')}. Reply as JSON.` },
      { role: 'user', content: text },
    ],
    output: { role: 'assistant', content: malformed ? `Sure! The label is ${label}` : JSON.stringify(verdict) },
  });
  return {
    name: 'classify',
    kind: 'CHAIN',
    workMs: 0.5,
    attributes: {
      'input.value': text,
      'input.mime_type': 'text/plain',
      ...(malformed ? {} : { 'output.value': JSON.stringify(verdict), 'output.mime_type': 'application/json' }),
    },
    children: [model, ...(malformed ? [] : [exactMatch(random, label)])],
    ...(malformed ? { error: notJson(label) } : {}),
  };
}

/** One run over a data set: `spans` spans in all, in groups that run side by side. */
export function evaluationRun(random: Random, spans: number): Step {
  const groups: Step[] = [];
  let left = spans - 1;
  while (left > 0) {
    const items: Step[] = [];
    left--;
    for (; items.length < 24 && left > 0; left--) items.push(shortStep(random));
    groups.push({
      name: `batch ${groups.length + 1}`,
      kind: 'CHAIN',
      workMs: 1,
      parallel: true,
      attributes: { metadata: JSON.stringify({ size: items.length }) },
      children: items,
    });
  }
  return {
    name: 'evaluation_run',
    kind: 'CHAIN',
    workMs: 40,
    children: groups,
    attributes: {
      'input.value': JSON.stringify({ dataset: 'tickets-2026-11', examples: spans }),
      'output.value': JSON.stringify({ accuracy: 0.914, failed: 13 }),
      'output.mime_type': 'application/json',
    },
  };
}

function shortStep(random: Random): Step {
  const failed = random.chance(0.004);
  const label = random.pick(LABELS);
  return {
    name: 'classify',
    kind: 'EVALUATOR',
    workMs: random.around(600),
    attributes: { 'input.value': sentence(random), ...(failed ? {} : { 'output.value': label }), 'llm.model_name': 'gpt-4o-mini' },
    ...(failed ? { error: notJson(label) } : {}),
  };
}

function exactMatch(random: Random, label: string): Step {
  const expected = random.chance(0.9) ? label : random.pick(LABELS);
  return {
    name: 'exact_match',
    kind: 'EVALUATOR',
    workMs: 0.3,
    attributes: {
      'input.value': JSON.stringify({ output: label, expected }),
      'input.mime_type': 'application/json',
      'output.value': JSON.stringify({ score: label === expected ? 1 : 0 }),
      'output.mime_type': 'application/json',
    },
  };
}

function notJson(label: string): NonNullable<Step['error']> {
  return {
    type: 'JSONDecodeError',
    message: 'Expecting value: line 1 column 1 (char 0)',
    stack: `Traceback (most recent call last):
  File "/srv/eval/classify.py", line 37, in classify
    return json.loads(reply)
json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0) in "Sure! The label is ${label}"`,
  };
}

/** A prompt that should not have been sent: very long, to see that long text stays pleasant. */
export function longChat(random: Random, turns: number): Step {
  const input = Array.from({ length: turns }, (_, at) => ({
    role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: prose(random, random.between(80, 1_200)),
  }));
  return {
    name: `brainstorm ${phrase(random)}`,
    kind: 'CHAIN',
    workMs: 3,
    attributes: { 'input.value': input.at(-1)?.content ?? '', 'input.mime_type': 'text/plain' },
    children: [
      modelCall(random, {
        model: 'gemini-2.5-pro',
        input,
        output: { role: 'assistant', content: prose(random, 3_000) },
        reasoningTokens: random.between(500, 4_000),
      }),
    ],
  };
}
