import { useId, useState } from 'react';
import type { DragEvent } from 'react';
import type { FileFormat } from './upload.calls.ts';
import { Icon } from '#web/ui/icon.tsx';
import { ACCEPTED, useFileChoice } from './use-file-choice.ts';

/** Where a file is dropped or chosen. */
export function DropZone({ onFile }: { onFile: (file: File, format: FileFormat) => void }) {
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a shorter way to what the field within does */}
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
          CSV with a header, JSON lines, Arrow or Parquet. You choose what each column becomes before anything is sent; rows of CSV and JSON
          lines are shown.
        </span>
        <input id={id} type="file" aria-label="File" accept={ACCEPTED} className="sr-only" onChange={(event) => take(event.target.files)} />
      </label>
      {refused !== null && (
        <p role="alert" className="tone-error verbatim text-12 text-tone">
          {refused}
        </p>
      )}
    </div>
  );
}
