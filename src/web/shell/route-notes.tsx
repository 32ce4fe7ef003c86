import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { projectsPath } from '#web/platform/address/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { EmptyNote, ErrorNote } from '#web/ui/states.tsx';

/** A part of the page that was replaced on the server since this tab was opened. */
function isGonePart(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|Importing a module script failed/i.test(error.message);
}

/** A screen that broke: what happened, and a way on. The frame round it lives. */
export function CrashNote({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <PageFrame title="Something failed" crumbs={[{ label: 'Projects', href: projectsPath }, { label: 'Something failed' }]}>
      {isGonePart(error) ? (
        <EmptyNote title="This screen could not be loaded">
          <p>The server may have been updated since you opened this tab, or it can’t be reached.</p>
          <Button look="accent" onClick={() => location.reload()}>
            Reload the page
          </Button>
        </EmptyNote>
      ) : (
        <ErrorNote what="This screen failed" error={error} onRetry={retry} />
      )}
    </PageFrame>
  );
}
