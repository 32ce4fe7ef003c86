import { Link, useNavigate } from '@tanstack/react-router';
import { memo, Suspense, useState } from 'react';
import type { ExperimentSummary } from '#contracts/experiments/experiment-figures.ts';
import { formatWhen } from '#web/platform/time/format-time.ts';
import { experimentComparisonPath, tracesPath } from '#web/platform/address/paths.ts';
import { shownName } from '#web/platform/text/shown-name.ts';
import { RunCounts } from '../summary/run-progress.tsx';
import { TagChips } from '../summary/tag-chips.tsx';
import type { ExperimentColumn } from './experiment-columns.tsx';
import { ScoreCell } from './score-cell.tsx';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import { download } from '#web/ui/notices/download.ts';
import { IconButton } from '#web/ui/button.tsx';
import { May } from '#web/accounts/may.tsx';
import { Menu, MenuItem } from '#web/ui/floating/menu.tsx';
import { copyText } from '#web/platform/browser/copy-text.ts';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { BASELINE, useExperimentChanges } from './use-experiment-changes.ts';

/** So many evaluators are shown on a phone, two beside each other. */
const NARROW_SCORES = 4;

interface ExperimentLineProps {
  readonly dataset: string;
  readonly summary: ExperimentSummary;
  readonly index: number;
  readonly narrow: boolean;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly columns: readonly ExperimentColumn[];
  readonly evaluators: readonly string[];
}

/** An experiment as a row; its link covers it. */
export const ExperimentLine = memo(function ExperimentLine(props: ExperimentLineProps) {
  const { index, narrow, isActive, isSelected } = props;
  return (
    <div
      role="row"
      id={`experiment-${index}`}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={`row-line row-flow ${narrow ? 'flex' : 'row-wide'} ${isActive ? 'row-active' : ''} ${isSelected ? 'row-selected' : ''}`}
    >
      {narrow ? <NarrowCells {...props} /> : <WideCells {...props} />}
    </div>
  );
});

function SelectCell({
  summary,
  isSelected,
  className,
}: Pick<ExperimentLineProps, 'summary' | 'isSelected'> & { className: string }) {
  return (
    <div role="gridcell" className={`row-select ${className}`} data-select="">
      <span
        role="checkbox"
        aria-checked={isSelected}
        aria-label={`Select ${shownName(summary.experiment.name)}`}
        className="row-check"
      />
    </div>
  );
}

function NameLink({ dataset, summary }: Pick<ExperimentLineProps, 'dataset' | 'summary'>) {
  const { name, sequence_number: number } = summary.experiment;
  return (
    <Link
      to={experimentComparisonPath(dataset, [number])}
      tabIndex={-1}
      title={name}
      className="clip min-w-0 font-medium after:absolute after:inset-0"
    >
      {shownName(name)}
    </Link>
  );
}

function WideCells({ dataset, summary, isSelected, columns }: ExperimentLineProps) {
  const { experiment } = summary;
  return (
    <>
      <SelectCell summary={summary} isSelected={isSelected} className="sticky left-0" />
      <div
        role="gridcell"
        className="row-cell nums sticky left-34 z-1 bg-(--row-bg) pt-4 text-right leading-20 text-text3"
      >
        {experiment.sequence_number}
      </div>
      <div role="gridcell" className="row-cell sticky left-78 z-1 flex flex-col bg-(--row-bg) pt-4">
        <span className="flex min-w-0 items-center leading-20">
          <NameLink dataset={dataset} summary={summary} />
        </span>
        <span className="flex h-18 min-w-0 items-center gap-6 text-11 leading-16 text-text3">
          <TagChips tags={experiment.tags} className="max-w-full shrink-0" />
          <span className="clip" title={experiment.description ?? ''}>
            {experiment.description}
          </span>
        </span>
      </div>
      {columns.map((column) => (
        <div
          key={column.key}
          role="gridcell"
          title={column.title(summary) || undefined}
          className={`row-cell nums pt-4 leading-20 text-text2 ${column.isNumeric ? 'text-right' : ''}`}
        >
          {column.cell(summary)}
        </div>
      ))}
      <div role="gridcell" className="relative z-1 grid place-items-center" data-menu="">
        <ExperimentMenu experiment={experiment} />
      </div>
    </>
  );
}

/** Three lines: name, runs, and the first evaluators' results. */
function NarrowCells({ dataset, summary, isSelected, evaluators }: ExperimentLineProps) {
  const { experiment } = summary;
  const shown = evaluators
    .filter((name) => summary.evaluators.some((one) => one.name === name))
    .slice(0, NARROW_SCORES);
  return (
    <>
      <SelectCell summary={summary} isSelected={isSelected} className="w-44 shrink-0" />
      <div role="gridcell" className="flex min-w-0 flex-1 flex-col gap-4 py-8">
        <span className="flex min-w-0 items-center gap-8">
          <span className="nums shrink-0 text-12 text-text3">#{experiment.sequence_number}</span>
          <NameLink dataset={dataset} summary={summary} />
          <TagChips tags={experiment.tags} max={1} className="shrink-0" />
        </span>
        <span className="flex items-start gap-12 text-12 text-text2">
          <RunCounts experiment={experiment} />
          <span className="clip ml-auto text-text3">
            {formatWhen(experiment.created_at, Date.now())}
          </span>
        </span>
        {shown.length > 0 && (
          <span className="grid grid-cols-2 gap-x-12 gap-y-4">
            {shown.map((name) => (
              <span key={name} className="flex min-w-0 flex-col">
                <span className="clip text-11 text-text3">{name}</span>
                <ScoreCell summary={summary} evaluator={name} />
              </span>
            ))}
          </span>
        )}
      </div>
      <div role="gridcell" className="relative z-1 pt-4" data-menu="">
        <ExperimentMenu experiment={experiment} />
      </div>
    </>
  );
}

const EditExperiment = lazyPart(async () => ({
  default: (await import('./edit-experiment.tsx')).EditExperiment,
}));
const TagsDialog = lazyPart(async () => ({
  default: (await import('./tags-dialog.tsx')).TagsDialog,
}));
const DeleteExperiments = lazyPart(async () => ({
  default: (await import('./delete-experiments.tsx')).DeleteExperiments,
}));

interface ExperimentMenuProps {
  readonly experiment: Experiment;
  /** On its own page, where it need not be opened; what follows once it is deleted. */
  readonly onDeleted?: () => void;
}

/** An experiment's actions. */
function ExperimentMenu({ experiment, onDeleted }: ExperimentMenuProps) {
  const [open, setOpen] = useState<'edit' | 'tags' | 'delete' | null>(null);
  const navigate = useNavigate();
  const { setBaseline } = useExperimentChanges(experiment.dataset_id);
  const { id, name, tags, project_name: project } = experiment;
  const isBaseline = tags.includes(BASELINE);
  const save = (format: 'csv' | 'json'): void => {
    void download(
      `${ROOT_PATH}/v1/experiments/${encodeURIComponent(id)}/${format}`,
      `${name}.${format}`,
    );
  };
  const copyId = (): void => {
    copyText(id).then(
      () => showToast({ text: 'ID copied' }),
      () => showToast({ tone: 'error', text: 'The browser blocked copying' }),
    );
  };
  const close = (): void => setOpen(null);
  const to = experimentComparisonPath(experiment.dataset_id, [experiment.sequence_number]);
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            icon="more"
            label={`More about ${shownName(name)}`}
            className="max-md:size-44"
          />
        }
      >
        {onDeleted === undefined && (
          <MenuItem onSelect={() => void navigate({ to })}>Open</MenuItem>
        )}
        {project !== null && (
          <MenuItem onSelect={() => void navigate({ to: tracesPath(project) })}>
            Open traces
          </MenuItem>
        )}
        <MenuItem onSelect={copyId}>Copy ID</MenuItem>
        <MenuItem onSelect={() => save('csv')}>Export CSV</MenuItem>
        <MenuItem onSelect={() => save('json')}>Export JSON</MenuItem>
        <May scope="experiments:write">
          <MenuItem onSelect={() => setBaseline(experiment, !isBaseline)}>
            {isBaseline ? 'Clear baseline' : 'Set as baseline'}
          </MenuItem>
          <MenuItem onSelect={() => setOpen('tags')}>Edit tags…</MenuItem>
          <MenuItem onSelect={() => setOpen('edit')}>Edit details…</MenuItem>
          <MenuItem onSelect={() => setOpen('delete')}>Delete…</MenuItem>
        </May>
      </Menu>
      <Suspense>
        {open === 'edit' && <EditExperiment experiment={experiment} onClose={close} />}
        {open === 'tags' && <TagsDialog experiment={experiment} onClose={close} />}
        {open === 'delete' && (
          <DeleteExperiments
            experiments={[experiment]}
            onClose={close}
            onDeleted={onDeleted ?? (() => undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
