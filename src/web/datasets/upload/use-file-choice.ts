import { useState } from 'react';
import type { FileFormat } from './upload.calls.ts';

/** The file types of the browser's file chooser. */
export const ACCEPTED = '.csv,.tsv,.jsonl,.ndjson,.arrow,.arrows,.parquet';

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
export function useFileChoice(onFile: (file: File, format: FileFormat) => void) {
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
