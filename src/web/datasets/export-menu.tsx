import { download } from '#web/ui/notices/download.ts';
import type { Dataset } from '#web/platform/http/model.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Menu, MenuItem, MenuLabel } from '#web/ui/floating/menu.tsx';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';

const FORMATS = [
  { label: 'CSV', path: 'csv', ending: 'csv' },
  { label: 'JSON lines', path: 'jsonl', ending: 'jsonl' },
  { label: 'Parquet', path: 'parquet', ending: 'parquet' },
  { label: 'OpenAI fine-tuning', path: 'jsonl/openai_ft', ending: 'openai-ft.jsonl' },
  { label: 'OpenAI evals', path: 'jsonl/openai_evals', ending: 'openai-evals.jsonl' },
] as const;

/** A version of a dataset as a file. The browser takes the stream itself: a large dataset never is in the page's memory. */
export function ExportMenu({ dataset, version }: { dataset: Dataset; version: string | null }) {
  const save = ({ path, ending }: (typeof FORMATS)[number]): void => {
    const query = version === null ? '' : `?version_id=${encodeURIComponent(version)}`;
    void download(`${ROOT_PATH}/v1/datasets/${encodeURIComponent(dataset.id)}/${path}${query}`, `${dataset.name}.${ending}`);
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button>
          <Icon name="download" size={14} /> <span className="max-md:sr-only">Export</span>
        </Button>
      }
    >
      <MenuLabel>{version === null ? 'The newest version' : 'The version that is shown'}</MenuLabel>
      {FORMATS.map((format) => (
        <MenuItem key={format.path} onSelect={() => save(format)}>
          {format.label}
        </MenuItem>
      ))}
    </Menu>
  );
}
