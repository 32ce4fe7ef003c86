import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { Experiment } from '#contracts/experiments/experiment.ts';
import { download } from '#web/ui/notices/download.ts';
import { IconButton } from '#web/ui/button.tsx';
import { May } from '#web/accounts/may.tsx';
import { Menu, MenuItem } from '#web/ui/floating/menu.tsx';
import { copyText } from '#web/platform/browser/copy-text.ts';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import { experimentComparisonPath, tracesPath } from '#web/platform/address/paths.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { shownName } from '#web/platform/text/shown-name.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { BASELINE, useExperimentChanges } from './use-experiment-changes.ts';

const EditExperiment = lazyPart(async () => ({ default: (await import('./edit-experiment.tsx')).EditExperiment }));
const TagsDialog = lazyPart(async () => ({ default: (await import('./tags-dialog.tsx')).TagsDialog }));
const DeleteExperiments = lazyPart(async () => ({ default: (await import('./delete-experiments.tsx')).DeleteExperiments }));

interface ExperimentMenuProps {
  readonly experiment: Experiment;
  /** On its own page, where it need not be opened; what follows once it is deleted. */
  readonly onDeleted?: () => void;
}

/** An experiment's actions. */
export function ExperimentMenu({ experiment, onDeleted }: ExperimentMenuProps) {
  const [open, setOpen] = useState<'edit' | 'tags' | 'delete' | null>(null);
  const navigate = useNavigate();
  const { setBaseline } = useExperimentChanges(experiment.dataset_id);
  const { id, name, tags, project_name: project } = experiment;
  const isBaseline = tags.includes(BASELINE);
  const save = (format: 'csv' | 'json'): void => {
    void download(`${ROOT_PATH}/v1/experiments/${encodeURIComponent(id)}/${format}`, `${name}.${format}`);
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
      <Menu align="end" trigger={<IconButton icon="more" label={`More about ${shownName(name)}`} className="max-md:size-44" />}>
        {onDeleted === undefined && <MenuItem onSelect={() => void navigate({ to })}>Open</MenuItem>}
        {project !== null && <MenuItem onSelect={() => void navigate({ to: tracesPath(project) })}>Open traces</MenuItem>}
        <MenuItem onSelect={copyId}>Copy ID</MenuItem>
        <MenuItem onSelect={() => save('csv')}>Export CSV</MenuItem>
        <MenuItem onSelect={() => save('json')}>Export JSON</MenuItem>
        <May scope="experiments:write">
          <MenuItem onSelect={() => setBaseline(experiment, !isBaseline)}>{isBaseline ? 'Clear baseline' : 'Set as baseline'}</MenuItem>
          <MenuItem onSelect={() => setOpen('tags')}>Edit tags…</MenuItem>
          <MenuItem onSelect={() => setOpen('edit')}>Edit details…</MenuItem>
          <MenuItem onSelect={() => setOpen('delete')}>Delete…</MenuItem>
        </May>
      </Menu>
      <Suspense>
        {open === 'edit' && <EditExperiment experiment={experiment} onClose={close} />}
        {open === 'tags' && <TagsDialog experiment={experiment} onClose={close} />}
        {open === 'delete' && <DeleteExperiments experiments={[experiment]} onClose={close} onDeleted={onDeleted ?? (() => undefined)} />}
      </Suspense>
    </>
  );
}
