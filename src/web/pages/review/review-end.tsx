import { Link } from '@tanstack/react-router';
import { EmptyNote } from '../../components/states.tsx';
import { exactCount } from '../../lib/format-number.ts';
import type { ListSearch } from '../../lib/search-params.ts';

/** Nothing is left to judge. */
export function ReviewEnd({ project, list, count }: { project: string; list: ListSearch; count: number }) {
  return (
    <EmptyNote title={count === 1 ? 'The only one is judged' : `All ${exactCount(count)} are judged`}>
      <Link to="/projects/$project/traces" params={{ project }} search={list} className="text-link hover:underline">
        Back to the list
      </Link>
    </EmptyNote>
  );
}
