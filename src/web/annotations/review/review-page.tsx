import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch, Link } from '@tanstack/react-router';
import { useCallback, useEffect, type ReactNode, useRef } from 'react';
import { reviewItemsOptions } from './review-items.ts';
import { useProjectName } from '#web/projects/use-project-name.ts';
import { useMay } from '#web/accounts/may.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { plural, exactCount } from '#web/platform/text/format-number.ts';
import { keyOfItem, type ReviewItem } from './review-queue.ts';
import { projectsPath, sessionsPath, tracesPath } from '#web/platform/address/paths.ts';
import { holdKeys, releaseKeys, useKeysHeld } from '#web/platform/keys/type-ahead.ts';
import { useKeys, type KeyMap } from '#web/platform/keys/keys.ts';
import { withChanges, type Changes } from '#web/platform/address/search-schema.ts';
import { Reviewed } from './reviewed.tsx';
import { ReviewProgress } from './review-progress.tsx';
import { useReview } from './use-review.ts';
import { Button } from '#web/ui/button.tsx';
import {
  reviewedList,
  reviewedSessions,
  type ReviewSearch,
} from '#web/annotations/review-search.ts';
import { useFigureFilter } from '#web/lists/list-filter.ts';
import { sessionCountOptions } from '#web/sessions/sessions.calls.ts';
import { useWholeSeries } from '#web/metrics/whole-figures.calls.ts';
import { RANGE_DEFAULT } from '#web/platform/time/time-range.ts';

/** A list walked through item by item, each annotated under one name without the mouse. */
export function ReviewPage() {
  return useMay('traces:write') ? <Review /> : <NoReview />;
}

/** For users without permission who followed another user's link. */
function NoReview() {
  const { project } = useParams({ from: '/projects/$project/review' });
  const search = useSearch({ from: '/projects/$project/review' });
  return (
    <ReviewFrame project={project} search={search} name={search.name ?? ''}>
      <EmptyNote title="You can’t review">
        <p>Only members and admins can review. You can still read the annotations in the list.</p>
        <ListLink {...{ project, search }}>To the list</ListLink>
      </EmptyNote>
    </ReviewFrame>
  );
}

function Review() {
  const { project } = useParams({ from: '/projects/$project/review' });
  const search = useSearch({ from: '/projects/$project/review' });
  const { name = '' } = search;
  const { data, error, refetch } = useQuery(reviewItemsOptions(project, search));
  useKeysHeld(
    true,
    (error !== null && data === undefined) || name === '' || data?.items.length === 0,
  );
  return (
    <>
      {data !== undefined && data.items.length > 0 ? (
        <Walk
          key={`${name} ${search.from ?? ''}`}
          {...{ project, search, name }}
          items={data.items}
          next={data.next}
        />
      ) : (
        <ReviewFrame project={project} search={search} name={name}>
          {error !== null ? (
            <ErrorNote
              what="The list to review could not be read"
              error={error}
              onRetry={() => void refetch()}
            />
          ) : name === '' ? (
            <EmptyNote title="No annotation config selected">
              <p>Pick an annotation config in the Review menu of a trace or session list.</p>
              <ListLink {...{ project, search }}>To the list</ListLink>
            </EmptyNote>
          ) : data === undefined ? (
            <SkeletonRows rows={22} height={26} />
          ) : (
            <EmptyNote title="The list is empty">
              No items match this list's filter and time range.
            </EmptyNote>
          )}
        </ReviewFrame>
      )}
    </>
  );
}

interface FrameProps {
  readonly project: string;
  readonly search: ReviewSearch;
  readonly name: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

function ReviewFrame({ project, search, name, actions, children }: FrameProps) {
  const projectName = useProjectName(project);
  const toList = useToList(project, search);
  useKeys({ Escape: { what: 'Back to the list', run: toList } }, 'Review');
  const sessions =
    search.of === 'sessions' ? [{ label: 'Sessions', href: sessionsPath(project) }] : [];
  return (
    <PageFrame
      title={`Review ${name} · ${projectName}`}
      crumbs={[
        { label: 'Projects', href: projectsPath },
        { label: projectName, href: tracesPath(project) },
        ...sessions,
        { label: `Review ${name}` },
      ]}
      actions={actions}
    >
      {children}
    </PageFrame>
  );
}

/** The parts of an address that belong to the previous item. */
const NOTHING_SHOWN: Changes<ReviewSearch> = {
  trace: undefined,
  item: undefined,
  session: undefined,
  turn: undefined,
  span: undefined,
  tab: undefined,
  annotate: undefined,
  pane: undefined,
  zoom: undefined,
};

function placeOf({ target, id, traceId }: ReviewItem): Changes<ReviewSearch> {
  if (traceId === null) return { session: id };
  return { trace: traceId, item: target === 'span' ? id : undefined };
}

/** Key of the item that an address shows; undefined before the first. */
function shownIn({ session, trace, item }: ReviewSearch): string | undefined {
  if (session !== undefined) return keyOfItem({ target: 'session', id: session, traceId: null });
  if (trace === undefined) return undefined;
  return keyOfItem(
    item === undefined
      ? { target: 'trace', id: trace, traceId: trace }
      : { target: 'span', id: item, traceId: trace },
  );
}

interface WalkProps extends Omit<FrameProps, 'actions' | 'children'> {
  readonly items: readonly ReviewItem[];
  /** Where the next part of the list begins. */
  readonly next: string | null;
}

function Walk({ project, search, name, items, next }: WalkProps) {
  const navigate = useNavigate({ from: '/projects/$project/review' });
  const shown = shownIn(search);
  const show = useCallback(
    (item: ReviewItem) =>
      void navigate({
        search: (before) =>
          withChanges<ReviewSearch>(before, { ...NOTHING_SHOWN, ...placeOf(item) }),
        replace: true,
      }),
    [navigate],
  );
  const onNextPart =
    next === null
      ? null
      : (): void => {
          holdKeys();
          void navigate({
            search: (before) => withChanges<ReviewSearch>(before, { ...NOTHING_SHOWN, from: next }),
          });
        };
  const review = useReview({ project, items, name, shown, show });
  const { at, go, isLast, isOver, annotated } = review;
  useEffect(() => {
    if (shown === undefined) void go(1);
    // oxlint-disable-next-line react/exhaustive-deps -- an address without an item begins at the first that is open, once
  }, []);
  useEffect(() => {
    if (shown !== undefined && at < 0) releaseKeys();
  }, [shown, at]);
  const forward = (): void => (isOver && onNextPart !== null ? onNextPart() : void go(1));
  useSaveKey(forward);
  useKeys(
    walkKeys(forward, () => void go(-1), onNextPart),
    'Review',
  );
  return (
    <ReviewFrame
      {...{ project, search, name }}
      actions={
        <ReviewProgress
          annotated={annotated}
          of={items.length}
          total={
            next === null && search.from === undefined ? null : (
              <ReviewTotal project={project} search={search} />
            )
          }
          onNextPart={onNextPart}
          isLast={isLast && !isOver}
          onGo={(by) => (by > 0 ? forward() : void go(by))}
        />
      }
    >
      {isOver ? (
        <ReviewEnd project={project} search={search} count={items.length} onNextPart={onNextPart} />
      ) : at < 0 && shown !== undefined ? (
        <EmptyNote title="This item is not in the list">
          <button type="button" className="text-link" onClick={() => void go(1)}>
            To the first of {plural(items.length, 'item')}
          </button>
        </EmptyNote>
      ) : (
        <Reviewed key={shown} {...{ project, search, name }} onReady={releaseKeys} />
      )}
    </ReviewFrame>
  );
}

function walkKeys(forward: () => void, back: () => void, nextPart: (() => void) | null): KeyMap {
  return {
    j: { what: 'Next item without an annotation', run: forward },
    k: { what: 'Back to the one before', run: back },
    // For the help alone: with Ctrl it is no plain key, and works in fields.
    'Ctrl+Enter': { what: 'Save and go on', run: forward },
    ...(nextPart === null ? {} : { J: { what: 'Next part of the list', run: nextPart } }),
  };
}

interface ReviewEndProps {
  readonly project: string;
  readonly search: ReviewSearch;
  readonly count: number;
  /** To the next part of the list; null where there is none. */
  readonly onNextPart: (() => void) | null;
}

/** Nothing is left to annotate, or nothing in this part. */
function ReviewEnd({ project, search, count, onNextPart }: ReviewEndProps) {
  const all = count === 1 ? 'The only one is annotated' : `All ${exactCount(count)} are annotated`;
  return (
    <EmptyNote title={onNextPart === null ? all : `${all} in this part of the list`}>
      <span className="flex items-center gap-16">
        {onNextPart !== null && (
          <Button look="accent" onClick={onNextPart}>
            Continue with the next part (J)
          </Button>
        )}
        <ListLink project={project} search={search}>
          Back to the list
        </ListLink>
      </span>
    </EmptyNote>
  );
}

/** Back to the list that is walked, as it was left. */
function ListLink({
  project,
  search,
  children,
}: {
  project: string;
  search: ReviewSearch;
  children: ReactNode;
}) {
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
function useToList(project: string, search: ReviewSearch): () => void {
  const navigate = useNavigate();
  return () =>
    void (search.of === 'sessions'
      ? navigate({
          to: '/projects/$project/sessions',
          params: { project },
          search: reviewedSessions(search),
        })
      : navigate({
          to: '/projects/$project/traces',
          params: { project },
          search: reviewedList(search),
        }));
}

interface ReviewTotalProps {
  readonly project: string;
  readonly search: ReviewSearch;
}

/** How many items the list holds, of which one part is reviewed: nothing until they are counted. */
function ReviewTotal({ project, search }: ReviewTotalProps) {
  return search.of === 'sessions' ? (
    <SessionTotal {...{ project, search }} />
  ) : (
    <RowTotal {...{ project, search }} />
  );
}

function RowTotal({ project, search }: ReviewTotalProps) {
  const figureFilterOf = useFigureFilter(project);
  const { data } = useWholeSeries(
    project,
    search.range ?? RANGE_DEFAULT,
    figureFilterOf(reviewedList(search)),
  );
  const count = search.scope === undefined ? data?.totals?.traces : data?.totals?.spans;
  return <Total count={count ?? null} isComplete={data?.coverage.complete ?? false} />;
}

function SessionTotal({ project, search }: ReviewTotalProps) {
  const { range = RANGE_DEFAULT, q = '' } = reviewedSessions(search);
  const { data } = useQuery(sessionCountOptions(project, range, q));
  return <Total count={data?.count ?? null} isComplete={data?.complete ?? false} />;
}

function Total({ count, isComplete }: { count: number | null; isComplete: boolean }) {
  if (count === null) return null;
  return (
    <span className="max-md:hidden">
      {' · '}
      {isComplete ? exactCount(count) : `more than ${exactCount(count)}`} in the list
    </span>
  );
}

/** Ctrl or ⌘ with Enter, in fields too: what is typed there is saved first. */
function useSaveKey(onSaved: () => void): void {
  const current = useRef(onSaved);
  useEffect(() => {
    current.current = onSaved;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key !== 'Enter' ||
        !(event.ctrlKey || event.metaKey) ||
        document.querySelector('dialog[open]') !== null
      )
        return;
      event.preventDefault();
      // Leaving a field saves it.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      current.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
