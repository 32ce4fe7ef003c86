import { useState } from 'react';
import type { Ref } from 'react';
import { Button } from '../button.tsx';
import { TextArea } from './text-area.tsx';

interface NoteFieldProps {
  readonly field: Ref<HTMLTextAreaElement>;
  /** Saves a note; resolves to whether it was. */
  readonly onNote: (text: string) => Promise<boolean>;
}

/** Free text about a thing. What could not be saved stays in the field. */
export function NoteField({ field, onNote }: NoteFieldProps) {
  const [text, setText] = useState('');
  const send = (): void => {
    const note = text.trim();
    if (note === '') return;
    setText('');
    void onNote(note).then((saved) => {
      if (!saved) setText((typed) => (typed === '' ? note : typed));
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
        onValue={setText}
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
