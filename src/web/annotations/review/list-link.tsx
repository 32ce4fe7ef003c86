import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { reviewedList, reviewedSessions } from '#web/annotations/review-search.ts';
import type { ReviewSearch } from '#web/annotations/review-search.ts';

/** Back to the list that is walked, as it was left. */
export function ListLink({ project, search, children }: { project: string; search: ReviewSearch; children: ReactNode }) {
  const look = { params: { project }, className: 'text-link hover:underline' };
  return search.of === 'sessions' ? (
    <Link to="/projects/$project/sessions" search={reviewedSessions(search)} {...look}>
      {children}
    </Link>
  ) : (
    <Link to="/projects/$project/traces" search={reviewedList(search)} {...look}>
      {children}
    </Link>
  );
}

/** The same by a key. */
export function useToList(project: string, search: ReviewSearch): () => void {
  const navigate = useNavigate();
  return () =>
    void (search.of === 'sessions'
      ? navigate({ to: '/projects/$project/sessions', params: { project }, search: reviewedSessions(search) })
      : navigate({ to: '/projects/$project/traces', params: { project }, search: reviewedList(search) }));
}
