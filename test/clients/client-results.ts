import path from 'node:path';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { listSpans } from '../../tools/api-client.ts';
import type { BootedServer } from '#test/e2e/boot.ts';
import { one, runProgram } from '#test/examples/example-run.ts';

const Results = Type.Record(Type.String(), Type.Unknown());
/** The result of each client call, or `{raised, message}`, by the call's name. */
export type Results = Static<typeof Results>;

/**
 * Runs a program of this folder that calls the server through a client, with the client's own
 * settings for the address.
 */
export async function runCalls(
  server: BootedServer,
  folder: string,
  command: string,
  program: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Results> {
  const printed = await runClient(server, folder, command, program, more);
  return Value.Parse(Results, JSON.parse(printed));
}

export async function runClient(
  server: BootedServer,
  folder: string,
  command: string,
  program: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const grpcPort = server.grpcTarget.split(':')[1] ?? '';
  const env = {
    PHOENIX_ENDPOINT: server.url,
    PHOENIX_HOST: server.url,
    HTTP_URL: server.url,
    GRPC_PORT: grpcPort,
    ...more,
  };
  return await runProgram(path.join(import.meta.dirname, folder), command, [program], env);
}

const Annotations = Type.Object({
  data: Type.Array(
    Type.Object({
      name: Type.String(),
      result: Type.Object({ score: Type.Union([Type.Number(), Type.Null()]) }),
      document_position: Type.Optional(Type.Number()),
    }),
  ),
});

/** A list of annotations in short: newest first, with document positions. */
export async function annotationsOf(server: BootedServer, list: string): Promise<unknown> {
  const { data } = Value.Parse(Annotations, await (await fetch(`${server.url}${list}`)).json());
  return data.map(({ name, result, document_position: at }) => ({
    name,
    score: result.score,
    ...(at === undefined ? {} : { at }),
  }));
}

/** The two spans that the programs for phoenix-otel send to a project, in short. */
export async function twoSpansOf(server: BootedServer, project: string): Promise<unknown> {
  const spans = await listSpans(server.url, project);
  const [outer, inner] = [one(spans, 'outer', 'AGENT'), one(spans, 'inner', 'LLM')];
  return {
    count: spans.length,
    joined:
      inner.parent_id === outer.context.span_id &&
      inner.context.trace_id === outer.context.trace_id,
    session: outer.attributes['session.id'],
    tokens: inner.attributes['llm.token_count.prompt'],
  };
}

/** The expected result of `twoSpansOf`. */
export const TWO_SPANS = { count: 2, joined: true, session: 'otel', tokens: 7 };
