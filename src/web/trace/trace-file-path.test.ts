import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

it('leads to the file of a trace below the root path of the server', async () => {
  vi.stubGlobal('document', { querySelector: () => ({ content: '/tools/telltale' }) });
  // Another test of this process may have loaded it without a root path.
  vi.resetModules();
  const { traceFilePath } = await import('./traces.calls.ts');
  expect(traceFilePath('a shop', 'a1', 'otlp')).toBe(
    '/tools/telltale/v1/projects/a%20shop/spans/jsonl?trace_id=a1&format=otlp',
  );
});
