import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { exampleOptions } from './dataset-examples.calls.ts';
import { addExample, changeExample, reviveExample } from './example-changes.calls.ts';
import { ApiError } from '#web/platform/http/client.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { Button, Kbd } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Field, FormError } from '#web/ui/form/field.tsx';
import { JsonField } from '#web/ui/form/json-field.tsx';
import { useUnsaved } from '#web/ui/dialog/use-unsaved.tsx';
import { useFormDraft, useKeptDraft } from '#web/accounts/use-kept-draft.ts';
import { checkJsonObject } from '#web/platform/text/json-check.ts';
import type { ExampleTexts } from './example-texts.ts';
import type { ExampleRow } from './example-row.ts';
import { exampleForm } from './example-form.ts';

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
  const kept = useKeptDraft(exampleForm(dataset.id) + (row?.id ?? ''));
  const fresh = useMemo(() => textsOf(row), [row]);
  const [texts, change] = useFormDraft(kept, fresh);
  const close = (): void => {
    kept.drop();
    onClose();
  };
  const { input, output, metadata, ownId, seen } = texts;
  const valid = useValid(texts);
  const { save, base, gone } = useSave(
    dataset,
    row,
    { input, output, metadata, ownId },
    { onSaved, onClose: close },
  );
  // Also where the draft is older than what the example is now.
  const isTaken = base !== row || seen !== seenOf(row);
  const isChanged =
    input !== fresh.input ||
    output !== fresh.output ||
    metadata !== fresh.metadata ||
    ownId !== fresh.ownId;
  const { mayClose, note } = useUnsaved(isChanged, close);
  return (
    <Dialog title={title} size="wide" onClose={close} mayClose={mayClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key is a
          shorter way to its button */}
      <form
        className="flex flex-col gap-8"
        onSubmit={(event) => {
          event.preventDefault();
          if (valid && !save.isPending) save.mutate();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey))
            event.currentTarget.requestSubmit();
        }}
      >
        <ExampleFields texts={texts} isNew={row === null} onChange={change} />
        {base !== null && isTaken && <TakenNote onShow={() => change(textsOf(base))} />}
        {gone && (
          <p role="alert" className="text-12 text-text1">
            This example was deleted while you had it open. Restore it with your changes, or discard
            them.
          </p>
        )}
        <FormError error={gone || (isTaken && hasStatus(save.error, 409)) ? null : save.error} />
        {note}
        <div className="flex items-center justify-end gap-8">
          <span className="mr-auto flex items-center gap-4 text-11 text-text3 max-md:hidden">
            <Kbd>Ctrl</Kbd>
            <Kbd>Enter</Kbd> saves
          </span>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="accent" disabled={!valid || save.isPending}>
            {row === null ? 'Add' : gone ? 'Restore' : isTaken ? 'Overwrite' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type EditedTexts = ExampleTexts & { readonly ownId: string };

function useValid({ input, output, metadata }: ExampleTexts): boolean {
  // Each for itself: what is typed into one must not have another of megabytes checked again.
  const wrong = [
    useMemo(() => checkJsonObject(input), [input]),
    useMemo(() => checkJsonObject(output), [output]),
    useMemo(() => checkJsonObject(metadata), [metadata]),
  ];
  return wrong.every((problem) => problem === null);
}

interface ExampleFieldsProps {
  readonly texts: EditedTexts;
  readonly isNew: boolean;
  readonly onChange: (texts: Partial<EditedTexts>) => void;
}

function ExampleFields({ texts, isNew, onChange }: ExampleFieldsProps) {
  return (
    <>
      <JsonField
        label="Input"
        text={texts.input}
        onText={(text) => onChange({ input: text })}
        rows={8}
      />
      <JsonField
        label="Output"
        text={texts.output}
        onText={(text) => onChange({ output: text })}
        rows={6}
      />
      <JsonField
        label="Metadata"
        text={texts.metadata}
        onText={(text) => onChange({ metadata: text })}
        rows={3}
      />
      {isNew && (
        <Field
          label="Your own ID (optional)"
          value={texts.ownId}
          onValue={(text) => onChange({ ownId: text })}
          maxLength={1024}
          hint="Used to match examples in later uploads."
        />
      )}
    </>
  );
}

/**
 * Saves the texts. If another user changed the example meanwhile, `base` is their version, and
 * saving again overwrites it; if it was deleted, it is `gone`, and saving again restores it.
 */
function useSave(
  dataset: Dataset,
  row: ExampleRow | null,
  { input, output, metadata, ownId }: EditedTexts,
  { onSaved, onClose }: Pick<ExampleEditorProps, 'onSaved' | 'onClose'>,
) {
  const [base, setBase] = useState(row);
  const [gone, setGone] = useState(false);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async () => {
      if (base !== null)
        return await (gone ? reviveExample : changeExample)(dataset.id, base, {
          input,
          output,
          metadata,
        });
      await addExample(
        dataset.id,
        { input, output, metadata },
        ownId.trim() === '' ? null : ownId.trim(),
      );
      return null;
    },
    onSuccess: (saved) => {
      onSaved(saved);
      onClose();
    },
    onError: async (error) => {
      // The dataset may be gone as well: then bringing it back says so.
      if (base !== null && base.seenVersion !== null && hasStatus(error, 404)) setGone(!gone);
      if (base === null || !hasStatus(error, 409)) return;
      const theirs = await client.fetchQuery({
        ...exampleOptions(dataset.id, base.id, null),
        staleTime: 0,
      });
      setBase(theirs);
      onSaved(theirs);
    },
  });
  return { save, base, gone };
}

function TakenNote({ onShow }: { onShow: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-8 text-12 text-text1">
      <p className="min-w-0 flex-1">
        This example was changed while you had it open. Save to overwrite the change, or look at it
        first. Both stay in the history.
      </p>
      <Button onClick={onShow}>Show current version</Button>
    </div>
  );
}

function textsOf(row: ExampleRow | null) {
  return {
    input: textOf(row?.input, '{\n  "question": ""\n}'),
    output: textOf(row?.output, '{\n  "answer": ""\n}'),
    metadata: textOf(row?.metadata, '{}'),
    ownId: '',
    seen: seenOf(row),
  };
}

/** When the example was last changed, as far as who edits it has seen. */
function seenOf(row: ExampleRow | null): string {
  return row?.updatedAt ?? '';
}

function textOf(value: object | undefined, fresh: string): string {
  return value === undefined ? fresh : JSON.stringify(value, null, 2);
}

function hasStatus(error: Error | null, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}
