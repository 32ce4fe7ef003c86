import type { ReactNode } from 'react';
import { useProjectName } from '#web/projects/use-project-name.ts';
import { Button } from '#web/ui/button.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { lastListPath } from '#web/lists/list-memory.ts';
import { projectsPath } from '#web/platform/address/paths.ts';

interface CompareFrameProps {
  readonly project: string;
  /** The names of what is compared. */
  readonly names?: readonly string[];
  readonly onSwap?: () => void;
  /** Another trace in the place of the second. */
  readonly onOther?: () => void;
  /** Back to the comparison as it was. */
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}

/** The page around a comparison. */
export function CompareFrame({
  project,
  names = [],
  onSwap,
  onOther,
  onCancel,
  children,
}: CompareFrameProps) {
  const projectName = useProjectName(project);
  const what = `Compare ${[...new Set(names)].join(' and ')}`.trim();
  return (
    <PageFrame
      title={`${what} · ${projectName}`}
      crumbs={[
        { label: 'Projects', href: projectsPath },
        { label: projectName, href: lastListPath(project) },
        { label: 'Compare traces' },
      ]}
      actions={
        <>
          {onSwap !== undefined && (
            <Button look="quiet" title="Exchange the sides (X)" onClick={onSwap}>
              Swap
            </Button>
          )}
          {onOther !== undefined && (
            <Button look="quiet" onClick={onOther}>
              Another trace
            </Button>
          )}
          {onCancel !== undefined && (
            <Button look="quiet" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </>
      }
    >
      {children}
    </PageFrame>
  );
}
