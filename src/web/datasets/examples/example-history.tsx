import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { exampleHistoryOptions } from './dataset-examples.calls.ts';
import type { ExampleRevision } from '#contracts/datasets/dataset-history.ts';
import { useSelf } from '#web/accounts/use-author-names.ts';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { DiffText } from '#web/ui/value/diff-text.tsx';
import { authorText } from '#web/accounts/author-text.ts';
import type { ExampleRow } from './example-row.ts';
import { formatWhen, isoWithZone } from '#web/platform/time/format-time.ts';

const WORDS = { CREATE: 'Added', PATCH: 'Changed', DELETE: 'Deleted' } as const;

/** An example's revisions, newest first, with the changes of each. */
export function ExampleHistory({ dataset, row }: { dataset: string; row: ExampleRow }) {
  const { data, isPending, error, refetch } = useQuery(exampleHistoryOptions(dataset, row.id, row.updatedAt));
  const [at, setAt] = useState(0);
  if (data === undefined)
    return isPending ? (
      <SkeletonRows rows={4} height={34} />
    ) : (
      <ErrorNote what="The history could not be read" error={error} onRetry={() => void refetch()} />
    );
  const chosen = data[at];
  const before = data[at + 1];
  return (
    <>
      <ol aria-label="Revisions" className="max-h-[40%] shrink-0 overflow-auto border-b border-line1">
        {data.map((revision, index) => (
          <li key={revision.version_id}>
            <button
              type="button"
              aria-pressed={index === at}
              onClick={() => setAt(index)}
              className={`flex h-34 w-full items-center gap-8 px-12 text-left hover:bg-bg2 ${index === at ? 'bg-sel' : ''}`}
            >
              <span className="font-medium">{WORDS[revision.kind]}</span>
              <VersionNote revision={revision} />
              <span className="nums ml-auto text-12 text-text3" title={isoWithZone(Date.parse(revision.created_at))}>
                {formatWhen(revision.created_at, Date.now())}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {chosen !== undefined && <DiffText before={before === undefined ? '' : textOf(before)} after={textOf(chosen)} />}
    </>
  );
}

/** The version's author and description. */
function VersionNote({ revision: { user_id: user, user_name: name, version_description: description } }: { revision: ExampleRevision }) {
  const self = useSelf();
  const text = [user === null ? null : authorText(user, name, self), description].filter((one) => one !== null && one !== '').join(' · ');
  return (
    <span className="clip min-w-0 text-12 text-text2" title={text}>
      {text}
    </span>
  );
}

function textOf({ content }: ExampleRevision): string {
  return content === null ? '' : JSON.stringify(content, null, 2);
}
