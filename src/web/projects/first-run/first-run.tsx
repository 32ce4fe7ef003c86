import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useLive } from '#web/platform/http/live.ts';
import { newestTraceOptions } from '#web/projects/newest-trace.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Listening } from './listening.tsx';
import { LoadExamples } from './load-examples.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { SendSpans } from '#web/projects/send-spans/send-spans.tsx';
import { projectKey, tracePath } from '#web/platform/address/paths.ts';
import { May } from '#web/accounts/may.tsx';

interface FirstRunProps {
  /** Whether nothing was ever received: then whatever there is, is new. */
  readonly fresh: boolean;
  readonly onSkip: () => void;
}

/** Code to paste, and a watcher that moves on when the first span arrives. */
export function FirstRun({ fresh, onSkip }: FirstRunProps) {
  const [project, setProject] = useState('my-app');
  const [elsewhere, setElsewhere] = useState(false);
  const { live, received } = useArrival(fresh, !elsewhere);
  return (
    <PageFrame title="Send a first span" crumbs={[{ label: 'Projects' }]}>
      <div
        className="min-h-0 flex-1 overflow-auto"
        tabIndex={0}
        role="region"
        aria-label="Send a first span"
      >
        <div className="mx-auto flex max-w-800 flex-col gap-16 px-16 py-48 max-md:py-24">
          <h2 className="text-24 font-semibold">Send a first span</h2>
          <p className="max-w-560 text-14 text-text2">
            Point any OpenTelemetry exporter at this server, or paste the lines below. Your first
            trace opens here automatically.
          </p>
          <Listening live={live} received={received} />
          <div className="flex max-w-280">
            <Field
              label="Project, filled in below"
              value={project}
              onValue={setProject}
              maxLength={1024}
            />
          </div>
          <SendSpans project={project.trim() === '' ? 'default' : project.trim()} />
          <div className="flex flex-wrap items-center gap-8">
            <May scope="traces:write">
              <LoadExamples onStart={() => setElsewhere(true)} />
            </May>
            <Button look="quiet" onClick={onSkip}>
              {fresh ? 'Skip to projects' : 'Back to the projects'}
            </Button>
          </div>
        </div>
      </div>
    </PageFrame>
  );
}

/** Watches for spans; when some came, opens the newest trace. */
function useArrival(fresh: boolean, follow: boolean) {
  const navigate = useNavigate();
  const [stored, setStored] = useState(0);
  const onCommit = useCallback((count: number) => setStored((before) => before + count), []);
  const live = useLive(null, true, onCommit, 100);
  // The stream may break, or its first events may precede it: on a fresh server the newest trace is
  // polled as well.
  const newest = useQuery({ ...newestTraceOptions(stored > 0), enabled: fresh || stored > 0 });
  const found = follow ? (newest.data ?? null) : null;
  useEffect(() => {
    if (found === null) return undefined;
    const timer = setTimeout(
      () =>
        void navigate({ to: tracePath(projectKey(found.project), found.traceId), replace: true }),
      700,
    );
    return () => clearTimeout(timer);
  }, [found, navigate]);
  return { live, received: stored > 0 ? stored : found === null ? 0 : 1 };
}
