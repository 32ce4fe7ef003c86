import { beforeAll, expect, it } from 'vitest';
import { narrowedBy, withAttributeColumn } from './narrow-list.ts';
import { loadFilterLanguage } from '#web/filter/language/language.ts';

beforeAll(loadFilterLanguage);

const root = { isRoot: true, kind: 'AGENT' };
const inner = { isRoot: false, kind: 'TOOL' };
const nothingKept = (): null => null;

it('narrows the list there is: of traces by the root or by any span, of spans by their own attribute', () => {
  const traces = { range: '7d', q: 'error_count > 0', sort: 'cost' };
  expect(narrowedBy(traces, root, 'tier', 'pro', false)).toEqual({
    ...traces,
    q: "error_count > 0 and attributes['tier'] == 'pro'",
  });
  expect(narrowedBy(traces, inner, 'tier', 'pro', false)).toEqual({
    ...traces,
    q: "error_count > 0 and any(s.attributes['tier'] == 'pro' for s in spans)",
  });
  expect(narrowedBy({ scope: 'spans', group: 'name' }, inner, 'tier', 'pro', true)).toEqual({
    scope: 'spans',
    q: "(attributes['tier'] is None or attributes['tier'] != 'pro')",
  });
  // Calls of models have no tools among them.
  expect(narrowedBy({ scope: 'llm' }, inner, 'tier', 'pro', false).scope).toBe('spans');
  expect(
    narrowedBy({ scope: 'llm' }, { isRoot: false, kind: 'LLM' }, 'tier', 'pro', false).scope,
  ).toBe('llm');
});

it('adds a column to those there are, once, and goes to the spans for what traces do not have', () => {
  const traces = { q: 'error_count > 0', cols: 'name,cost', sort: 'cost' };
  const once = withAttributeColumn(traces, root, 'tier', nothingKept);
  expect(once).toEqual({ ...traces, cols: 'name,cost,attr:tier' });
  expect(withAttributeColumn(once, root, 'tier', nothingKept)).toEqual(once);
  // Among the texts, before the figures: at 1440 px the end of a list is off the screen.
  expect(
    withAttributeColumn({ cols: 'name,input,duration,cost' }, root, 'tier', nothingKept).cols,
  ).toBe('name,input,attr:tier,duration,cost');
  expect(
    withAttributeColumn(traces, inner, 'tier', (scope) =>
      scope === 'spans' ? 'name,model' : null,
    ),
  ).toEqual({
    scope: 'spans',
    q: "status_code == 'ERROR'",
    cols: 'name,model,attr:tier',
  });
});
