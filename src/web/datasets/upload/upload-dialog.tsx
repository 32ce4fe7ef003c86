import { useNavigate } from '@tanstack/react-router';
import { useState, useRef, useId, type DragEvent, useEffect } from 'react';
import type { FileFormat, UploadWish } from './upload.calls.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { columnsOf, flattened, guessRoles, type Roles, type Role } from './column-roles.ts';
import { mayLeaveOut, type FileReport, readFile } from './file-report.ts';
import { examplesPath } from '#web/platform/address/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { ChoiceField, Field, FormError } from '#web/ui/form/field.tsx';
import { ColumnBuckets } from './column-buckets.tsx';
import { FilePreview } from './file-preview.tsx';
import { LeaveOut } from './file-problems.tsx';
import { UploadOutcome, UploadRunning } from './upload-progress.tsx';
import { useUpload } from './use-upload.ts';
import { formatBytes } from '#web/platform/text/format-number.ts';
import { Icon } from '#web/ui/icon.tsx';

/** The file types of the browser's file chooser. */
const ACCEPTED = '.csv,.tsv,.jsonl,.ndjson,.arrow,.arrows,.parquet';

const ENDINGS: Readonly<Record<string, FileFormat>> = {
  csv: 'csv',
  tsv: 'csv',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  arrow: 'arrow',
  arrows: 'arrow',
  parquet: 'parquet',
};

/** Files by their endings: `take` what was chosen or dropped; why it was not taken is `refused`. */
function useFileChoice(onFile: (file: File, format: FileFormat) => void) {
  const [refused, setRefused] = useState<string | null>(null);
  const take = (files: FileList | null): void => {
    const [file, ...others] = files ?? [];
    if (file === undefined) return;
    const format = ENDINGS[/\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? ''];
    if (others.length > 0) setRefused('One file at a time.');
    else if (format === undefined)
      setRefused(
        `${file.name} isn’t supported. Choose a file that ends with .csv, .tsv, .jsonl, .ndjson, .arrow or .parquet. Decompress it first if needed.`,
      );
    else if (file.size === 0) setRefused(`${file.name} is empty.`);
    else onFile(file, format);
  };
  return { refused, take };
}

const FIELDS = [
  { role: 'input', label: 'Input columns, comma-separated' },
  { role: 'output', label: 'Output columns' },
  { role: 'metadata', label: 'Metadata columns' },
  { role: 'split', label: 'Split column' },
  { role: 'id', label: 'Column of example ids' },
] as const;

/**
 * The columns' roles in a binary file: only the server can read it, so the user names them here.
 */
function NamedColumns({ onRoles }: { onRoles: (roles: Roles) => void }) {
  const [texts, setTexts] = useState<Readonly<Partial<Record<Role, string>>>>({});
  const change = (role: Role, text: string): void => {
    const next = { ...texts, [role]: text };
    setTexts(next);
    onRoles(
      new Map(
        FIELDS.flatMap((field) =>
          (next[field.role] ?? '')
            .split(',')
            .map((column) => column.trim())
            .filter(Boolean)
            .map((column): [string, Role] => [column, field.role]),
        ),
      ),
    );
  };
  return (
    <div className="flex flex-col gap-8">
      <p className="text-12 text-text2">
        The columns of this file are read by the server. Name those that become input, output and
        metadata; one that the file does not have is refused with its name, and nothing is stored.
      </p>
      {FIELDS.map(({ role, label }) => (
        <div key={role} className="flex">
          <Field
            label={label}
            value={texts[role] ?? ''}
            onValue={(text) => change(role, text)}
            placeholder={role === 'input' ? 'question, context' : ''}
          />
        </div>
      ))}
    </div>
  );
}

interface UploadDialogProps {
  /** The one to add to; null makes a new one. */
  readonly dataset: Dataset | null;
  /** Called once what was uploaded is stored. */
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

/**
 * A file that becomes examples: which columns become what is chosen here, and what is wrong with it
 * is known before it is sent.
 */
export function UploadDialog({ dataset, onDone, onClose }: UploadDialogProps) {
  const [chosen, setChosen] = useState<{ readonly file: File; readonly format: FileFormat } | null>(
    null,
  );
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
      {state.step === 'done' && (
        <UploadOutcome state={state} onOpen={dataset === null ? open : null} onClose={onClose} />
      )}
      {state.step === 'running' && (
        <UploadRunning progress={state.progress} onCancel={upload.cancel} />
      )}
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
  const [name, setName] = useState(
    dataset?.name ?? file.name.replace(/\.(?:csv|tsv|jsonl|ndjson|arrow|feather|parquet)$/i, ''),
  );
  const [into, setInto] = useState<'append' | 'update'>('append');
  const report = useFileReport(file, format);
  const { roles, assigned, setRoles } = useRoles(report, format);
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
        if (isReady)
          onStart({ name: name.trim(), action, roles: assigned, flatten, leavesOutUneven });
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
        <NamedColumns onRoles={setRoles} />
      ) : (
        <>
          <ColumnBuckets roles={roles} onRoles={setRoles} />
          <FilePreview
            report={report}
            roles={roles}
            onRoles={setRoles}
            fileBytes={file.size}
            leavesOut={leavesOutUneven}
          >
            {mayLeaveOut(report) && (
              <LeaveOut report={report} leavesOut={wantsOut} onLeavesOut={setWantsOut} />
            )}
          </FilePreview>
        </>
      )}
      <FormError error={error} />
      <div className="flex items-center justify-end gap-8">
        {into === 'update' && dataset !== null && <ReplaceNote leavesOutUneven={leavesOutUneven} />}
        {!hasColumns && (
          <p className="mr-auto text-12 text-text2">Choose a column for input or for output.</p>
        )}
        <Button type="submit" look="accent" disabled={!isReady}>
          Upload
        </Button>
      </div>
    </form>
  );
}

function ReplaceNote({ leavesOutUneven }: { leavesOutUneven: boolean }) {
  return (
    <p className="tone-warn mr-auto text-12 text-tone">
      Examples that are not in the file{leavesOutUneven && ', or on lines left out,'} will not be in
      the new version.
    </p>
  );
}

/** What each column becomes: as guessed, until it was chosen. */
function useRoles(report: FileReport | null, format: FileFormat) {
  const [changed, setRoles] = useState<Roles | null>(null);
  const guessed = report === null ? EMPTY : guessRoles(report.columns);
  // Columns that come up later in a file of JSON lines get a role of their own.
  const roles =
    changed === null
      ? guessed
      : new Map([...guessed].map(([column, role]) => [column, changed.get(column) ?? role]));
  const assigned = format === 'csv' || format === 'jsonl' ? roles : (changed ?? EMPTY);
  return { roles, assigned, setRoles };
}

interface ChosenFileProps {
  readonly file: File;
  readonly onFile: (file: File, format: FileFormat) => void;
}

/**
 * Which file was chosen, and the way to another: the browser's chooser, which leaves this one when
 * it is closed.
 */
function ChosenFile({ file, onFile }: ChosenFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const { refused, take } = useFileChoice(onFile);
  return (
    <>
      <span className="nums flex h-30 items-center gap-8 text-12 text-text3 max-md:basis-full">
        <span className="clip max-w-240" title={file.name}>
          {file.name}
        </span>
        {formatBytes(file.size)}
        <Button look="quiet" onClick={() => input.current?.click()}>
          Choose another file
        </Button>
        <input
          ref={input}
          type="file"
          aria-label="File"
          accept={ACCEPTED}
          hidden
          onChange={(event) => take(event.target.files)}
        />
      </span>
      {refused !== null && (
        <p role="alert" className="tone-error verbatim basis-full text-12 text-tone">
          {refused}
        </p>
      )}
    </>
  );
}

/** Where a file is dropped or chosen. */
function DropZone({ onFile }: { onFile: (file: File, format: FileFormat) => void }) {
  const id = useId();
  const [over, setOver] = useState(false);
  const { refused, take } = useFileChoice(onFile);
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div className="flex flex-col gap-8">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a
          shorter way to what the field within does */}
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        className={`flex h-240 flex-col items-center justify-center gap-8 rounded-popover border border-dashed text-center has-focus-visible:border-focus ${over ? 'border-focus bg-sel' : 'border-line3 hover:bg-bg2'}`}
      >
        <span className="text-text3">
          <Icon name="upload" size={24} />
        </span>
        <span className="text-14 font-medium">Drop a file here, or choose one</span>
        <span className="max-w-400 text-12 text-text2">
          CSV with a header, JSON lines, Arrow or Parquet. You choose what each column becomes
          before anything is sent; rows of CSV and JSON lines are shown.
        </span>
        <input
          id={id}
          type="file"
          aria-label="File"
          accept={ACCEPTED}
          className="sr-only"
          onChange={(event) => take(event.target.files)}
        />
      </label>
      {refused !== null && (
        <p role="alert" className="tone-error verbatim text-12 text-tone">
          {refused}
        </p>
      )}
    </div>
  );
}

const NOTHING_YET: FileReport = {
  separator: null,
  columns: [],
  rows: [],
  rowCount: 0,
  problems: [],
  unevenCount: 0,
  bytesRead: 0,
  done: false,
};

/** A file's contents, growing while it is read; null for a format that only the server can read. */
function useFileReport(file: File, format: FileFormat): FileReport | null {
  const isText = format === 'csv' || format === 'jsonl';
  const [report, setReport] = useState<FileReport | null>(isText ? NOTHING_YET : null);
  useEffect(() => {
    if (format !== 'csv' && format !== 'jsonl') return undefined;
    const controller = new AbortController();
    readFile(file, format, setReport, controller.signal).catch((error: unknown) => {
      const message = `The file could not be read: ${error instanceof Error ? error.message : 'unknown browser error'}`;
      setReport((before) => ({
        ...(before ?? NOTHING_YET),
        problems: [{ line: 1, message, isUneven: false }],
      }));
    });
    return () => controller.abort();
  }, [file, format]);
  return report;
}
