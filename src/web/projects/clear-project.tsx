import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { clearCountOptions, clearProject } from './projects.calls.ts';
import type { ProjectSummary } from '#contracts/projects/project.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { midnightOf } from '#web/platform/time/day-field.ts';
import { deferDelete } from '#web/ui/notices/deferred-delete.ts';
import { plural } from '#web/platform/text/format-number.ts';
import { projectKey } from '#web/platform/address/paths.ts';
import { useFirstField } from '#web/ui/form/use-first-field.ts';

/** Deletes what is older than a date, or everything; the project stays. Ten seconds to think again. */
export function ClearProject({ summary, onClose }: { summary: ProjectSummary; onClose: () => void }) {
  const { id, name } = summary.project;
  const client = useQueryClient();
  const [before, setBefore] = useState('');
  // Everything means what is there now: what arrives while one thinks stays.
  const [now] = useState(() => new Date().toISOString());
  const instant = before === '' ? now : midnightOf(before);
  const count = useQuery({ ...clearCountOptions(id, instant ?? now), enabled: instant !== null });
  const doomed = count.data;
  const clear = (): void => {
    if (instant === null || doomed === undefined) return;
    deferDelete({
      text: `${plural(doomed, 'trace')} of ${name} deleted`,
      // Screens know the project by its address, figures by its id.
      things: [id, projectKey(summary.project)].map((project) => ({ kind: 'cleared', id: `cleared ${project}`, project, before: instant })),
      run: async (keepalive) => {
        await clearProject(id, instant, keepalive);
        await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'server' });
      },
    });
    onClose();
  };
  const form = useFirstField();
  return (
    <Dialog title="Clear project" onClose={onClose}>
      <form
        ref={form}
        className="flex flex-col gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          clear();
        }}
      >
        <p className="text-13 text-text2">
          Deletes the traces of <strong className="verbatim font-semibold text-text1">{name}</strong>, with their spans and sessions. The
          project itself stays.
        </p>
        <DayField label="Only what started before (empty: everything)" zone="reader" value={before} onValue={setBefore} />
        <DoomedCount count={doomed} error={count.error} />
        <div className="flex justify-end gap-8">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" disabled={doomed === undefined || doomed === 0}>
            Clear
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function DoomedCount({ count, error }: { count: number | undefined; error: Error | null }) {
  return (
    <p role="status" className={`text-12 ${count === undefined || count === 0 ? 'text-text2' : 'tone-warn text-tone'}`}>
      {count === undefined ? (error?.message ?? 'Counting …') : `${plural(count, 'trace')} will be deleted.`}
    </p>
  );
}
