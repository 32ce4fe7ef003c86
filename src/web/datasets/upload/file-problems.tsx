import { CSV_SEPARATORS } from '#contracts/datasets/csv-dialect.ts';
import type { FileReport } from './file-report.ts';
import { exactCount, plural } from '#web/platform/text/format-number.ts';

/**
 * File problems, by line: the first of each kind, and how many more lines have another number of
 * cells than the header.
 */
export function FileProblems({ report }: { report: FileReport }) {
  const { problems, unevenCount, rowCount, separator, done } = report;
  if (problems.length === 0) return null;
  const further = unevenCount - problems.filter(({ isUneven }) => isUneven).length;
  return (
    <div
      role="alert"
      className="tone-error max-h-160 overflow-auto rounded-control bg-tint px-10 py-6 text-12 text-tone"
    >
      <ul aria-label="File problems">
        {problems.map(({ line, message }) => (
          <li key={`${line} ${message}`} className="verbatim">
            <span className="nums font-medium">Line {exactCount(line)}:</span> {message}
          </li>
        ))}
        {further > 0 && (
          <li>And {plural(further, 'more line')} with more or fewer cells than the header.</li>
        )}
      </ul>
      {unevenCount > 0 && (
        <p className="mt-4">
          {done && unevenCount === rowCount
            ? 'No line has as many cells as the header. Check the first line of the file and its separator.'
            : `Give every line as many cells as the header, and quote cells that hold ${CSV_SEPARATORS[separator ?? ',']}s.`}
        </p>
      )}
    </div>
  );
}

interface LeaveOutProps {
  readonly report: FileReport;
  readonly leavesOut: boolean;
  readonly onLeavesOut: (leavesOut: boolean) => void;
}

/** The choice to do without the lines that have more or fewer cells than the header. */
export function LeaveOut({ report, leavesOut, onLeavesOut }: LeaveOutProps) {
  const { unevenCount, rowCount } = report;
  return (
    <label className="flex min-h-28 flex-wrap items-center gap-x-6 text-13 max-md:min-h-44">
      <input
        type="checkbox"
        checked={leavesOut}
        onChange={(event) => onLeavesOut(event.target.checked)}
        className="accent-accent"
      />
      Leave {plural(unevenCount, 'line')} out
      <span className="nums text-12 text-text3">
        {plural(rowCount - unevenCount, 'row')} of {exactCount(rowCount)} remain
      </span>
    </label>
  );
}
