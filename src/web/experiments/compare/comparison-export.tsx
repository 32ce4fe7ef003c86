import type { Experiment } from '#contracts/experiments/experiment.ts';
import { download } from '#web/ui/notices/download.ts';
import type { Dataset } from '#web/platform/http/model.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Menu, MenuItem, MenuLabel } from '#web/ui/floating/menu.tsx';
import { copyLink } from '#web/ui/notices/copy-link.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';

const FORMATS = [
  { label: 'CSV', path: 'csv' },
  { label: 'JSON', path: 'json' },
] as const;

/** The runs of the experiments as files, and a link to what is on screen. */
export function ComparisonExport({ dataset, experiments }: { dataset: Dataset; experiments: readonly Experiment[] }) {
  return (
    <>
      <IconButton icon="copy" label="Copy link (C)" onClick={copyLink} />
      <Menu
        align="end"
        trigger={
          <Button>
            <Icon name="download" size={14} /> <span className="max-md:sr-only">Export</span>
          </Button>
        }
      >
        {experiments.map(({ id, sequence_number: number, name }) => (
          <div key={id} role="group" aria-label={name}>
            <MenuLabel>
              #{number} <bdi>{name}</bdi>
            </MenuLabel>
            {FORMATS.map(({ label, path }) => (
              <MenuItem
                key={path}
                onSelect={() =>
                  void download(`${ROOT_PATH}/v1/experiments/${encodeURIComponent(id)}/${path}`, `${dataset.name}-${number}.${path}`)
                }
              >
                {label}
              </MenuItem>
            ))}
          </div>
        ))}
      </Menu>
    </>
  );
}
