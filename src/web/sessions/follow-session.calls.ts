import { useQueryClient } from '@tanstack/react-query';
import { getSessionSkeleton } from '#contracts/sessions/routes.ts';
import { call } from '#web/platform/http/client.ts';
import { useLive } from '#web/platform/http/live.ts';
import type { SessionSkeleton } from '#contracts/sessions/session.ts';
import { sessionSkeletonOptions } from './sessions.calls.ts';
import { useGrowth } from '#web/platform/http/use-growth.ts';

/** A conversation without new turns for so long is treated as over. */
const GROWS_MS_MAX = 6 * 3_600_000;

/**
 * Reads a session that is on screen again when turns, or more of a turn, came. `name` is what the
 * page calls it.
 */
export function useFollowedSession(
  project: string,
  name: string,
  skeleton: SessionSkeleton | undefined,
): void {
  const queries = useQueryClient();
  const mayGrow =
    skeleton !== undefined && Date.parse(skeleton.session.end_time) > Date.now() - GROWS_MS_MAX;
  const grow = useGrowth(async () => {
    if (skeleton === undefined) return;
    const { session } = skeleton;
    const { data: now } = await call(getSessionSkeleton, {
      params: { session_identifier: session.id },
      query: { limit: 1 },
    });
    if (figuresOf(now.session) === figuresOf(session)) return;
    await queries.invalidateQueries({ queryKey: sessionSkeletonOptions(name).queryKey });
    await queries.invalidateQueries({ queryKey: ['session-turns', session.id] });
  });
  useLive(project, mayGrow, grow);
}

/**
 * The queries that every relevant span of a conversation changes; annotations are read separately.
 */
function figuresOf(session: SessionSkeleton['session']): string {
  return JSON.stringify({ ...session, annotations: null });
}
