import type { ReactNode } from 'react';
import { useProjectName } from '../../api/use-project-name.ts';
import { Button } from '../../components/button.tsx';
import { PageFrame } from '../../components/page-frame.tsx';
import { lastListPath } from '../../lib/list-memory.ts';
import { projectsPath } from '../../lib/paths.ts';

interface CompareFrameProps {
  readonly project: string;
  readonly onSwap?: () => void;
  /** Another trace in the place of the second. */
  readonly onOther?: () => void;
  readonly children: ReactNode;
}

/** The page around a comparison. */
export function CompareFrame({ project, onSwap, onOther, children }: CompareFrameProps) {
  const projectName = useProjectName(project);
  return (
    <PageFrame
      title={`Compare · ${projectName}`}
      crumbs={[{ label: 'Projects', href: projectsPath }, { label: projectName, href: lastListPath(project) }, { label: 'Compare traces' }]}
      actions={
        <>
          {onSwap !== undefined && (
            <Button look="quiet" onClick={onSwap}>
              Swap
            </Button>
          )}
          {onOther !== undefined && (
            <Button look="quiet" onClick={onOther}>
              Another trace
            </Button>
          )}
        </>
      }
    >
      {children}
    </PageFrame>
  );
}
