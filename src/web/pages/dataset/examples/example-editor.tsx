import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addExample, changeExample } from '../../../api/example-changes.ts';
import type { Dataset } from '../../../api/model.ts';
import { Button, Kbd } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Field, FormError } from '../../../components/field.tsx';
import { JsonField } from '../../../components/json-field.tsx';
import { checkJsonObject } from '../../../lib/dataset/json-check.ts';
import type { ExampleRow } from '../../../lib/dataset/example-row.ts';

interface ExampleEditorProps {
  readonly dataset: Dataset;
  /** Null for a new one. */
  readonly row: ExampleRow | null;
  readonly title: string;
  /** With what it is now; null for a new one. */
  readonly onSaved: (row: ExampleRow | null) => void;
  readonly onClose: () => void;
}

/** Input, output and metadata of an example as JSON. Saving makes a new version. */
export function ExampleEditor({ dataset, row, title, onSaved, onClose }: ExampleEditorProps) {
  const [input, setInput] = useState(() => textOf(row?.input, '{\n  "question": ""\n}'));
  const [output, setOutput] = useState(() => textOf(row?.output, '{\n  "answer": ""\n}'));
  const [metadata, setMetadata] = useState(() => textOf(row?.metadata, '{}'));
  const [ownId, setOwnId] = useState('');
  const valid = [input, output, metadata].every((text) => checkJsonObject(text) === null);
  const save = useMutation({
    mutationFn: async () => {
      if (row !== null) return await changeExample(dataset.id, row, { input, output, metadata });
      await addExample(dataset.id, { input, output, metadata }, ownId.trim() === '' ? null : ownId.trim());
      return null;
    },
    onSuccess: (saved) => {
      onSaved(saved);
      onClose();
    },
  });
  return (
    <Dialog title={title} size="wide" onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key is a shorter way to its button */}
      <form
        className="flex flex-col gap-8"
        onSubmit={(event) => {
          event.preventDefault();
          if (valid && !save.isPending) save.mutate();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.requestSubmit();
        }}
      >
        <JsonField label="Input" text={input} onText={setInput} rows={8} />
        <JsonField label="Output" text={output} onText={setOutput} rows={6} />
        <JsonField label="Metadata" text={metadata} onText={setMetadata} rows={3} />
        {row === null && (
          <Field
            label="Id of your own (may be left out)"
            value={ownId}
            onValue={setOwnId}
            maxLength={1024}
            hint="By it later uploads find the example."
          />
        )}
        <FormError error={save.error} />
        <div className="flex items-center justify-end gap-8">
          <span className="mr-auto flex items-center gap-4 text-11 text-text3 max-md:hidden">
            <Kbd>Ctrl</Kbd>
            <Kbd>Enter</Kbd> saves
          </span>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="accent" disabled={!valid || save.isPending}>
            {row === null ? 'Add' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function textOf(value: object | undefined, fresh: string): string {
  return value === undefined ? fresh : JSON.stringify(value, null, 2);
}
