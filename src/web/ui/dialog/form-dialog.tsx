import type { ReactNode } from 'react';
import { useFirstField } from '#web/ui/form/use-first-field.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from './dialog.tsx';
import { FormError } from '#web/ui/form/field.tsx';
import { useUnsaved } from './use-unsaved.tsx';

interface FormDialogProps {
  readonly title: string;
  /** The submit button's label. */
  readonly action: string;
  readonly look?: 'accent' | 'danger';
  /** `wide` has room for two columns. */
  readonly size?: 'medium' | 'wide';
  /** Whether the fields can be sent as they are; Enter obeys it too. */
  readonly ready: boolean;
  readonly send: {
    readonly mutate: () => void;
    readonly isPending: boolean;
    readonly error: Error | null;
  };
  /** Whether more is written than one would write again: closing it by a slip asks first. */
  readonly isChanged?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog of a few fields that are sent together; it stays open, with the reason, when that fails.
 */
export function FormDialog({
  title,
  action,
  look = 'accent',
  size = 'medium',
  ready,
  send,
  isChanged = false,
  onClose,
  children,
}: FormDialogProps) {
  const form = useFirstField();
  const { mayClose, note } = useUnsaved(isChanged, onClose);
  return (
    <Dialog title={title} size={size} onClose={onClose} mayClose={mayClose}>
      <form
        ref={form}
        className="flex flex-col gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !send.isPending) send.mutate();
        }}
      >
        {children}
        <FormError error={send.error} />
        {note}
        <div className="flex justify-end gap-8">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={look} disabled={!ready || send.isPending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
