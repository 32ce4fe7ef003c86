import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StorageTables } from '#contracts/server/server-info.ts';
import { storageOptions, storageTablesOptions } from '#web/platform/http/server.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import { formatBytes } from '#web/platform/text/format-number.ts';

/** A database up to this size is measured in a few seconds; a larger one only on request. */
const AT_ONCE_BYTES_MAX = 1024 ** 3;
const SHOWN_MAX = 8;

/** The storage used, table by table, with a bar for each. */
export function StorageByTable() {
  const { data: storage } = useQuery(storageOptions);
  const [asked, setAsked] = useState(false);
  const isSmall = storage !== undefined && (storage['fileBytes'] ?? 0) <= AT_ONCE_BYTES_MAX;
  const { data, error, refetch, isFetching } = useQuery({ ...storageTablesOptions, enabled: asked || isSmall });
  if (error !== null && data === undefined)
    return <ErrorNote what="The tables could not be measured" error={error} onRetry={() => void refetch()} />;
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

function DatabaseTables({ file: { name, bytes, tables } }: { file: StorageTables['files'][number] }) {
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
              <span className="block h-full min-w-1 rounded-chip bg-focus" style={{ width: `${(table.bytes / most) * 100}%` }} />
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
