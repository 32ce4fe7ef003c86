import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useLive } from '../../api/live.ts';
import { newestTraceOptions } from '../../api/newest-trace.ts';
import { serverInfoOptions } from '../../api/server.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { PageFrame } from '../../components/page-frame.tsx';
import { plural } from '../../lib/format-number.ts';
import { FIRST_SPAN_TABS, firstSpanText } from '../../lib/first-span.ts';
import type { FirstSpanTab } from '../../lib/first-span.ts';
import { projectKey, tracePath } from '../../lib/paths.ts';

/** Nothing was ever received: what to paste, and a watch that moves on by itself when the first span lands. */
export function FirstRun({ onSkip }: { onSkip: () => void }) {
  const [tab, setTab] = useState<FirstSpanTab>('Python');
  const [received, setReceived] = useState(0);
  const server = useQuery(serverInfoOptions);
  const text = firstSpanText(tab, location.origin, server.data?.grpc_port ?? null);
  return (
    <PageFrame title="Send a first span" crumbs={[{ label: 'Projects' }]}>
      <div className="min-h-0 flex-1 overflow-auto">
        <div className="mx-auto flex max-w-720 flex-col gap-16 px-16 py-48 max-md:py-24">
          <h2 className="text-24 font-semibold">Send a first span</h2>
          <p className="max-w-560 text-14 text-text2">
            Point any OpenTelemetry exporter at this server, or paste the lines below. Whatever arrives is stored, and its trace opens here
            by itself.
          </p>
          <Watch received={received} onReceived={setReceived} ports={[server.data?.http_port, server.data?.grpc_port]} />
          <div className="overflow-hidden rounded-popover border border-line1 bg-bg1">
            <div role="tablist" aria-label="Language" className="flex h-36 items-stretch border-b border-line1 px-8">
              {FIRST_SPAN_TABS.map((one) => (
                <button
                  key={one}
                  type="button"
                  role="tab"
                  aria-selected={one === tab}
                  onClick={() => setTab(one)}
                  className={`border-b-2 px-10 text-12 font-medium ${one === tab ? 'border-focus text-text1' : 'border-transparent text-text2 hover:text-text1'}`}
                >
                  {one}
                </button>
              ))}
              <div className="ml-auto flex items-center">
                <CopyButton text={text} />
              </div>
            </div>
            <pre role="tabpanel" aria-label={tab} className="mono overflow-x-auto p-16 text-text1">
              {text}
            </pre>
          </div>
          <div>
            <Button look="quiet" onClick={onSkip}>
              Go to the projects without waiting
            </Button>
          </div>
        </div>
      </div>
    </PageFrame>
  );
}

interface WatchProps {
  readonly received: number;
  readonly onReceived: (update: (before: number) => number) => void;
  readonly ports: readonly (number | null | undefined)[];
}

function Watch({ received, onReceived, ports }: WatchProps) {
  const navigate = useNavigate();
  const onCommit = useCallback((stored: number) => onReceived((before) => before + stored), [onReceived]);
  const live = useLive(null, true, onCommit, 100);
  // The stream may be cut, or its first events may come before it opens: the newest trace is asked for as well.
  const newest = useQuery(newestTraceOptions(received > 0));
  const found = newest.data ?? null;
  useEffect(() => {
    if (found === null) return undefined;
    const timer = setTimeout(() => void navigate({ to: tracePath(projectKey(found.project), found.traceId), replace: true }), 700);
    return () => clearTimeout(timer);
  }, [found, navigate]);
  const listening = ports
    .filter((port) => typeof port === 'number')
    .map((port) => `:${port}`)
    .join(' and ');
  const arrived = received > 0 || found !== null;
  return (
    <p role="status" className="flex items-center gap-8 text-13 text-text2">
      <span
        className={`${live === 'open' || arrived ? 'tone-ok' : 'tone-warn'} size-8 animate-[pulse-dot_1.6s_infinite] rounded-chip bg-bar`}
        aria-hidden="true"
      />
      {arrived ? (
        <strong className="font-semibold text-text1">received {plural(Math.max(1, received), 'span')}</strong>
      ) : (
        <span>
          listening on {listening === '' ? location.host : listening}
          {live === 'connecting' ? ' (connecting)' : ''}
        </span>
      )}
    </p>
  );
}
