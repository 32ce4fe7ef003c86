import type { Static } from 'typebox';
import { AppError } from '#contracts/wire/errors.ts';
import {
  SESSIONS_COUNTED_MAX,
  type SessionCount,
  type SessionCountParams,
} from '#contracts/sessions/session.ts';
import { compileSessionFilter } from '#core/filter/compile-filter.ts';
import type { PageAnchor, ReadBudget } from '#core/ports/span-store.ts';
import { findProject } from '../kit/projects/find-project.ts';
import type { Query } from '#server/threads/query.ts';
import { windowOf } from '../kit/request/time-window.ts';

/** A reader of a list waits no longer for a number beside it. */
const COUNTING_MS = 500;
/**
 * Pages grow: what a slow filter found before the time was up is not lost, and few pages are read
 * of many sessions.
 */
const FIRST_PAGE = 200;
const GROWTH = 10;

/** How many sessions of a project match: a number beside their list. */
export const countSessions: Query<
  { readonly project: string; readonly query: Static<typeof SessionCountParams> },
  SessionCount
> = {
  name: 'sessions.count',
  run: async ({ spans, projects, budget }, { project, query }) => {
    const filter = query.filter === undefined ? null : compileSessionFilter(query.filter);
    const { id: projectId } = await findProject(projects, project);
    const conditions = {
      projectId,
      window: windowOf(query),
      sort: 'end_time',
      order: 'desc',
      ...(filter === null ? {} : { filter }),
    } as const;
    const endMs = performance.now() + COUNTING_MS;
    const moment: ReadBudget = { over: () => budget.over() || performance.now() > endMs };
    let count = 0;
    let anchor: PageAnchor | null = null;
    for (let size = FIRST_PAGE; count < SESSIONS_COUNTED_MAX; size *= GROWTH) {
      const limit = Math.min(size, SESSIONS_COUNTED_MAX - count);
      try {
        const page = await spans.sessions(
          { ...conditions, limit, ...(anchor === null ? {} : { anchor }) },
          moment,
        );
        count += page.rows.length;
        anchor = page.next;
      } catch (error) {
        if (budget.over() || !(error instanceof AppError) || error.code !== 'deadline_exceeded')
          throw error;
        return { count, complete: false };
      }
      if (anchor === null) return { count, complete: true };
    }
    return { count, complete: false };
  },
};
