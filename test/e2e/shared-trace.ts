import { expect } from 'vitest';
import { CORRECTNESS, idOf, traceIdOf } from './annotated-project.ts';
import type { BootedServer } from './boot.ts';
import { operator } from './closed-server.ts';

/** Asks as the operator, and fails with what the server says when it refuses. */
export async function done(
  server: BootedServer,
  method: string,
  path: string,
  body: object,
): Promise<unknown> {
  const reply = await operator(server, method, path, body);
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return await reply.json();
}

/** A trace in a project, `shared`, that asks for one annotation. */
export async function sendSharedTrace(server: BootedServer): Promise<void> {
  const span = {
    name: 'question',
    context: { trace_id: traceIdOf(1), span_id: idOf(1) },
    span_kind: 'AGENT',
    start_time: new Date(Date.now() - 60_000).toISOString(),
    end_time: new Date(Date.now() - 59_000).toISOString(),
    status_code: 'OK',
    attributes: { 'output.value': 'The answer' },
  };
  await done(server, 'POST', '/v1/projects/shared/spans', { data: [span] });
  await done(server, 'POST', '/v1/annotation_configs', CORRECTNESS);
  await expect
    .poll(
      async () =>
        (await operator(server, 'PUT', '/v1/projects/shared/annotation_configs/correctness'))
          .status,
    )
    .toBe(200);
}
