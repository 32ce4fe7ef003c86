import { useEffect, useState } from 'react';
import type { FileFormat } from './upload.calls.ts';
import { readFile, type FileReport } from './file-report.ts';

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
export function useFileReport(file: File, format: FileFormat): FileReport | null {
  const isText = format === 'csv' || format === 'jsonl';
  const [report, setReport] = useState<FileReport | null>(isText ? NOTHING_YET : null);
  useEffect(() => {
    if (format !== 'csv' && format !== 'jsonl') return undefined;
    const controller = new AbortController();
    readFile(file, format, setReport, controller.signal).catch((error: unknown) => {
      const message = `The file could not be read: ${error instanceof Error ? error.message : 'unknown browser error'}`;
      setReport((before) => ({ ...(before ?? NOTHING_YET), problems: [{ line: 1, message, isUneven: false }] }));
    });
    return () => controller.abort();
  }, [file, format]);
  return report;
}
