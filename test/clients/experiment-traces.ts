import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { expect } from 'vitest';
import { listSpans } from '../../tools/api-client.ts';
import type { BootedServer } from '../e2e/boot.ts';

const Traces = Type.Object({
  project: Type.String(),
  'of runs': Type.Array(Type.String()),
  'of evaluations': Type.Array(Type.String()),
});
const Projects = Type.Object({ data: Type.Array(Type.Object({ name: Type.String() })) });

/**
 * Checks that a client's runs and evaluations of an experiment have their traces in its project: each id names a trace with a root span of the kind that the
 * client gives them; and that the project is not among those that people see.
 */
export async function expectTraces(
  server: BootedServer,
  traces: unknown,
  { runs, evaluations }: { readonly runs: number; readonly evaluations: number },
): Promise<void> {
  const { project, 'of runs': ofRuns, 'of evaluations': ofEvaluations } = Value.Parse(Traces, traces);
  expect([ofRuns.length, ofEvaluations.length]).toEqual([runs, evaluations]);
  const rootsOf = async (kind: string): Promise<ReadonlySet<string>> => {
    const spans = await listSpans(server.url, project);
    return new Set(spans.filter((span) => span.parent_id === null && span.span_kind === kind).map((span) => span.context.trace_id));
  };
  // Some clients send their last spans as they end.
  await expect
    .poll(
      async () =>
        ofRuns.every(
          (
            (roots) => (trace: string) =>
              roots.has(trace)
          )(await rootsOf('CHAIN')),
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
  const judged = await rootsOf('EVALUATOR');
  expect(ofEvaluations.filter((trace) => !judged.has(trace))).toEqual([]);
  const listed = Value.Parse(Projects, await (await fetch(`${server.url}/v1/projects?limit=1000`)).json());
  expect(listed.data.map(({ name }) => name)).not.toContain(project);
}
