import { Link } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { DatasetMenu } from '#web/datasets/dataset-menu.tsx';
import { LabelChips } from '#web/datasets/labels/label-chips.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { DatasetSort } from '#web/datasets/dataset-search.ts';
import { exactCount } from '#web/platform/text/format-number.ts';
import { formatWhen, isoWithZone } from '#web/platform/time/format-time.ts';
import { useRowFocus } from '#web/ui/list/use-row-focus.ts';

const GRID =
  'grid grid-cols-[minmax(200px,1fr)_minmax(120px,320px)_100px_100px_140px_140px_36px] max-lg:grid-cols-[minmax(160px,1fr)_minmax(100px,240px)_90px_80px_130px_36px] max-md:grid-cols-[minmax(110px,1fr)_80px_110px_48px]';

interface Column {
  readonly label: string;
  readonly sort: DatasetSort;
  readonly className: string;
  readonly cell: (dataset: Dataset) => ReactNode;
  readonly title: (dataset: Dataset) => string;
}

const whenColumn = (
  label: string,
  field: 'updated_at' | 'created_at',
  className: string,
): Column => ({
  label,
  sort: field,
  className: `nums text-right text-text2 ${className}`,
  cell: (dataset) => formatWhen(dataset[field], Date.now()),
  title: (dataset) => isoWithZone(Date.parse(dataset[field])),
});
const countColumn = (
  label: string,
  field: 'example_count' | 'version_count',
  className: string,
): Column => ({
  label,
  sort: field,
  className: `nums text-right ${className}`,
  cell: (dataset) => exactCount(dataset[field]),
  title: () => '',
});
const COLUMNS: readonly Column[] = [
  countColumn('Examples', 'example_count', ''),
  countColumn('Versions', 'version_count', 'max-md:hidden'),
  whenColumn('Updated', 'updated_at', ''),
  whenColumn('Created', 'created_at', 'max-lg:hidden'),
];

interface DatasetsTableProps {
  readonly datasets: readonly Dataset[];
  readonly sort: DatasetSort;
  readonly order: 'asc' | 'desc';
  readonly onSort: (sort: DatasetSort) => void;
}

export function DatasetsTable({ datasets, sort, order, onSort }: DatasetsTableProps) {
  const table = useRef<HTMLDivElement>(null);
  useRowFocus(table);
  const head = (label: string, by: DatasetSort, className: string) => (
    <div
      key={by}
      role="columnheader"
      aria-sort={sort === by ? (order === 'asc' ? 'ascending' : 'descending') : 'none'}
      className={`relative self-stretch content-center px-8 ${className}`}
    >
      <button
        type="button"
        className={`cell-button inline-flex items-center gap-4 text-11 hover:text-text1 ${sort === by ? 'text-text1' : 'text-text3'}`}
        onClick={() => onSort(by)}
      >
        {label}
        {sort === by && <Icon name={order === 'desc' ? 'arrowDown' : 'arrowUp'} size={11} />}
      </button>
    </div>
  );
  return (
    <div ref={table} role="table" aria-label="Datasets" className="min-h-0 flex-1 overflow-auto">
      <div
        role="row"
        className={`${GRID} sticky top-0 z-10 h-30 items-center border-b border-line1 bg-bg0 px-4`}
      >
        {head('Name', 'name', '')}
        <div role="columnheader" className="px-8 text-11 text-text3 max-md:hidden">
          Labels
        </div>
        {COLUMNS.map((column) => head(column.label, column.sort, column.className))}
        <div role="columnheader">
          <span className="sr-only">Actions</span>
        </div>
      </div>
      {datasets.map((dataset) => (
        <DatasetLine key={dataset.id} dataset={dataset} />
      ))}
    </div>
  );
}

function DatasetLine({ dataset }: { dataset: Dataset }) {
  const described = dataset.description !== null && dataset.description !== '';
  return (
    <div
      role="row"
      className={`${GRID} relative h-30 items-center border-b border-line1 px-4 hover:bg-bg2 has-focus-visible:bg-sel max-md:h-52`}
    >
      <div role="cell" className="clip px-8">
        <Link
          to="/datasets/$dataset/examples"
          params={{ dataset: dataset.id }}
          className="font-medium after:absolute after:inset-0"
          title={described ? `${dataset.name}\n${dataset.description}` : dataset.name}
        >
          {dataset.name}
        </Link>
        {described && (
          <span className="ml-8 text-12 text-text3 max-lg:hidden">{dataset.description}</span>
        )}
        {dataset.labels.length > 0 && (
          <span className="hidden max-md:flex" aria-hidden="true">
            <LabelChips labels={dataset.labels} max={1} />
          </span>
        )}
      </div>
      <div role="cell" className="flex min-w-0 px-8 max-md:sr-only">
        <LabelChips labels={dataset.labels} />
      </div>
      {COLUMNS.map((column) => (
        <div
          key={column.label}
          role="cell"
          className={`clip px-8 ${column.className}`}
          title={column.title(dataset)}
        >
          {column.cell(dataset)}
        </div>
      ))}
      <div role="cell" className="relative z-1">
        <DatasetMenu dataset={dataset} />
      </div>
    </div>
  );
}
