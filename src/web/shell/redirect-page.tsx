import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { lookupOptions, pathOfMatch } from './palette/lookup.calls.ts';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { EmptyNote, ErrorNote } from '#web/ui/states.tsx';
import { projectsPath } from '#web/platform/address/paths.ts';

/** A link that knows only an id: to what it names, in whatever project that is. */
export function RedirectPage() {
  const { kind, id } = useParams({ from: '/redirects/$kind/$id' });
  const { data, error, refetch } = useQuery(lookupOptions(id));
  const match = data?.find((one) => `${one.type}s` === kind) ?? data?.[0];
  if (match !== undefined) return <Navigate to={pathOfMatch(match)} replace />;
  return (
    <PageFrame title="Link" crumbs={[{ label: 'Projects', href: projectsPath }, { label: 'Link' }]}>
      {error !== null && (
        <ErrorNote
          what="The link could not be followed"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && (
        <EmptyNote title="No results for this id">
          <p className="mono verbatim">{id}</p>
          <p>The item may have been deleted, or was never sent to this server.</p>
          <Link to={projectsPath} className="text-link hover:underline">
            All projects
          </Link>
        </EmptyNote>
      )}
    </PageFrame>
  );
}
