import { useState, type Ref } from 'react';
import { Button } from '#web/ui/button.tsx';
import { useKeptDraft } from '#web/accounts/use-kept-draft.ts';
import { TextArea } from './text-area.tsx';

interface NoteFieldProps {
  readonly field: Ref<HTMLTextAreaElement>;
  /** The thing it is a note on, as a text. */
  readonly about: string;
  /** Saves a note; resolves to whether it was. */
  readonly onNote: (text: string) => Promise<boolean>;
}

/** A note about a target. Unsaved text stays in the field, even when the page is left. */
export function NoteField({ field, about, onNote }: NoteFieldProps) {
  const kept = useKeptDraft(`note ${about}`);
  const [text, setText] = useState(() => kept.read()?.['text'] ?? '');
  const send = (): void => {
    const note = text.trim();
    if (note === '') return;
    setText('');
    void onNote(note).then((saved) => {
      if (!saved) setText((typed) => (typed === '' ? note : typed));
      else kept.dropSaved({ text });
    });
  };
  return (
    <form
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextArea
        ref={field}
        label="Note"
        value={text}
        onValue={(typed) => {
          setText(typed);
          kept.keep({ text: typed });
        }}
        onBlur={(event) => {
          // Leaving for the button is not leaving yet.
          if (!event.currentTarget.form?.contains(event.relatedTarget)) send();
        }}
      />
      {text.trim() !== '' && (
        <Button type="submit" className="self-start">
          Add note
        </Button>
      )}
    </form>
  );
}
