import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { skeletonOptions } from '../../api/traces.ts';
import { ErrorNote, SkeletonRows } from '../../components/states.tsx';
import { useKeys } from '../../lib/keys.ts';
import { lastListPath } from '../../lib/list-memory.ts';
import { withChanges } from '../../lib/search-params.ts';
import type { Changes, CompareSearch } from '../../lib/search-params.ts';
import { usePaneSteps } from '../../lib/use-pane-steps.ts';
import { CompareFrame } from './compare-frame.tsx';
import { LoadedComparison } from './loaded-comparison.tsx';
import type { ComparisonProps } from './loaded-comparison.tsx';
import { PickTrace } from './pick-trace.tsx';

/** Two traces side by side: one tree, what differs in time, tokens and cost, and the texts of a step as a diff. */
export function ComparePage() {
  const { project } = useParams({ from: '/projects/$project/compare' });
  const search = useSearch({ from: '/projects/$project/compare' });
  const navigate = useNavigate({ from: '/projects/$project/compare' });
  const { onSearch, onSpan } = usePaneSteps<CompareSearch>(
    (changes, how) => navigate({ search: (before) => withChanges<CompareSearch>(before, changes), ...how }),
    { pane: 'tree' },
  );
  useKeys({ Escape: { what: 'Back to the list', run: () => void navigate({ to: lastListPath(project) }) } });
  const props = {
    project,
    search,
    onChange: onSearch,
    onSpan,
    // The steps that Back leads to have the sides as they were: from here they are no longer the same page's.
    onSwap: (changes: Changes<CompareSearch>) =>
      void navigate({
        search: (before) => withChanges<CompareSearch>(before, { a: before.b, b: before.a, ...changes }),
        replace: true,
        state: {},
      }),
  };
  if (search.a === undefined || search.b === undefined)
    return (
      <CompareFrame project={project}>
        <PickTrace project={project} search={search} side={search.a === undefined ? 'a' : 'b'} onChange={onSearch} />
      </CompareFrame>
    );
  // With the sides exchanged it is the same comparison.
  return <Comparison key={[search.a, search.b].toSorted().join(' ')} {...props} a={search.a} b={search.b} />;
}

function Comparison({ a, b, ...props }: ComparisonProps & { a: string; b: string }) {
  const { project, search, onChange, onSwap } = props;
  const first = useQuery(skeletonOptions(a));
  const second = useQuery(skeletonOptions(b));
  const onOther = (): void => onChange({ b: undefined, row: undefined, pane: undefined });
  if (first.data !== undefined && second.data !== undefined && first.error === null && second.error === null)
    return <LoadedComparison {...props} first={first.data} second={second.data} onOther={onOther} />;
  const failed = first.error === null ? second : first;
  return (
    <CompareFrame project={project} onSwap={() => onSwap({})} onOther={onOther}>
      {failed.error === null ? (
        <SkeletonRows rows={22} height={26} />
      ) : (
        <>
          <ErrorNote
            what={`The ${failed === first ? 'first' : 'second'} trace could not be read`}
            error={failed.error}
            onRetry={() => void failed.refetch()}
          />
          <PickTrace project={project} search={search} side={failed === first ? 'a' : 'b'} onChange={onChange} />
        </>
      )}
    </CompareFrame>
  );
}
