import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense, lazy } from 'react';
import { projectSummariesOptions } from '../../api/projects.ts';
import { Button } from '../../components/button.tsx';
import { EmptyNote } from '../../components/states.tsx';
import type { ListSearch } from '../../lib/search-params.ts';
import { projectKey } from '../../lib/paths.ts';
import { RANGE_DEFAULT, labelOfRange } from '../../lib/time-range.ts';

const EmptyProject = lazy(async () => ({ default: (await import('../../components/empty-project.tsx')).EmptyProject }));

interface EmptyRowsProps {
  readonly search: ListSearch;
  readonly range: string;
  readonly onChange: (changes: { [Key in keyof ListSearch]?: ListSearch[Key] | undefined }) => void;
}

/** Why nothing is listed, and the two ways out: fewer conditions, more time. */
export function EmptyRows({ search, range, onChange }: EmptyRowsProps) {
  const key = useParams({ from: '/projects/$project/traces' }).project;
  const projects = useQuery(projectSummariesOptions(RANGE_DEFAULT));
  const summary = projects.data?.find(({ project }) => project.id === key || projectKey(project) === key);
  const { q, status, kind, name, model, user } = search;
  const filtered = [q, status, kind, name, model, user].some((one) => one !== undefined);
  const what = search.scope === undefined ? 'traces' : search.scope === 'llm' ? 'LLM calls' : 'spans';
  const clear = { q: undefined, status: undefined, kind: undefined, name: undefined, model: undefined, user: undefined };
  if (!filtered && summary !== undefined && summary.last_span_time === null) {
    return (
      <Suspense>
        <EmptyProject project={summary.project.name} />
      </Suspense>
    );
  }
  return (
    <EmptyNote title={filtered ? `No ${what} match` : `No ${what} in this range`}>
      <p>
        {filtered ? 'Nothing in this range meets all conditions.' : 'Nothing was received'} ({labelOfRange(range, Date.now()).toLowerCase()}
        )
      </p>
      <div className="flex gap-8">
        {filtered && <Button onClick={() => onChange(clear)}>Drop the conditions</Button>}
        {range !== '1y' && <Button onClick={() => onChange({ range: '1y' })}>Look at the last year</Button>}
      </div>
    </EmptyNote>
  );
}
