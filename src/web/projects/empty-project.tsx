import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useLive } from '#web/platform/http/live.ts';
import { useProjectName } from './use-project-name.ts';
import { projectsPath } from '#web/platform/address/paths.ts';
import { Listening } from './first-run/listening.tsx';
import { LoadExamples } from './first-run/load-examples.tsx';
import { SendSpans } from './send-spans/send-spans.tsx';
import { May } from '#web/accounts/may.tsx';

/**
 * A project without spans, or one that is not there: how to send to it, and a watch; its list takes
 * over when something comes.
 */
export function EmptyProject({
  project,
  isMissing = false,
}: {
  project: string;
  isMissing?: boolean;
}) {
  const client = useQueryClient();
  const [received, setReceived] = useState(0);
  const onCommit = useCallback(
    (stored: number) => {
      setReceived((before) => before + stored);
      void client.invalidateQueries();
    },
    [client],
  );
  const live = useLive(isMissing ? null : project, true, onCommit, 100);
  const name = useProjectName(project);
  return (
    <div
      className="min-h-0 flex-1 overflow-auto"
      tabIndex={0}
      role="region"
      aria-label="Send spans to this project"
    >
      <div className="mx-auto flex max-w-800 flex-col gap-16 px-16 py-32">
        <h2 className="verbatim text-16 font-semibold">
          {isMissing ? `No project named “${name}”` : 'This project has no spans'}
        </h2>
        {!isMissing && (
          <p className="text-13 text-text2">
            No spans were sent yet, or all of them were deleted or moved. New spans appear here
            automatically.
          </p>
        )}
        {isMissing && (
          <p className="text-13 text-text2">
            This project may have been renamed or deleted. The project is created when its first
            span arrives, and this page updates automatically.{' '}
            <Link to={projectsPath} className="text-link underline">
              All projects
            </Link>
          </p>
        )}
        <Listening live={live} received={received} />
        <SendSpans project={name} />
        <May scope="traces:write">
          <div className="flex flex-wrap items-center gap-8">
            <LoadExamples />
            <span className="text-12 text-text3">goes to a project of its own, “examples”</span>
          </div>
        </May>
      </div>
    </div>
  );
}
