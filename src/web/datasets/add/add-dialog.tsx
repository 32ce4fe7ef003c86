import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { datasetsOptions } from '#web/datasets/datasets.calls.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import {
  draftsOptions,
  type SpanChoice,
  addDrafts,
  addSpans,
  createFromDrafts,
  createFromSpans,
  type ExampleDraft,
  type SpanDrafts,
} from '#web/datasets/span-examples.calls.ts';
import { readSetting, writeSetting } from '#web/platform/storage/stored-setting.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { useUnsaved } from '#web/ui/dialog/use-unsaved.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { useNavigate } from '@tanstack/react-router';
import { checkJsonObject } from '#web/platform/text/json-check.ts';
import { plural } from '#web/platform/text/format-number.ts';
import { datasetExperimentsPath, examplesPath } from '#web/platform/address/paths.ts';
import { useFirstField } from '#web/ui/form/use-first-field.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Field, FormError } from '#web/ui/form/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { JsonField } from '#web/ui/form/json-field.tsx';

interface AddDialogProps {
  readonly choice: SpanChoice;
  readonly onClose: () => void;
}

/** Spans that become examples: what each will hold can be changed first. */
export function AddDialog({ choice, onClose }: AddDialogProps) {
  const { data: datasets, error, refetch } = useQuery(datasetsOptions);
  const [edits, setEdits] = useState<Edits>(NO_EDITS);
  const { mayClose, note } = useUnsaved(edits.size > 0, onClose);
  return (
    <Dialog title="Add to dataset" size="wide" onClose={onClose} mayClose={mayClose}>
      {error !== null && datasets === undefined && (
        <ErrorNote
          what="The datasets could not be read"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {error === null && datasets === undefined && <SkeletonRows rows={4} height={34} />}
      {datasets !== undefined && (
        <Target {...{ datasets, choice, edits, note, onClose }} onEdits={setEdits} />
      )}
    </Dialog>
  );
}

/** By span id: a changed example, or null for one that is left out. */
type Edits = ReadonlyMap<string, ExampleDraft | null>;
const NO_EDITS: Edits = new Map();

interface TargetProps extends AddDialogProps {
  readonly datasets: readonly Dataset[];
  readonly edits: Edits;
  readonly onEdits: (edits: Edits) => void;
  /** Asks whether to discard the edits. */
  readonly note: ReactNode;
}

/** The last used dataset first. The preview is the same for all of them. */
function Target({ datasets, choice, ...rest }: TargetProps) {
  const [chosen, setChosen] = useState<string | null>(() => readSetting(LAST_DATASET));
  const dataset =
    chosen === '' ? null : (datasets.find((one) => one.id === chosen) ?? datasets[0] ?? null);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    draftsOptions(dataset?.id ?? null, choice),
  );
  if (data === undefined)
    return error === null ? (
      <SkeletonRows rows={4} height={34} />
    ) : (
      <ErrorNote what="The spans could not be read" error={error} onRetry={() => void refetch()} />
    );
  return (
    <AddForm
      datasets={datasets}
      dataset={dataset}
      onDataset={setChosen}
      choice={choice}
      found={data}
      isStale={isPlaceholderData}
      {...rest}
    />
  );
}

/** The notice leads on to two places: it stays until both were read. */
const ADDED_MS = 10_000;

/** The setting that names the dataset of the last time, by Global ID. */
const LAST_DATASET = 'telltale.dataset.last';

interface AddFormProps extends TargetProps {
  /** Null for a new one. */
  readonly dataset: Dataset | null;
  readonly onDataset: (id: string) => void;
  readonly found: SpanDrafts;
  readonly isStale: boolean;
}

function AddForm(props: AddFormProps) {
  const { datasets, dataset, onDataset, choice, found, isStale, note, onClose } = props;
  const form = useFirstField();
  const [name, setName] = useState('');
  const [split, setSplit] = useState('');
  const { drafts, change, leaveOut } = useDrafts(props);
  const count = found.isComplete ? drafts.length : choice.spanIds.length + choice.traceIds.length;
  const add = useAdd({
    dataset,
    name: name.trim(),
    split: split.trim() === '' ? null : split.trim(),
    drafts,
    choice,
    found,
    onClose,
  });
  const isValid = drafts.every(({ input, output, metadata }) =>
    [input, output, metadata].every((text) => checkJsonObject(text) === null),
  );
  const isNamed = dataset !== null || name.trim() !== '';
  return (
    <form
      ref={form}
      className="flex flex-col gap-12"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <div className="flex flex-wrap items-start gap-12">
        {datasets.length > 0 && (
          <DatasetSelect datasets={datasets} dataset={dataset} onDataset={onDataset} />
        )}
        {dataset === null && (
          <Field label="Name of the new dataset" value={name} onValue={setName} maxLength={1024} />
        )}
        <div className="flex w-140 max-md:w-full">
          <Field
            label="Split (optional)"
            value={split}
            onValue={setSplit}
            maxLength={1024}
            placeholder="train"
          />
        </div>
      </div>
      <LeftOutNotes found={found} count={count} />
      <DraftList drafts={drafts} onDraft={found.isComplete ? change : null} onLeaveOut={leaveOut} />
      <FormError error={add.error} />
      {note}
      <div className="flex justify-end gap-8">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          look="accent"
          disabled={!isValid || count === 0 || !isNamed || isStale || add.isPending}
        >
          {add.isPending ? 'Adding …' : `Add ${plural(count, 'example')}`}
        </Button>
      </div>
    </form>
  );
}

/**
 * What is added of what was found: as it was edited, without what was left out or is in the dataset
 * already.
 */
function useDrafts({ found, edits, onEdits }: AddFormProps) {
  const drafts = found.drafts.flatMap((draft) => {
    const edit = edits.get(draft.spanId);
    return edit === null || draft.isThere ? [] : [edit ?? draft];
  });
  return {
    drafts,
    change: (draft: ExampleDraft) => onEdits(new Map(edits).set(draft.spanId, draft)),
    leaveOut: (spanId: string) => onEdits(new Map(edits).set(spanId, null)),
  };
}

function LeftOutNotes({ found, count }: { found: SpanDrafts; count: number }) {
  const there = found.drafts.filter(({ isThere }) => isThere).length;
  return (
    <>
      {there > 0 && (
        <p className="text-12 text-text2">
          {there === 1 ? 'One span is in it' : `${there} spans are in it`} already, and left out.
        </p>
      )}
      {!found.isComplete && (
        <p className="text-12 text-text2">
          These are the first of {plural(count, 'span')}. The rest is added unchanged.
        </p>
      )}
    </>
  );
}

function DatasetSelect({
  datasets,
  dataset,
  onDataset,
}: Pick<AddFormProps, 'datasets' | 'dataset' | 'onDataset'>) {
  return (
    <label className="flex min-w-200 flex-1 flex-col gap-4 text-12 text-text2">
      Dataset
      <select
        value={dataset?.id ?? ''}
        onChange={(event) => onDataset(event.target.value)}
        className="h-30 w-full min-w-0 rounded-control border border-line3 bg-bg0 px-6 text-13 text-text1 max-md:h-44"
      >
        {datasets.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
        <option value="">New dataset …</option>
      </select>
    </label>
  );
}

interface AddWish {
  readonly dataset: Dataset | null;
  readonly name: string;
  readonly split: string | null;
  readonly drafts: readonly ExampleDraft[];
  readonly choice: SpanChoice;
  readonly found: SpanDrafts;
  readonly onClose: () => void;
}

function useAdd({ dataset, name, split, drafts, choice, found, onClose }: AddWish) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      if (dataset === null && !found.isComplete) return createFromSpans(name, choice, split);
      if (dataset === null)
        return { id: await createFromDrafts(name, drafts, split), added: drafts.length };
      const added = found.isComplete
        ? await addDrafts(dataset.id, drafts, split)
        : await addSpans(dataset.id, choice, split);
      return { id: dataset.id, added };
    },
    onSuccess: ({ id, added }) => {
      writeSetting(LAST_DATASET, id);
      void client.invalidateQueries({
        predicate: ({ queryKey }) =>
          ['datasets', 'dataset', 'span-datasets'].includes(String(queryKey[0])),
      });
      showToast({
        text: `${plural(added, 'example')} added to ${dataset?.name ?? name}`,
        durationMs: ADDED_MS,
        action: { label: 'Open', run: () => void navigate({ to: examplesPath(id) }) },
        second: {
          label: 'Run an experiment on it',
          run: () => void navigate({ to: datasetExperimentsPath(id), search: { run: true } }),
        },
      });
      onClose();
    },
  });
}

const LINE_CHARS = 160;

interface DraftListProps {
  readonly drafts: readonly ExampleDraft[];
  /** Null where there are too many to change them one by one. */
  readonly onDraft: ((draft: ExampleDraft) => void) | null;
  readonly onLeaveOut: (spanId: string) => void;
}

/** The examples to be added, each editable and removable. */
function DraftList({ drafts, onDraft, onLeaveOut }: DraftListProps) {
  const [open, setOpen] = useState<string | null>(
    drafts.length === 1 ? (drafts[0]?.spanId ?? null) : null,
  );
  return (
    <ul
      aria-label="Examples to add"
      className="max-h-[56vh] overflow-auto rounded-control border border-line1 empty:hidden"
    >
      {drafts.map((draft) => {
        const { spanId } = draft;
        const isOpen = open === spanId && onDraft !== null;
        return (
          <DraftLine
            key={spanId}
            draft={draft}
            isOpen={isOpen}
            onOpen={() => setOpen(isOpen ? null : spanId)}
            onDraft={onDraft}
            onLeaveOut={drafts.length > 1 ? () => onLeaveOut(spanId) : null}
          />
        );
      })}
    </ul>
  );
}

interface DraftLineProps extends Pick<DraftListProps, 'onDraft'> {
  readonly draft: ExampleDraft;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  /** Null for the only one. */
  readonly onLeaveOut: (() => void) | null;
}

function DraftLine({ draft, isOpen, onOpen, onDraft, onLeaveOut }: DraftLineProps) {
  const { name, input, output, metadata } = draft;
  const isFaulty = [input, output, metadata].some((text) => checkJsonObject(text) !== null);
  return (
    <li className="border-b border-line1 last:border-0">
      <div className="flex h-34 items-center gap-4 pr-4 max-md:h-44">
        <button
          type="button"
          aria-expanded={isOpen}
          disabled={onDraft === null}
          onClick={onOpen}
          className="flex h-full min-w-0 flex-1 items-center gap-8 px-8 text-left enabled:hover:bg-bg2"
        >
          {onDraft !== null && (
            <span className={`text-text3 ${isOpen ? 'rotate-90' : ''}`}>
              <Icon name="chevronRight" size={12} />
            </span>
          )}
          <span className="clip max-w-140 shrink-0 text-12 font-medium">{name}</span>
          <span className="clip min-w-0 flex-1 text-12">{oneLine(input)}</span>
          <span className="clip min-w-0 flex-1 text-12 text-text2 max-md:hidden">
            {oneLine(output)}
          </span>
          {isFaulty && <span className="tone-error shrink-0 text-12 text-tone">not valid</span>}
        </button>
        {onLeaveOut !== null && onDraft !== null && (
          <IconButton icon="close" label={`Leave ${name} out`} onClick={onLeaveOut} />
        )}
      </div>
      {isOpen && onDraft !== null && (
        <div className="flex flex-col gap-8 px-12 py-8">
          <JsonField
            label="Input"
            text={input}
            rows={7}
            onText={(text) => onDraft({ ...draft, input: text })}
          />
          <JsonField
            label="Output"
            text={output}
            rows={6}
            onText={(text) => onDraft({ ...draft, output: text })}
          />
          <JsonField
            label="Metadata"
            text={metadata}
            rows={3}
            onText={(text) => onDraft({ ...draft, metadata: text })}
          />
        </div>
      )}
    </li>
  );
}

function oneLine(text: string): string {
  return text
    .slice(0, LINE_CHARS * 2)
    .replaceAll(/\s+/g, ' ')
    .slice(0, LINE_CHARS);
}
