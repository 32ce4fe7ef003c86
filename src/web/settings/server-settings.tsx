import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { serverInfoOptions, storageOptions } from '#web/platform/http/server.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { WaitingNote } from '#web/annotations/waiting-note.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import { exactCount, formatBytes } from '#web/platform/text/format-number.ts';
import { formatClockSeconds } from '#web/platform/time/format-time.ts';
import { grpcAddress } from '#web/projects/grpc-address.ts';
import { safeHref } from '#web/platform/address/safe-link.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';

const LIST = 'grid grid-cols-[minmax(120px,200px)_minmax(0,1fr)] gap-x-16 gap-y-6 text-13';
/** On a narrow screen addresses are below their names. */
const ADDRESSES = `${LIST} max-md:grid-cols-1 max-md:gap-y-2 max-md:[&>dd]:mb-8`;

/** The addresses an exporter takes, ready to paste. */
export function ServerSettings() {
  const { data, error, refetch } = useQuery(serverInfoOptions);
  if (error !== null && data === undefined)
    return <ErrorNote what="The server's addresses could not be read" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  const management = data.management_url === null ? null : safeHref(data.management_url);
  const grpc = grpcAddress(data, location.hostname);
  return (
    <dl className={ADDRESSES}>
      <Address label="OTLP over HTTP" text={`${location.origin}${ROOT_PATH}/v1/traces`} />
      {grpc === null ? <Line label="OTLP over gRPC">off</Line> : <Address label="OTLP over gRPC" text={grpc} />}
      <Address label="REST interface" text={`${location.origin}${ROOT_PATH}/v1`} />
      <Line label="Listening at">{data.addresses.join(', ')}</Line>
      <Line label="Version">{data.version}</Line>
      <Line label="Running since">{formatClockSeconds(Date.parse(data.started_at))}</Line>
      <Line label="Authentication">{data.authentication ? 'on' : 'off: anyone who can reach the port can read and delete everything'}</Line>
      {management !== null && (
        <Line label="Managed at">
          <a href={management} className="text-link">
            {management}
          </a>
        </Line>
      )}
      {data.support_email !== null && (
        <Line label="Help">
          <a href={`mailto:${encodeURIComponent(data.support_email)}`} className="text-link">
            {data.support_email}
          </a>
        </Line>
      )}
    </dl>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text2">{label}</dt>
      <dd className="nums verbatim min-w-0">{children}</dd>
    </>
  );
}

function Address({ label, text }: { label: string; text: string }) {
  return (
    <Line label={label}>
      <span className="flex items-center gap-8">
        <span className="mono verbatim">{text}</span>
        <CopyButton text={text} label={`Copy ${label}`} quiet />
      </span>
    </Line>
  );
}

const FIGURES: Readonly<Record<string, string>> = {
  projects: 'Projects',
  traces: 'Traces',
  spans: 'Spans',
  sessions: 'Sessions',
  payloadBytes: 'Raw span data',
  fileBytes: 'Database',
  walBytes: 'Write-ahead log',
  freeBytes: 'Free space in the database',
  blocksToRewrite: 'Blocks to compact',
  tracesToPurge: 'Deleted traces to purge',
  projectsToPurge: 'Deleted projects to purge',
  waitingEvents: 'GenAI events waiting for their spans',
};

export function StorageSettings() {
  const { data, error, refetch } = useQuery(storageOptions);
  if (error !== null && data === undefined)
    return <ErrorNote what="The storage could not be read" error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <dl className={LIST}>
        {Object.entries(data ?? {}).map(([name, value]) => (
          <Line key={name} label={FIGURES[name] ?? name}>
            {name.endsWith('Bytes') ? formatBytes(value) : exactCount(value)}
          </Line>
        ))}
      </dl>
      <WaitingNote />
    </>
  );
}
