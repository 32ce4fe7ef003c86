import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { waitingCountOptions } from './waiting/waiting.calls.ts';
import { exactCount } from '#web/platform/text/format-number.ts';
import { formatWhen, isoWithZone } from '#web/platform/time/format-time.ts';
import { Button } from '#web/ui/button.tsx';
import { WaitingDialog } from './waiting/waiting-dialog.tsx';

/** A note about annotations that arrived before their targets: how many, since when, and a link. Nothing if none wait and none expired. */
export function WaitingNote() {
  const { data } = useQuery(waitingCountOptions);
  const [open, setOpen] = useState(false);
  if (data === undefined || (data.total === 0 && data.expired === 0)) return null;
  const { total, oldestAt, expired } = data;
  return (
    <div className="nums flex flex-wrap items-center gap-x-12 gap-y-4 text-12">
      {total > 0 && (
        <>
          <p role="status" className="tone-warn text-tone">
            {total === 1 ? '1 annotation waits' : `${exactCount(total)} annotations wait`} for their targets
            {oldestAt !== null && (
              <>
                , since{' '}
                <time dateTime={oldestAt} title={isoWithZone(Date.parse(oldestAt))}>
                  {formatWhen(oldestAt, Date.now())}
                </time>
              </>
            )}
            .
          </p>
          <Button onClick={() => setOpen(true)}>Show them</Button>
        </>
      )}
      {expired > 0 && <p className="text-text2">{exactCount(expired)} dropped since the server started.</p>}
      {open && <WaitingDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
