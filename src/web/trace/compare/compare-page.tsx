import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { ApiError } from '#web/platform/http/client.ts';
import { useFollowedTraces } from '#web/trace/follow-trace.calls.ts';
import { skeletonOptions } from '#web/trace/traces.calls.ts';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { KeptTrace } from '#web/trace/kept-trace.tsx';
import { stepBack } from '#web/platform/address/close-on-back.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { lastListPath } from '#web/lists/list-memory.ts';
import { tracePath } from '#web/platform/address/paths.ts';
import type { CompareSearch } from '#web/lists/search-params.ts';
import { withChanges, type Changes } from '#web/platform/address/search-schema.ts';
import { usePaneSteps } from '#web/trace/use-pane-steps.ts';
import { CompareFrame } from './compare-frame.tsx';
import { LoadedComparison, type ComparisonProps } from './loaded-comparison.tsx';
import { AbsentTrace, PickTrace } from './pick-trace.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step before this one is the comparison that another trace is chosen for. */
    readonly isComparisonBehind?: true;
  }
}

/**
 * Two traces side by side: one tree, what differs in time, tokens and cost, and the texts of a step
 * as a diff.
 */
export function ComparePage() {
  const { project } = useParams({ from: '/projects/$project/compare' });
  const search = useSearch({ from: '/projects/$project/compare' });
  const navigate = useNavigate({ from: '/projects/$project/compare' });
  const { onSearch, onSpan } = usePaneSteps<CompareSearch>(
    (changes, how) =>
      navigate({ search: (before) => withChanges<CompareSearch>(before, changes), ...how }),
    { pane: 'tree' },
  );
  const { isAgain, leave } = useLeave(project, search);
  const pick = {
    project,
    search,
    onFind: (text: string | undefined) => onSearch({ q: text }),
    // A history entry: Back returns to the picker.
    onPick: (side: 'a' | 'b', trace: string) =>
      void navigate({
        search: (before) =>
          withChanges<CompareSearch>(before, {
            q: undefined,
            row: undefined,
            pane: undefined,
            [side]: trace,
          }),
      }),
    onLeave: leave,
  };
  if (search.a === undefined || search.b === undefined)
    return (
      <CompareFrame project={project} {...(isAgain ? { onCancel: leave } : {})}>
        <PickTrace {...pick} side={search.a === undefined ? 'a' : 'b'} />
      </CompareFrame>
    );
  const props = {
    project,
    search,
    onChange: onSearch,
    onSpan,
    // The steps that Back leads to have the sides and the choice as they were: from here they are
    // no longer the same page's.
    onReplace: (changes: Changes<CompareSearch>) =>
      void navigate({
        search: (before) => withChanges<CompareSearch>(before, changes),
        replace: true,
        state: {},
      }),
    onOther: () =>
      void navigate({
        search: (before) =>
          withChanges<CompareSearch>(before, { b: undefined, row: undefined, pane: undefined }),
        state: { isComparisonBehind: true },
      }),
  };
  // With the sides exchanged it is the same comparison.
  return (
    <Comparison
      key={[search.a, search.b].toSorted().join(' ')}
      {...props}
      pick={pick}
      a={search.a}
      b={search.b}
    />
  );
}

/**
 * Where Escape and Cancel lead: back to the comparison that another trace is chosen for, to the
 * trace or to the list.
 */
function useLeave(project: string, search: CompareSearch) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const isPicking = search.a === undefined || search.b === undefined;
  const given = search.a ?? search.b;
  const up = isPicking && given !== undefined ? tracePath(project, given) : lastListPath(project);
  const isAgain = isPicking && history.location.state.isComparisonBehind === true;
  const leave = (): void => (isAgain ? stepBack(history) : void navigate({ to: up }));
  const where = isAgain ? 'comparison' : up === lastListPath(project) ? 'list' : 'trace';
  useKeys({ Escape: { what: `Back to the ${where}`, run: leave } });
  return { isAgain, leave };
}

interface AnyComparisonProps extends ComparisonProps {
  readonly a: string;
  readonly b: string;
  readonly pick: Omit<ComponentProps<typeof PickTrace>, 'side'>;
}

function Comparison({ a, b, pick, ...props }: AnyComparisonProps) {
  const first = useQuery(skeletonOptions(a));
  const second = useQuery(skeletonOptions(b));
  useFollowedTraces(first.data, second.data);
  const loaded =
    first.data !== undefined &&
    second.data !== undefined &&
    first.error === null &&
    second.error === null;
  if (loaded) return <KeptComparison {...props} first={first.data} second={second.data} />;
  const failed = first.error === null ? second : first;
  const side = failed === first ? 'a' : 'b';
  const retry = (): void => void failed.refetch();
  if (failed.error instanceof ApiError && failed.error.status === 404)
    return (
      <CompareFrame project={props.project}>
        <PickTrace {...pick} side={side}>
          <AbsentTrace id={side === 'a' ? a : b} onRetry={retry} />
        </PickTrace>
      </CompareFrame>
    );
  return (
    <CompareFrame
      project={props.project}
      onSwap={() => props.onReplace({ a: b, b: a })}
      onOther={props.onOther}
    >
      {failed.error === null ? (
        <SkeletonRows rows={22} height={26} />
      ) : (
        <>
          <ErrorNote
            what={`Trace ${side.toUpperCase()} could not be read`}
            error={failed.error}
            onRetry={retry}
          />
          <PickTrace {...pick} side={side} />
        </>
      )}
    </CompareFrame>
  );
}

/** The two without what is about to be deleted of them. */
function KeptComparison(props: ComponentProps<typeof LoadedComparison>) {
  const frame = (note: ReactNode): ReactNode => (
    <CompareFrame project={props.project} onOther={props.onOther}>
      {note}
    </CompareFrame>
  );
  return (
    <KeptTrace skeleton={props.first} noun="trace (A)" frame={frame}>
      {(first) => (
        <KeptTrace skeleton={props.second} noun="trace (B)" frame={frame}>
          {(second) => <LoadedComparison {...props} first={first} second={second} />}
        </KeptTrace>
      )}
    </KeptTrace>
  );
}
