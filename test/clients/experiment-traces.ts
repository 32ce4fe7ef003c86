import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { expect } from 'vitest';
import { listSpans } from '../../tools/api-client.ts';
import type { BootedServer } from '#test/e2e/boot.ts';

const Traces = Type.Object({
  project: Type.String(),
  'of runs': Type.Array(Type.String()),
  'of evaluations': Type.Array(Type.String()),
});
const Projects = Type.Object({ data: Type.Array(Type.Object({ name: Type.String() })) });

/** Where the clients send the traces of evaluators, whatever experiment they score. */
const EVALUATORS = 'evaluators';

/**
 * Checks that a client's runs have their traces in the project of their experiment, and its
 * evaluations theirs in the clients' project for evaluators: each id names a trace with a root span
 * of the kind that the client gives it; and that the experiment's project is not among those that
 * people see.
 */
export async function expectTraces(
  server: BootedServer,
  traces: unknown,
  { runs, evaluations }: { readonly runs: number; readonly evaluations: number },
): Promise<void> {
  const {
    project,
    'of runs': ofRuns,
    'of evaluations': ofEvaluations,
  } = Value.Parse(Traces, traces);
  expect([ofRuns.length, ofEvaluations.length]).toEqual([runs, evaluations]);
  const missing = async (
    ids: readonly string[],
    of: string,
    kind: string,
  ): Promise<readonly string[]> => {
    const spans = await listSpans(server.url, of);
    const roots = new Set(
      spans
        .filter((span) => span.parent_id === null && span.span_kind === kind)
        .map((span) => span.context.trace_id),
    );
    return ids.filter((id) => !roots.has(id));
  };
  // Some clients send their last spans as they end.
  await expect.poll(() => missing(ofRuns, project, 'CHAIN'), { timeout: 60_000 }).toEqual([]);
  await expect
    .poll(() => missing(ofEvaluations, EVALUATORS, 'EVALUATOR'), { timeout: 60_000 })
    .toEqual([]);
  const listed = Value.Parse(
    Projects,
    await (await fetch(`${server.url}/v1/projects?limit=1000`)).json(),
  );
  expect(listed.data.map(({ name }) => name)).not.toContain(project);
}
