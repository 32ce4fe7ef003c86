import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { Suspense, useState, type ReactNode } from 'react';
import { ApiError } from '#web/platform/http/client.ts';
import { datasetOptions } from './datasets.calls.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { Button } from '#web/ui/button.tsx';
import { DatasetMenu } from './dataset-menu.tsx';
import { LabelChips } from './labels/label-chips.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { datasetKey } from '#web/platform/address/address-ids.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import {
  codePath,
  datasetExperimentsPath,
  datasetsPath,
  examplesPath,
  versionsPath,
} from '#web/platform/address/paths.ts';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import { useMay } from '#web/accounts/may.tsx';
import { download } from '#web/ui/notices/download.ts';
import { Menu, MenuItem, MenuLabel } from '#web/ui/floating/menu.tsx';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';

const FORMATS = [
  { label: 'CSV', path: 'csv', ending: 'csv' },
  { label: 'JSON lines', path: 'jsonl', ending: 'jsonl' },
  { label: 'Parquet', path: 'parquet', ending: 'parquet' },
  { label: 'OpenAI fine-tuning', path: 'jsonl/openai_ft', ending: 'openai-ft.jsonl' },
  { label: 'OpenAI evals', path: 'jsonl/openai_evals', ending: 'openai-evals.jsonl' },
] as const;

/**
 * A version of a dataset as a file. The browser takes the stream itself: a large dataset never is
 * in the page's memory.
 */
function ExportMenu({ dataset, version }: { dataset: Dataset; version: string | null }) {
  const save = ({ path, ending }: (typeof FORMATS)[number]): void => {
    const query = version === null ? '' : `?version_id=${encodeURIComponent(version)}`;
    void download(
      `${ROOT_PATH}/v1/datasets/${encodeURIComponent(dataset.id)}/${path}${query}`,
      `${dataset.name}.${ending}`,
    );
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

const UploadDialog = lazyPart(async () => ({
  default: (await import('./upload/upload-dialog.tsx')).UploadDialog,
}));

interface DatasetFrameProps {
  /** Global ID. */
  readonly id: string;
  readonly tab: 'Examples' | 'Experiments' | 'Versions' | 'Code';
  /** Global ID of the version that is shown; null for the newest. */
  readonly version?: string | null;
  /** `uploads` counts those that ended here: what was read before is to be read again. */
  readonly children: (dataset: Dataset, uploads: number) => ReactNode;
}

/** A dataset's pages: its name and what can be done with all of it above, its tabs below. */
export function DatasetFrame({ id, tab, version = null, children }: DatasetFrameProps) {
  const { data, isPending, error, refetch } = useQuery(datasetOptions(id));
  const navigate = useNavigate();
  const [uploading, setUploading] = useState(false);
  const [uploads, setUploads] = useState(0);
  const may = useMay('datasets:write');
  useKeys(may ? { u: { what: 'Upload a file', run: () => setUploading(true) } } : {});
  const isAbsent = data === undefined && error instanceof ApiError && error.status === 404;
  const name = data?.name ?? (isAbsent ? 'Dataset not found' : 'Dataset');
  return (
    <PageFrame
      title={tab === 'Examples' || isAbsent ? name : `${tab} · ${name}`}
      crumbs={[{ label: 'Datasets', href: datasetsPath }, { label: name }]}
      beside={
        data !== undefined && <LabelChips labels={data.labels} className="ml-4 max-md:hidden" />
      }
      actions={
        data !== undefined && (
          <>
            {may && (
              <Button onClick={() => setUploading(true)}>
                <Icon name="upload" size={14} /> <span className="max-md:sr-only">Upload</span>
              </Button>
            )}
            <ExportMenu dataset={data} version={version} />
            <DatasetMenu
              dataset={data}
              onDeleted={() => void navigate({ to: datasetsPath, replace: true })}
            />
          </>
        )
      }
    >
      {!isAbsent && <DatasetTabs id={id} tab={tab} />}
      {isPending && <SkeletonRows rows={16} height={30} />}
      {isAbsent && <NoDataset id={id} />}
      {error !== null && data === undefined && !isAbsent && (
        <ErrorNote
          what="The dataset could not be read"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && children(data, uploads)}
      {data !== undefined && uploading && (
        <Suspense>
          <UploadDialog
            dataset={data}
            onDone={() => setUploads(uploads + 1)}
            onClose={() => setUploading(false)}
          />
        </Suspense>
      )}
    </PageFrame>
  );
}

function NoDataset({ id }: { id: string }) {
  const key = datasetKey(id);
  return (
    <EmptyNote title="Dataset not found">
      <p className="verbatim">
        No dataset on this server has the {key === id ? 'name' : 'number'} {key}.
      </p>
      <p>The dataset may have been deleted, or the address may be mistyped.</p>
      <Link to={datasetsPath} className="touch text-link hover:underline">
        All datasets
      </Link>
    </EmptyNote>
  );
}

function DatasetTabs({ id, tab }: Pick<DatasetFrameProps, 'id' | 'tab'>) {
  return (
    <nav
      aria-label="Dataset"
      className="flex h-36 shrink-0 items-stretch gap-16 pointer-coarse:h-44 border-b border-line1 px-12"
    >
      <TabLink label="Examples" to={examplesPath(id)} current={tab} />
      <TabLink label="Experiments" to={datasetExperimentsPath(id)} current={tab} />
      <TabLink label="Versions" to={versionsPath(id)} current={tab} />
      <TabLink label="Code" to={codePath(id)} current={tab} />
    </nav>
  );
}

function TabLink({ label, to, current }: { label: string; to: string; current: string }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return (
    <Link
      to={to}
      aria-current={label === current ? 'page' : undefined}
      onClick={(event) => {
        // The tab one is at keeps its filter.
        if (to === pathname) event.preventDefault();
      }}
      className={`inline-flex items-center border-b-2 text-13 font-medium ${label === current ? 'border-focus text-text1' : 'border-transparent text-text2 hover:text-text1'}`}
    >
      {label}
    </Link>
  );
}
