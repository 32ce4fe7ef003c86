import { May } from '#web/accounts/may.tsx';
import { RereadSettings } from './reread/reread-settings.tsx';
import { SettingsColumn, SettingsSection } from '#web/ui/settings-section.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { StorageTables } from '#contracts/server/server-info.ts';
import {
  storageOptions,
  storageTablesOptions,
  serverInfoOptions,
} from '#web/platform/http/server.ts';
import { backupCommands } from './backup-commands.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import { formatBytes, exactCount } from '#web/platform/text/format-number.ts';
import { WaitingNote } from '#web/annotations/waiting-note.tsx';
import { formatClockSeconds } from '#web/platform/time/format-time.ts';
import { grpcAddress } from '#web/projects/grpc-address.ts';
import { safeHref } from '#web/platform/address/safe-link.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';

/**
 * How to copy all that the server keeps, and how to bring it back. Run where the server runs, with
 * its settings.
 */
function Backup() {
  const { data } = useQuery(serverInfoOptions);
  if (data === undefined) return null;
  const { note, commands } = backupCommands(data);
  return (
    <SettingsSection title="Backup" note={note}>
      <dl className="grid grid-cols-[minmax(120px,200px)_minmax(0,1fr)] gap-x-16 gap-y-6 text-13 max-md:grid-cols-1 max-md:gap-y-2">
        {commands.map(({ label, text }) => (
          <div key={label} className="contents">
            <dt className="text-text2">{label}</dt>
            <dd className="flex min-w-0 items-center gap-8 max-md:mb-6">
              <code className="mono verbatim min-w-0">{text}</code>
              <CopyButton text={text} label={`Copy: ${text}`} quiet />
            </dd>
          </div>
        ))}
      </dl>
    </SettingsSection>
  );
}

/** Disk usage, wherever the data is. */
function Storage() {
  const { data } = useQuery(serverInfoOptions);
  return (
    <SettingsSection
      title="Storage"
      note={
        data?.spans_in === 'clickhouse'
          ? 'Data of all servers that share these databases.'
          : 'Disk usage of this server.'
      }
    >
      <StorageSettings />
      <StorageByTable />
    </SettingsSection>
  );
}

export function GeneralSettingsPage() {
  return (
    <SettingsColumn>
      <SettingsSection title="Addresses" note="Where to send spans.">
        <ServerSettings />
      </SettingsSection>
      <Storage />
      <May scope="admin">
        <SettingsSection
          title="Read stored spans again"
          note="Raw span data is kept as it was sent, so better mappings and newer prices can be applied to stored spans. Runs in the background."
        >
          <RereadSettings />
        </SettingsSection>
      </May>
      <Backup />
    </SettingsColumn>
  );
}

/** A database up to this size is measured in a few seconds; a larger one only on request. */
const AT_ONCE_BYTES_MAX = 1024 ** 3;
const SHOWN_MAX = 8;

/** The storage used, table by table, with a bar for each. */
function StorageByTable() {
  const { data: storage } = useQuery(storageOptions);
  const [asked, setAsked] = useState(false);
  const isSmall = storage !== undefined && (storage['fileBytes'] ?? 0) <= AT_ONCE_BYTES_MAX;
  const { data, error, refetch, isFetching } = useQuery({
    ...storageTablesOptions,
    enabled: asked || isSmall,
  });
  if (error !== null && data === undefined)
    return (
      <ErrorNote
        what="The tables could not be measured"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined)
    return isFetching || storage === undefined ? (
      <p role="status" className="text-13 text-text3">
        {isFetching ? 'The tables are being measured…' : ''}
      </p>
    ) : (
      <Button className="self-start max-md:h-44" onClick={() => setAsked(true)}>
        Measure the tables
      </Button>
    );
  return data.files.map((file) => <DatabaseTables key={file.name} file={file} />);
}

function DatabaseTables({
  file: { name, bytes, tables },
}: {
  file: StorageTables['files'][number];
}) {
  const [all, setAll] = useState(false);
  const most = tables[0]?.bytes ?? 1;
  const isLong = tables.length > SHOWN_MAX + 1;
  const shown = all || !isLong ? tables : tables.slice(0, SHOWN_MAX);
  return (
    <section aria-label={`Tables of ${name}`} className="flex flex-col gap-4">
      <h3 className="flex items-baseline gap-8 text-13 font-medium">
        {name} <span className="nums text-12 font-normal text-text3">{formatBytes(bytes)}</span>
      </h3>
      <ul className="flex flex-col">
        {shown.map((table) => (
          <li
            key={table.name}
            className="grid min-h-24 grid-cols-[minmax(96px,220px)_minmax(48px,1fr)_72px] items-center gap-x-12 text-12 text-text2"
          >
            <span className="clip mono" title={table.name}>
              {table.name}
            </span>
            <span aria-hidden="true" className="h-8 overflow-hidden rounded-chip bg-bg2">
              <span
                className="block h-full min-w-1 rounded-chip bg-focus"
                style={{ width: `${(table.bytes / most) * 100}%` }}
              />
            </span>
            <span className="nums text-right">{formatBytes(table.bytes)}</span>
          </li>
        ))}
      </ul>
      {isLong && (
        <Button look="quiet" className="self-start max-md:h-44" onClick={() => setAll(!all)}>
          {all ? 'Show the largest' : `Show all ${tables.length} tables`}
        </Button>
      )}
    </section>
  );
}

const LIST = 'grid grid-cols-[minmax(120px,200px)_minmax(0,1fr)] gap-x-16 gap-y-6 text-13';
/** On a narrow screen addresses are below their names. */
const ADDRESSES = `${LIST} max-md:grid-cols-1 max-md:gap-y-2 max-md:[&>dd]:mb-8`;

/** The addresses an exporter takes, ready to paste. */
function ServerSettings() {
  const { data, error, refetch } = useQuery(serverInfoOptions);
  if (error !== null && data === undefined)
    return (
      <ErrorNote
        what="The server's addresses could not be read"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return null;
  const management = data.management_url === null ? null : safeHref(data.management_url);
  const grpc = grpcAddress(data, location.hostname);
  return (
    <dl className={ADDRESSES}>
      <Address label="OTLP over HTTP" text={`${location.origin}${ROOT_PATH}/v1/traces`} />
      {grpc === null ? (
        <Line label="OTLP over gRPC">off</Line>
      ) : (
        <Address label="OTLP over gRPC" text={grpc} />
      )}
      <Address label="REST interface" text={`${location.origin}${ROOT_PATH}/v1`} />
      <Line label="Listening at">{data.addresses.join(', ')}</Line>
      <Line label="Version">{data.version}</Line>
      <Line label="Running since">{formatClockSeconds(Date.parse(data.started_at))}</Line>
      <Line label="Authentication">
        {data.authentication
          ? 'on'
          : 'off: anyone who can reach the port can read and delete everything'}
      </Line>
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
  projects: 'Projects, with those of experiments',
  traces: 'Traces',
  spans: 'Spans',
  sessions: 'Sessions',
  payloadBytes: 'Raw span data',
  fileBytes: 'Database',
  diskBytes: 'Database',
  walBytes: 'Write-ahead log',
  freeBytes: 'Free space in the database',
  blocksToRewrite: 'Blocks to compact',
  blocksToSettle: 'Blocks not yet packed by conversation',
  blocksToIndex: 'Blocks not yet indexed for search',
  damagedBlocks: 'Damaged blocks',
  tracesToPurge: 'Deleted traces to purge',
  projectsToPurge: 'Deleted projects to purge',
  waitingEvents: 'GenAI events waiting for their spans',
};

function StorageSettings() {
  const { data, error, refetch } = useQuery(storageOptions);
  if (error !== null && data === undefined)
    return (
      <ErrorNote
        what="The storage could not be read"
        error={error}
        onRetry={() => void refetch()}
      />
    );
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
