import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { exactCount } from '#web/platform/text/format-number.ts';
import { useFirstField } from '#web/ui/form/use-first-field.ts';

interface DeleteDialogProps {
  readonly count: number;
  /** "traces" or "spans". */
  readonly noun: string;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** Many rows are not deleted by a slip: their number has to be typed. */
export function DeleteDialog({ count, noun, onDelete, onClose }: DeleteDialogProps) {
  const [typed, setTyped] = useState('');
  const isSure = typed.replaceAll(/\D/g, '') === String(count);
  const form = useFirstField();
  return (
    <Dialog title={`Delete ${exactCount(count)} ${noun}`} onClose={onClose}>
      <form
        ref={form}
        className="flex flex-col gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          if (isSure) onDelete();
        }}
      >
        <p className="text-13 text-text2">
          {noun === 'traces' ? 'With all their spans' : 'Their child spans stay, as orphans'} permanently. This can’t be undone. You can
          stop it while it runs.
        </p>
        <label className="flex flex-col gap-4 text-12 text-text2">
          Type {count} to go on
          <input
            value={typed}
            autoComplete="off"
            inputMode="numeric"
            onChange={(event) => setTyped(event.target.value)}
            className="h-30 rounded-control border border-line3 bg-bg1 px-8 text-13 text-text1"
          />
        </label>
        <div className="flex justify-end gap-8">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" disabled={!isSure}>
            Delete {exactCount(count)} {noun}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
