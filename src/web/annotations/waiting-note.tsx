import { useQuery, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { waitingCountOptions, dropWaiting, waitingOptions } from './waiting/waiting.calls.ts';
import { exactCount } from '#web/platform/text/format-number.ts';
import { formatWhen, isoWithZone } from '#web/platform/time/format-time.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import type { WaitingAnnotation } from '#contracts/annotations/annotation.ts';
import { deferDelete, usePendingDeletes } from '#web/ui/notices/deferred-delete.ts';
import { scoreText } from './scores/agreement-text.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { ANNOTATORS } from './annotator-mark.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { May } from '#web/accounts/may.tsx';

/**
 * A note about annotations that arrived before their targets: how many, since when, and a link.
 * Nothing if none wait and none expired.
 */
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
            {total === 1 ? '1 annotation waits' : `${exactCount(total)} annotations wait`} for their
            targets
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
      {expired > 0 && (
        <p className="text-text2">{exactCount(expired)} dropped since the server started.</p>
      )}
      {open && <WaitingDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

/** The waiting target, so that a waiting entry and an element on screen never share an id. */
const KEY = 'waiting ';

/** Annotations that wait for their span, trace or session, oldest first; each can be dropped. */
function WaitingDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(waitingOptions);
  const pending = usePendingDeletes();
  const shown = data?.pages
    .flatMap((page) => page.data)
    .filter(({ id }) => !pending.ids.has(KEY + id));
  const drop = (one: WaitingAnnotation): void =>
    deferDelete({
      text: `${one.name} of ${one.target} ${one.target_id.slice(0, 40)} dropped`,
      things: [{ kind: 'other', id: KEY + one.id }],
      run: async (keepalive) => {
        await dropWaiting(one.id, keepalive);
        await client.invalidateQueries({ queryKey: ['waiting-annotations'] });
      },
    });
  return (
    <Dialog title="Waiting annotations" size="wide" onClose={onClose}>
      <div className="flex flex-col gap-12">
        <p className="text-13 text-text2">
          They arrived before their span, trace or session and are applied when it arrives.
          Annotations whose target never arrives are dropped after a while and logged.
        </p>
        {error !== null && data === undefined && (
          <ErrorNote
            what="The waiting annotations could not be read"
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {error === null && data === undefined && <SkeletonRows rows={5} height={44} />}
        {shown?.length === 0 && <p className="text-13 text-text2">All caught up.</p>}
        <ul
          aria-label="Waiting annotations"
          className="max-h-[50vh] overflow-auto border-t border-line1 empty:hidden"
        >
          {shown?.map((one) => (
            <WaitingLine key={one.id} waiting={one} onDrop={() => drop(one)} />
          ))}
        </ul>
        <div className="flex justify-between gap-8">
          {hasNextPage ? (
            <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show more
            </Button>
          ) : (
            <span />
          )}
          <Button look="accent" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function WaitingLine({ waiting, onDrop }: { waiting: WaitingAnnotation; onDrop: () => void }) {
  const {
    name,
    target,
    target_id: id,
    document_position: position,
    annotator_kind: kind,
    result,
    received_at: at,
    expires_at: end,
  } = waiting;
  const says = [
    result.label,
    result.score === null ? null : scoreText(result.score),
    result.explanation,
  ].filter((one) => one !== null);
  return (
    <li className="nums flex min-h-44 items-center gap-8 border-b border-line1">
      <div className="min-w-0 flex-1">
        <p className="clip text-13">
          <span className="font-medium">{name}</span>{' '}
          <span className="text-text2">{says.join(' · ')}</span>
        </p>
        <p className="clip text-12 text-text3" title={id}>
          {ANNOTATORS[kind].word}, {position === null ? target : `document ${position + 1} of span`}{' '}
          <span className="mono">{id}</span>
        </p>
      </div>
      <p className="shrink-0 text-right text-12 text-text3">
        <time dateTime={at} title={isoWithZone(Date.parse(at))} className="block text-text2">
          {formatWhen(at, Date.now())}
        </time>
        <time dateTime={end} title={isoWithZone(Date.parse(end))}>
          until {formatWhen(end, Date.now())}
        </time>
      </p>
      <May scope="traces:write">
        <IconButton
          icon="trash"
          label={`Drop ${name} of ${id.slice(0, 40)}`}
          className="max-md:size-44"
          onClick={onDrop}
        />
      </May>
    </li>
  );
}
