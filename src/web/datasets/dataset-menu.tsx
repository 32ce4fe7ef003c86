import { useState } from 'react';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { copyText } from '#web/platform/browser/copy-text.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/floating/menu.tsx';
import { LabelsDialog } from './labels/labels-dialog.tsx';
import { May } from '#web/accounts/may.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteDataset, changeDataset } from './datasets.calls.ts';
import { plural } from '#web/platform/text/format-number.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

const DIALOGS = { edit: EditDataset, labels: LabelsDialog, delete: DeleteDataset };

/** Actions for a whole dataset. `onDeleted` is called once it is deleted. */
export function DatasetMenu({ dataset, onDeleted }: { dataset: Dataset; onDeleted?: () => void }) {
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null);
  const Dialog = open === null ? null : DIALOGS[open];
  const copy = (text: string, note: string): void => {
    copyText(text).then(
      () => showToast({ text: note }),
      () => showToast({ tone: 'error', text: 'The browser blocked copying' }),
    );
  };
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton icon="more" label={`More about ${dataset.name}`} className="max-md:size-44" />
        }
      >
        <MenuItem onSelect={() => copy(dataset.name, 'Name copied')}>Copy name</MenuItem>
        <MenuItem onSelect={() => copy(dataset.id, 'Id copied')}>Copy id</MenuItem>
        <May scope="datasets:write">
          <MenuItem onSelect={() => setOpen('edit')}>Rename or describe…</MenuItem>
          <MenuItem onSelect={() => setOpen('labels')}>Labels…</MenuItem>
          <MenuItem onSelect={() => setOpen('delete')}>Delete…</MenuItem>
        </May>
      </Menu>
      {Dialog !== null && (
        <Dialog
          dataset={dataset}
          onClose={() => setOpen(null)}
          onDeleted={onDeleted ?? (() => undefined)}
        />
      )}
    </>
  );
}

interface DeleteDatasetProps {
  readonly dataset: Dataset;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Says what goes, and asks for the name: there is no way back. */
function DeleteDataset({ dataset, onClose, onDeleted }: DeleteDatasetProps) {
  const { id, name, experiment_count: experiments } = dataset;
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [withTraces, setWithTraces] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteDataset(id, withTraces),
    onSuccess: async () => {
      onDeleted();
      await client.invalidateQueries({ queryKey: ['datasets'] });
      onClose();
    },
  });
  return (
    <FormDialog
      title="Delete dataset"
      action="Delete dataset"
      look="danger"
      ready={typed === name}
      send={remove}
      onClose={onClose}
    >
      <p className="text-13 text-text2">
        {plural(dataset.example_count, 'example')} of{' '}
        <strong className="verbatim font-semibold text-text1">{name}</strong> will be deleted with
        all versions{experiments === 0 ? '' : ` and ${plural(experiments, 'experiment')}`}. This
        can’t be undone. Export the dataset first to keep a copy.
      </p>
      {experiments > 0 && (
        <label className="flex items-center gap-8 text-13 max-md:min-h-44">
          <input
            type="checkbox"
            checked={withTraces}
            onChange={(event) => setWithTraces(event.target.checked)}
            className="accent-accent"
          />
          Also delete the traces of its experiments
        </label>
      )}
      <Field
        label="Type the dataset’s name to confirm"
        value={typed}
        onValue={setTyped}
        autoComplete="off"
      />
    </FormDialog>
  );
}

/** A dataset's name and description. */
function EditDataset({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState(dataset.name);
  const [description, setDescription] = useState(dataset.description ?? '');
  const save = useMutation({
    mutationFn: () =>
      changeDataset(dataset.id, {
        ...(name.trim() === dataset.name ? {} : { name: name.trim() }),
        description: description.trim() === '' ? null : description.trim(),
      }),
    onSuccess: async () => {
      await client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === 'datasets' || queryKey[0] === 'dataset',
      });
      onClose();
    },
  });
  return (
    <FormDialog
      title="Rename or describe dataset"
      action="Save"
      ready={name.trim() !== ''}
      send={save}
      onClose={onClose}
    >
      <Field
        label="Name"
        value={name}
        onValue={setName}
        maxLength={1024}
        hint="Programs that use the old name will no longer find this dataset."
      />
      <Field label="Description" value={description} onValue={setDescription} maxLength={10_000} />
    </FormDialog>
  );
}
