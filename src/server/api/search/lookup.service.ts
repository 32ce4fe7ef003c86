import type { LookupMatch } from '#contracts/search/lookup.ts';
import { decodeGlobalId } from '#contracts/wire/ids.ts';
import type { AnyQuery, Query, ReadContext } from '#server/threads/query.ts';
import { sessionRef, spanRef, traceRef } from '../kit/request/references.ts';
import { projectReply } from '../kit/spans/resource-codec.ts';

/** A span id may occur in several traces: the newest are enough. */
const SPANS_MAX = 10;

type Place = Pick<LookupMatch, 'type'> & { readonly projectId: number } & Partial<LookupMatch>;

/** The objects with an id, in any project: project, then traces, spans, sessions. */
export const lookUp: Query<{ readonly id: string }, readonly LookupMatch[]> = {
  name: 'lookup.find',
  run: async (context, { id }) => {
    const matches: LookupMatch[] = [];
    for (const { projectId, ...place } of await placesOf(context, id)) {
      const project = await context.projects.findProject({ number: projectId });
      // Its project may have been deleted a moment ago.
      if (project !== null)
        matches.push({
          trace_id: null,
          span_id: null,
          session_id: null,
          ...place,
          project: projectReply(project),
        });
    }
    return matches;
  },
};

async function placesOf({ spans }: ReadContext, id: string): Promise<readonly Place[]> {
  const global = decodeGlobalId(id);
  if (global?.type === 'Project') return [{ type: 'project', projectId: global.number }];
  const traces = await spans.findTraces([traceRef(id)]);
  const found = await spans.findSpans([spanRef(id)]);
  const sessions = await spans.findSessions([sessionRef(id)]);
  return [
    ...traces.map((row) => ({
      type: 'trace' as const,
      projectId: row.projectId,
      trace_id: row.traceId,
    })),
    ...found.slice(0, SPANS_MAX).map((row) => ({
      type: 'span' as const,
      projectId: row.projectId,
      trace_id: row.traceId,
      span_id: row.spanId,
    })),
    ...sessions.map(({ session }) => ({
      type: 'session' as const,
      projectId: session.projectId,
      session_id: session.sessionId,
    })),
  ];
}

export const lookupQueries: readonly AnyQuery[] = [lookUp];
