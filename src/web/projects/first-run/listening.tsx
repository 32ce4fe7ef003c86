import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listRefusals } from '#contracts/server/routes.ts';
import { call } from '#web/platform/http/client.ts';
import { serverInfoOptions } from '#web/platform/http/server.ts';
import type { LiveState } from '#web/platform/http/live.ts';
import { plural } from '#web/platform/text/format-number.ts';
import { formatClockSeconds } from '#web/platform/time/format-time.ts';

const SHOWN_MAX = 5;

/** A live line: where the server listens, what has come, and what was refused and why. */
export function Listening({ live, received }: { live: LiveState; received: number }) {
  const server = useQuery(serverInfoOptions);
  const [since] = useState(() => new Date().toISOString());
  const refusals = useQuery(refusalsOptions(since));
  const ports = [server.data?.http_port, server.data?.grpc_port]
    .filter((port) => typeof port === 'number')
    .map((port) => `:${port}`);
  const arrived = received > 0;
  return (
    <div role="status" className="flex flex-col gap-8">
      <p className="flex items-center gap-8 text-13 text-text2">
        <span
          className={`${live === 'open' || arrived ? 'tone-ok' : 'tone-warn'} size-8 animate-[pulse-dot_1.6s_infinite] rounded-chip bg-bar`}
          aria-hidden="true"
        />
        {arrived ? (
          <strong className="font-semibold text-text1">received {plural(received, 'span')}</strong>
        ) : (
          <span>
            listening on {ports.length === 0 ? location.host : ports.join(' and ')}
            {live === 'connecting' ? ' (connecting)' : ''}
          </span>
        )}
      </p>
      {(refusals.data ?? []).slice(0, SHOWN_MAX).map((one, index) => (
        <p key={index} className="tone-error verbatim text-12 text-tone">
          {formatClockSeconds(Date.parse(one.time))} ·{' '}
          {one.spans === null && 'a request was refused: '}
          {one.reason}
        </p>
      ))}
    </div>
  );
}

/**
 * The requests that ingest refused since an instant (ISO 8601), newest first; polled while shown.
 */
function refusalsOptions(since: string) {
  return queryOptions({
    queryKey: ['refusals', since],
    queryFn: async ({ signal }) =>
      (await call(listRefusals, { signal })).data.filter(
        (one) => Date.parse(one.time) >= Date.parse(since),
      ),
    refetchInterval: 2000,
  });
}
