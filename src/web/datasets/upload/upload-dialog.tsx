import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { FileFormat, UploadWish } from './upload.calls.ts';
import type { Dataset } from '#web/platform/http/model.ts';
import { columnsOf, flattened, guessRoles } from './column-roles.ts';
import type { Roles } from './column-roles.ts';
import { mayLeaveOut } from './file-report.ts';
import { examplesPath } from '#web/platform/address/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { ChoiceField, Field, FormError } from '#web/ui/form/field.tsx';
import { ColumnBuckets } from './column-buckets.tsx';
import { ChosenFile } from './chosen-file.tsx';
import { DropZone } from './drop-zone.tsx';
import { FilePreview } from './file-preview.tsx';
import { LeaveOut } from './file-problems.tsx';
import { NamedColumns } from './named-columns.tsx';
import { UploadOutcome, UploadRunning } from './upload-progress.tsx';
import { useFileReport } from './use-file-report.ts';
import { useUpload } from './use-upload.ts';

interface UploadDialogProps {
  /** The one to add to; null makes a new one. */
  readonly dataset: Dataset | null;
  /** Called once what was uploaded is stored. */
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

/** A file that becomes examples: which columns become what is chosen here, and what is wrong with it is known before it is sent. */
export function UploadDialog({ dataset, onDone, onClose }: UploadDialogProps) {
  const [chosen, setChosen] = useState<{ readonly file: File; readonly format: FileFormat } | null>(null);
  const upload = useUpload(onDone ?? (() => undefined));
  const navigate = useNavigate();
  const choose = (file: File, format: FileFormat): void => {
    upload.forget();
    setChosen({ file, format });
  };
  const open = (id: string): void => {
    onClose();
    void navigate({ to: examplesPath(id) });
  };
  const { state } = upload;
  const title = dataset === null ? 'Upload a dataset' : `Upload into ${dataset.name}`;
  return (
    <Dialog title={title} size="large" onClose={onClose}>
      {state.step === 'done' && <UploadOutcome state={state} onOpen={dataset === null ? open : null} onClose={onClose} />}
      {state.step === 'running' && <UploadRunning progress={state.progress} onCancel={upload.cancel} />}
      {state.step === 'idle' && chosen === null && <DropZone onFile={choose} />}
      {state.step !== 'done' && chosen !== null && (
        // The form keeps its values after a failed upload.
        <div hidden={state.step === 'running'}>
          <UploadForm
            key={`${chosen.file.name} ${chosen.file.size} ${chosen.file.lastModified}`}
            {...chosen}
            dataset={dataset}
            error={state.step === 'idle' ? state.error : null}
            onFile={choose}
            onStart={(wish) => void upload.start({ ...chosen, ...wish })}
          />
        </div>
      )}
    </Dialog>
  );
}

const EMPTY: Roles = new Map();
const INTO = [
  { label: 'Add to the dataset', value: 'append' as const },
  { label: 'Replace the dataset', value: 'update' as const },
];

interface UploadFormProps {
  readonly file: File;
  readonly format: FileFormat;
  readonly dataset: Dataset | null;
  readonly error: Error | null;
  /** Another one was chosen. */
  readonly onFile: (file: File, format: FileFormat) => void;
  readonly onStart: (wish: Omit<UploadWish, 'file' | 'format'>) => void;
}

function UploadForm({ file, format, dataset, error, onFile, onStart }: UploadFormProps) {
  const [name, setName] = useState(dataset?.name ?? file.name.replace(/\.(?:csv|tsv|jsonl|ndjson|arrow|feather|parquet)$/i, ''));
  const [into, setInto] = useState<'append' | 'update'>('append');
  const report = useFileReport(file, format);
  const [changed, setChanged] = useState<Roles | null>(null);
  const guessed = report === null ? EMPTY : guessRoles(report.columns);
  // Columns that come up later in a file of JSON lines get a role of their own.
  const roles = changed === null ? guessed : new Map([...guessed].map(([column, role]) => [column, changed.get(column) ?? role]));
  const assigned = format === 'csv' || format === 'jsonl' ? roles : (changed ?? EMPTY);
  const [wantsOut, setWantsOut] = useState(false);
  const leavesOutUneven = wantsOut && report !== null && mayLeaveOut(report);
  const isFaulty = report !== null && report.problems.length > 0 && !leavesOutUneven;
  const hasColumns = columnsOf(assigned, 'input').length + columnsOf(assigned, 'output').length > 0;
  const flatten = format === 'jsonl' && report !== null ? flattened(report, roles, format) : [];
  const isReady = name.trim() !== '' && !isFaulty && hasColumns;
  return (
    <form
      className="flex min-h-0 flex-1 flex-col gap-12"
      onSubmit={(event) => {
        event.preventDefault();
        const action = dataset === null ? 'create' : into;
        if (isReady) onStart({ name: name.trim(), action, roles: assigned, flatten, leavesOutUneven });
      }}
    >
      <div className="flex flex-wrap items-end gap-12">
        {dataset === null ? (
          <Field label="Name of the dataset" value={name} onValue={setName} maxLength={1024} />
        ) : (
          <ChoiceField label="Upload mode" options={INTO} value={into} onValue={setInto} />
        )}
        <ChosenFile file={file} onFile={onFile} />
      </div>
      {report === null ? (
        <NamedColumns onRoles={setChanged} />
      ) : (
        <>
          <ColumnBuckets roles={roles} onRoles={setChanged} />
          <FilePreview report={report} roles={roles} onRoles={setChanged} fileBytes={file.size} leavesOut={leavesOutUneven}>
            {mayLeaveOut(report) && <LeaveOut report={report} leavesOut={wantsOut} onLeavesOut={setWantsOut} />}
          </FilePreview>
        </>
      )}
      <FormError error={error} />
      <div className="flex items-center justify-end gap-8">
        {into === 'update' && dataset !== null && (
          <p className="tone-warn mr-auto text-12 text-tone">
            Examples that are not in the file{leavesOutUneven && ', or on lines left out,'} will not be in the new version.
          </p>
        )}
        {!hasColumns && <p className="mr-auto text-12 text-text2">Choose a column for input or for output.</p>}
        <Button type="submit" look="accent" disabled={!isReady}>
          Upload
        </Button>
      </div>
    </form>
  );
}
