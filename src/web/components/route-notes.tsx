import { Link } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { projectsPath } from '../lib/paths.ts';
import { EmptyNote, ErrorNote } from './states.tsx';

export function NotFoundNote() {
  return (
    <EmptyNote title="There is no such page">
      <p>The address may be mistyped, or from another version.</p>
      <Link to={projectsPath} className="text-link">
        All projects
      </Link>
    </EmptyNote>
  );
}

/** A screen that broke: what happened, and a way on. */
export function CrashNote({ error, reset }: ErrorComponentProps) {
  return <ErrorNote what="This screen failed" error={error} onRetry={reset} />;
}
