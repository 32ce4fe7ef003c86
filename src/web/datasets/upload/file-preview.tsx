import type { ReactNode } from 'react';
import { CSV_SEPARATORS } from '#contracts/datasets/csv-dialect.ts';
import { ROLES, ROLE_NAMES, withRole, type Role, type Roles } from './column-roles.ts';
import type { FileReport, FileRow } from './file-report.ts';
import { previewText } from '#web/platform/text/exact-json.ts';
import { exactCount, formatShare, plural } from '#web/platform/text/format-number.ts';
import { FileProblems } from './file-problems.tsx';
import { ROLE_TONES } from './role-look.ts';

const COLUMNS_SHOWN = 40;
const CELL_CHARS = 160;

interface FilePreviewProps {
  readonly report: FileReport;
  readonly roles: Roles;
  readonly onRoles: (roles: Roles) => void;
  readonly fileBytes: number;
  /** Whether lines with more or fewer cells than the header are left out. */
  readonly leavesOut: boolean;
  /** Options for the problems. */
  readonly children: ReactNode;
}

/** File problems, and its first rows under what each column becomes. */
export function FilePreview({
  report,
  roles,
  onRoles,
  fileBytes,
  leavesOut,
  children,
}: FilePreviewProps) {
  const columns = report.columns.slice(0, COLUMNS_SHOWN);
  return (
    <>
      <p role="status" className="nums text-12 text-text2">
        {statusText(report, fileBytes)}
        {report.separator !== null &&
          report.separator !== ',' &&
          ` Cells are separated by ${CSV_SEPARATORS[report.separator]}s.`}
      </p>
      <FileProblems report={report} />
      {children}
      <div
        tabIndex={0}
        role="region"
        aria-label="First rows"
        className="max-h-[38vh] min-h-120 overflow-auto rounded-control border border-line1"
      >
        <table className="w-full border-collapse text-12">
          <thead className="sticky top-0 bg-bg2">
            <tr>
              <th scope="col" className="nums px-8 text-right font-normal text-text3">
                Line
              </th>
              {columns.map((column, at) => (
                <th
                  key={`${at} ${column}`}
                  scope="col"
                  className="border-l border-line1 p-4 text-left font-normal"
                >
                  <ColumnHead column={column} roles={roles} onRoles={onRoles} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.rows.map((row) => (
              <PreviewRow
                key={row.line}
                row={row}
                columns={columns}
                roles={roles}
                isLeftOut={row.isUneven && leavesOut}
              />
            ))}
          </tbody>
        </table>
      </div>
      {report.columns.length > COLUMNS_SHOWN && (
        <p className="text-12 text-text3">
          {plural(report.columns.length - COLUMNS_SHOWN, 'more column')} are in the boxes above.
        </p>
      )}
    </>
  );
}

interface PreviewRowProps {
  readonly row: FileRow;
  readonly columns: readonly string[];
  readonly roles: Roles;
  readonly isLeftOut: boolean;
}

function PreviewRow({ row: { line, values, cells }, columns, roles, isLeftOut }: PreviewRowProps) {
  return (
    <tr className={`border-t border-line1 ${isLeftOut ? 'text-text3 line-through' : ''}`}>
      <td className="nums px-8 text-right text-text3">{exactCount(line)}</td>
      {columns.map((column, at) => {
        const text = previewText(cells === null ? values.get(column) : cells[at], CELL_CHARS);
        return (
          <td
            key={`${at} ${column}`}
            title={text}
            className={`clip h-26 max-w-240 border-l border-line1 px-8 ${roles.get(column) === 'ignore' ? 'text-text3 line-through' : ''}`}
          >
            {text}
          </td>
        );
      })}
    </tr>
  );
}

function ColumnHead({
  column,
  roles,
  onRoles,
}: {
  column: string;
  roles: Roles;
  onRoles: (roles: Roles) => void;
}) {
  const role: Role = roles.get(column) ?? 'metadata';
  return (
    <span className="flex min-w-100 flex-col gap-2">
      <span className="mono clip max-w-240 px-4" title={column}>
        {column === '' ? '(no name)' : column}
      </span>
      <select
        aria-label={`Role of ${column === '' ? 'the unnamed column' : column}`}
        value={role}
        onChange={(event) =>
          onRoles(
            withRole(roles, column, ROLES.find((one) => one === event.target.value) ?? 'metadata'),
          )
        }
        className={`${ROLE_TONES[role]} h-24 rounded-chip border border-line2 bg-tint px-2 text-12 text-tone max-md:h-44`}
      >
        {ROLES.map((one) => (
          <option key={one} value={one} className="bg-bg1 text-text1">
            {ROLE_NAMES[one]}
          </option>
        ))}
      </select>
    </span>
  );
}

function statusText(
  { rowCount, problems, bytesRead, done }: FileReport,
  fileBytes: number,
): string {
  const rows = plural(rowCount, 'row');
  if (done) return problems.length === 0 ? `${rows}, no faults found.` : `${rows} read.`;
  return problems.length > 0 && bytesRead < fileBytes
    ? `${rows} read.`
    : `${rows} checked, ${formatShare(bytesRead, fileBytes) || '0 %'} of the file.`;
}
