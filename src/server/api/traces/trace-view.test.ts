import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf, traceHex } from '#test/api-spans.ts';
import { readSkeleton } from './trace-view.service.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());

it('shows one moment of a trace that grows while it is read', async () => {
  const call = {
    'openinference.span.kind': 'LLM',
    'llm.token_count.prompt': 3,
    'llm.model_name': 'm',
  };
  await api.ingest(
    exportOf({ trace: 1, span: 1 }, { trace: 1, span: 2, parent: 1, startMs: 1, attributes: call }),
    'p',
  );
  let spans = 2;
  /** Before the store answers anything, a span arrives that failed and has not ended. */
  const growing = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return async (...asked: unknown[]) => {
          spans += 1;
          await api.ingest(
            exportOf({
              trace: 1,
              span: spans,
              parent: 1,
              startMs: spans,
              open: true,
              error: 'it broke',
            }),
            'p',
          );
          return method.apply(target, asked);
        };
      },
    });
  const { reader, traces, projectReader, figures, annotations, scores, storage } = api.store;
  const bytes = await readSkeleton.run(
    {
      spans: growing(reader),
      traces: growing(traces),
      projects: growing(projectReader),
      figures: growing(figures),
      annotations: growing(annotations),
      scores,
      storage,
      limitedTo: null,
      budget: { over: () => false },
    },
    { trace: traceHex(1), limit: 100 },
  );
  const { data } = JSON.parse(new TextDecoder().decode(bytes)) as {
    data: {
      trace: { span_count: number; error_count: number };
      statuses: number[];
      open_spans: number[];
    };
  }; // as: checked by the other tests
  const failed = data.statuses.filter((status) => status === 2).length;
  expect([data.trace.span_count, data.trace.error_count, data.open_spans.length]).toEqual([
    data.statuses.length,
    failed,
    failed,
  ]);
  // And so that it is one moment: only one answer was asked for.
  expect(spans).toBe(3);
});
