import { beforeAll, expect, it } from 'vitest';
import { explainFilter } from './explain.ts';
import { loadFilterLanguage } from './language.ts';

beforeAll(loadFilterLanguage);

it('says in words what a filter asks for', () => {
  const explained = explainFilter(
    "span_kind in ['LLM', 'TOOL'] and 1 < latency_ms <= 4000 refund",
    'spans',
  );
  expect(explained?.sentences).toEqual([
    'span_kind is in “LLM” or “TOOL”',
    '1 is below latency_ms, and latency_ms is at most 4000',
    '“refund” occurs in the content of the span',
  ]);
  expect(explained?.how).toBe(
    'Narrowed by index: kind, words of span content. Latency is read from the row, without reading span content. The remaining rows are read one by one, newest first.',
  );
  expect(
    explainFilter(
      "not any(s.llm.model_name == 'gpt-5' for s in spans) and len([s for s in spans]) > 3",
      'traces',
    )?.sentences,
  ).toEqual([
    'of its spans, for none: llm.model_name is “gpt-5”',
    'the number of spans is above 3',
  ]);
});

it('says it of sessions too', () => {
  const explained = explainFilter("session_id == 'a' and num_traces > 3 refund", 'sessions');
  expect(explained?.sentences).toEqual([
    'session_id is “a”',
    'num_traces is above 3',
    '“refund” occurs in the content of a span of the session',
  ]);
  expect(explained?.how).toBe(
    'Narrowed by index: session, words of span content. The remaining rows are read one by one, newest first.',
  );
  expect(explainFilter('num_traces > 3', 'sessions')?.how).toContain(
    'a condition on the session id, the user or an annotation, makes it faster',
  );
});

it('says when no index serves it, and nothing of what cannot be read', () => {
  expect(explainFilter("metadata['tier'] != 'pro'", 'spans')?.how).toContain('No index matches');
  expect(explainFilter('', 'traces')?.how).toBe('No filter.');
  expect(explainFilter('latency_ms >', 'traces')).toBeNull();
});
