import { useState } from 'react';
import type { Dataset } from '#web/platform/http/model.ts';
import { copyText } from '#web/platform/browser/copy-text.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/floating/menu.tsx';
import { DeleteDataset } from './delete-dataset.tsx';
import { EditDataset } from './edit-dataset.tsx';
import { LabelsDialog } from './labels/labels-dialog.tsx';
import { May } from '#web/accounts/may.tsx';

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
      <Menu align="end" trigger={<IconButton icon="more" label={`More about ${dataset.name}`} className="max-md:size-44" />}>
        <MenuItem onSelect={() => copy(dataset.name, 'Name copied')}>Copy name</MenuItem>
        <MenuItem onSelect={() => copy(dataset.id, 'Id copied')}>Copy id</MenuItem>
        <May scope="datasets:write">
          <MenuItem onSelect={() => setOpen('edit')}>Rename or describe…</MenuItem>
          <MenuItem onSelect={() => setOpen('labels')}>Labels…</MenuItem>
          <MenuItem onSelect={() => setOpen('delete')}>Delete…</MenuItem>
        </May>
      </Menu>
      {Dialog !== null && <Dialog dataset={dataset} onClose={() => setOpen(null)} onDeleted={onDeleted ?? (() => undefined)} />}
    </>
  );
}
