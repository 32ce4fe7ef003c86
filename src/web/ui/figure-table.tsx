import type { ReactNode } from 'react';

interface FigureTableProps {
  readonly label: string;
  readonly columns: readonly string[];
  /** The columns with figures: they are right-aligned. */
  readonly figures: readonly number[];
  readonly rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[];
}

/**
 * A short table of names and figures. On a narrow screen texts take more lines; what is too wide
 * all the same is pushed sideways.
 */
export function FigureTable({ label, columns, figures, rows }: FigureTableProps) {
  const side = (column: number): string =>
    figures.includes(column) ? 'nums text-right' : 'text-left';
  const lines = (column: number): string =>
    figures.includes(column)
      ? ''
      : 'max-md:min-w-80 max-md:py-4 max-md:wrap-anywhere max-md:whitespace-normal';
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={label}>
      <table className="w-full text-13">
        <thead>
          <tr className="border-b border-line1">
            {columns.map((column, at) => (
              <th
                key={column}
                scope="col"
                className={`h-30 px-8 text-11 font-medium whitespace-nowrap text-text2 ${side(at)}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id} className="h-30 border-b border-line1">
              {columns.map((column, at) => (
                <td key={column} className={`px-8 whitespace-nowrap ${side(at)} ${lines(at)}`}>
                  {cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
