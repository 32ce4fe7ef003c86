import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { clearProject } from '../../api/projects.ts';
import type { ProjectSummary } from '../../api/model.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { deferDelete } from '../../lib/deferred-delete.ts';

/** Deletes what is older than a date, or everything; the project stays. Ten seconds to think again. */
export function ClearProject({ summary, onClose }: { summary: ProjectSummary; onClose: () => void }) {
  const { id, name } = summary.project;
  const client = useQueryClient();
  const [before, setBefore] = useState('');
  const clear = (): void => {
    const instant = before === '' ? new Date().toISOString() : new Date(`${before}T00:00:00`).toISOString();
    deferDelete({
      text: before === '' ? `${name} cleared` : `${name} cleared before ${before}`,
      ids: [],
      run: async (keepalive) => {
        await clearProject(id, instant, keepalive);
        await client.invalidateQueries({ queryKey: ['project-summaries'] });
      },
    });
    onClose();
  };
  return (
    <Dialog title="Clear project" onClose={onClose}>
      <form
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
        <label className="flex flex-col gap-4 text-12 text-text2">
          Only what started before (empty: everything)
          <input
            type="date"
            value={before}
            onChange={(event) => setBefore(event.target.value)}
            className="h-30 rounded-control border border-line3 bg-bg0 px-8 text-13 text-text1"
          />
        </label>
        <div className="flex justify-end gap-8">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger">
            Clear
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
