import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { reviewItemsOptions } from '../../api/review-items.ts';
import { PageFrame } from '../../components/page-frame.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '../../components/states.tsx';
import { plural } from '../../lib/format-number.ts';
import { keyOfItem } from '../../lib/annotation/review-queue.ts';
import type { ReviewItem } from '../../lib/annotation/review-queue.ts';
import { projectsPath, tracesPath } from '../../lib/paths.ts';
import { useKeys } from '../../lib/keys.ts';
import { withChanges } from '../../lib/search-params.ts';
import type { ListSearch, ReviewSearch } from '../../lib/search-params.ts';
import { ReviewEnd } from './review-end.tsx';
import { ReviewedTrace } from './reviewed-trace.tsx';
import { ReviewProgress } from './review-progress.tsx';
import { useReview } from './use-review.ts';
import { useSaveKey } from './use-save-key.ts';

/** A list walked through item by item, each judged under one name without the mouse. */
export function ReviewPage() {
  const { project } = useParams({ from: '/projects/$project/review' });
  const search = useSearch({ from: '/projects/$project/review' });
  const { name = '' } = search;
  const { data, error, refetch } = useQuery({ ...reviewItemsOptions(project, listOf(search), name), enabled: name !== '' });
  return (
    <>
      {data !== undefined && data.items.length > 0 ? (
        <Walk key={name} {...{ project, search, name }} items={data.items} complete={data.complete} />
      ) : (
        <ReviewFrame project={project} search={search} name={name}>
          {error !== null ? (
            <ErrorNote what="The list to review could not be read" error={error} onRetry={() => void refetch()} />
          ) : name === '' ? (
            <EmptyNote title="This address names nothing to judge by" />
          ) : data === undefined ? (
            <SkeletonRows rows={22} height={26} />
          ) : (
            <EmptyNote title="The list is empty">There is nothing in it to judge.</EmptyNote>
          )}
        </ReviewFrame>
      )}
    </>
  );
}

/** The list that is walked, as its own address has it. */
function listOf({ range, scope, q, sort }: ReviewSearch): ListSearch {
  return withChanges<ListSearch>({}, { range, scope, q, sort });
}

interface FrameProps {
  readonly project: string;
  readonly search: ReviewSearch;
  readonly name: string;
  readonly actions?: React.ReactNode;
  readonly children: React.ReactNode;
}

function ReviewFrame({ project, search, name, actions, children }: FrameProps) {
  const navigate = useNavigate();
  useKeys(
    {
      Escape: {
        what: 'Back to the list',
        run: () => void navigate({ to: '/projects/$project/traces', params: { project }, search: listOf(search) }),
      },
    },
    'Review',
  );
  return (
    <PageFrame
      title={`Review ${name} · ${project}`}
      crumbs={[{ label: 'Projects', href: projectsPath }, { label: project, href: tracesPath(project) }, { label: `Review ${name}` }]}
      actions={actions}
    >
      {children}
    </PageFrame>
  );
}

interface WalkProps extends Omit<FrameProps, 'actions' | 'children'> {
  readonly items: readonly ReviewItem[];
  readonly complete: boolean;
}

function Walk({ project, search, name, items, complete }: WalkProps) {
  const navigate = useNavigate({ from: '/projects/$project/review' });
  const { trace, item } = search;
  const shown = trace === undefined ? undefined : keyOfItem({ traceId: trace, spanId: item ?? null });
  const show = useCallback(
    ({ traceId, spanId }: ReviewItem) =>
      void navigate({
        search: (before) =>
          withChanges<ReviewSearch>(before, {
            trace: traceId,
            item: spanId ?? undefined,
            span: undefined,
            tab: undefined,
            annotate: undefined,
            pane: undefined,
            zoom: undefined,
          }),
        replace: true,
      }),
    [navigate],
  );
  const review = useReview({ items, name, shown, show });
  const { at, go, isLast, isOver, judged } = review;
  useEffect(() => {
    if (shown === undefined) void go(1);
    // oxlint-disable-next-line react/exhaustive-deps -- an address without an item begins at the first that is open, once
  }, []);
  useSaveKey(() => void go(1));
  useKeys(
    {
      j: { what: 'Next, previous not judged yet', run: () => void go(1) },
      k: { what: 'Next, previous not judged yet', run: () => void go(-1) },
      // For the help alone: with Ctrl it is no plain key, and works in fields.
      'Ctrl+Enter': { what: 'Save and go on', run: () => void go(1) },
    },
    'Review',
  );
  return (
    <ReviewFrame
      {...{ project, search, name }}
      actions={
        <ReviewProgress judged={judged} of={items.length} complete={complete} isLast={isLast && !isOver} onGo={(by) => void go(by)} />
      }
    >
      {isOver ? (
        <ReviewEnd project={project} list={listOf(search)} count={items.length} />
      ) : at < 0 && shown !== undefined ? (
        <EmptyNote title="This one is not in the list">
          <button type="button" className="text-link" onClick={() => void go(1)}>
            To the first of {plural(items.length, 'item')}
          </button>
        </EmptyNote>
      ) : (
        trace !== undefined && (
          <ReviewedTrace key={shown} project={project} search={search} name={name} trace={trace} onReady={review.release} />
        )
      )}
    </ReviewFrame>
  );
}
