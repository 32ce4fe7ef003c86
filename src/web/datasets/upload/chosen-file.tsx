import { useRef } from 'react';
import type { FileFormat } from './upload.calls.ts';
import { formatBytes } from '#web/platform/text/format-number.ts';
import { Button } from '#web/ui/button.tsx';
import { ACCEPTED, useFileChoice } from './use-file-choice.ts';

interface ChosenFileProps {
  readonly file: File;
  readonly onFile: (file: File, format: FileFormat) => void;
}

/** Which file was chosen, and the way to another: the browser's chooser, which leaves this one when it is closed. */
export function ChosenFile({ file, onFile }: ChosenFileProps) {
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
        <input ref={input} type="file" aria-label="File" accept={ACCEPTED} hidden onChange={(event) => take(event.target.files)} />
      </span>
      {refused !== null && (
        <p role="alert" className="tone-error verbatim basis-full text-12 text-tone">
          {refused}
        </p>
      )}
    </>
  );
}
