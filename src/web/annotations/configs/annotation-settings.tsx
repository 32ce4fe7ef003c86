import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnnotationConfig } from '#contracts/annotations/annotation-config.ts';
import {
  CONFIGS_MAX,
  configsOptions,
  assignConfig,
  configProjectsOptions,
  configsChanged,
  deleteConfig,
} from '#web/annotations/config-settings.calls.ts';
import { ConfigForm } from './config-form.tsx';
import { CappedNote } from '#web/ui/capped-note.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { DIRECTION_WORDS, TYPE_NAMES, configText } from './config-text.ts';
import { SettingsColumn, SettingsSection } from '#web/ui/settings-section.tsx';
import { May } from '#web/accounts/may.tsx';
import { projectSummariesOptions } from '#web/projects/projects.calls.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { RANGE_DEFAULT } from '#web/platform/time/time-range.ts';
import { ChoiceList } from '#web/annotations/choice-list.tsx';

export function AnnotationSettingsPage() {
  return (
    <SettingsColumn>
      <SettingsSection
        title="Annotations"
        note="Labels, scores or free text that reviewers can choose from. Each project picks its configs."
      >
        <AnnotationSettings />
      </SettingsSection>
    </SettingsColumn>
  );
}

type Open =
  | { readonly what: 'new' }
  | { readonly what: 'change' | 'assign' | 'delete'; readonly config: AnnotationConfig };

/** The annotation configs, and the projects that use them. */
function AnnotationSettings() {
  const { data, error, refetch } = useQuery(configsOptions);
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  if (error !== null && data === undefined)
    return (
      <ErrorNote
        what="The annotation configs could not be read"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return (
    <>
      {data?.length === 0 && (
        <p className="text-13 text-text2">
          No annotation configs yet. A config defines labels, a score range or free text.
        </p>
      )}
      <ul className="flex flex-col border-t border-line1 empty:hidden">
        {data?.map((config) => (
          <ConfigLine
            key={config.id}
            config={config}
            onOpen={(what) => setOpen({ what, config })}
          />
        ))}
      </ul>
      <CappedNote shown={data?.length ?? 0} max={CONFIGS_MAX} what="configs" />
      <May scope="projects:write">
        <Button className="self-start max-md:h-44" onClick={() => setOpen({ what: 'new' })}>
          New config
        </Button>
      </May>
      {open?.what === 'new' && <ConfigForm config={null} onClose={close} />}
      {open?.what === 'change' && <ConfigForm config={open.config} onClose={close} />}
      {open?.what === 'assign' && <AssignConfig config={open.config} onClose={close} />}
      {open?.what === 'delete' && <DeleteConfig config={open.config} onClose={close} />}
    </>
  );
}

function ConfigLine({
  config,
  onOpen,
}: {
  config: AnnotationConfig;
  onOpen: (what: 'change' | 'assign' | 'delete') => void;
}) {
  const { name, type, optimization_direction: direction } = config;
  return (
    <li className="flex min-h-38 items-center gap-8 border-b border-line1 max-md:flex-wrap max-md:py-4">
      <span
        className="clip w-160 shrink-0 font-medium max-md:w-full"
        title={config.description ?? name}
      >
        {name}
      </span>
      <span className="w-64 shrink-0 text-12 text-text3">{TYPE_NAMES[type]}</span>
      <span
        className="clip min-w-0 flex-1 text-text2 max-md:basis-3/5"
        title={`${configText(config)}${direction === null || direction === undefined || direction === 'NONE' ? '' : `\n${DIRECTION_WORDS[direction]} is better`}`}
      >
        {configText(config)}
      </span>
      <May scope="projects:write">
        <Button
          look="quiet"
          aria-label={`Projects with ${name}`}
          className="max-md:h-44"
          onClick={() => onOpen('assign')}
        >
          Projects
        </Button>
        <Button
          look="quiet"
          aria-label={`Change ${name}`}
          className="max-md:h-44"
          onClick={() => onOpen('change')}
        >
          Change
        </Button>
        <IconButton
          icon="trash"
          label={`Delete ${name}`}
          className="max-md:size-44"
          onClick={() => onOpen('delete')}
        />
      </May>
    </li>
  );
}

/** Which projects ask their reviewers for a config. */
function AssignConfig({ config, onClose }: { config: AnnotationConfig; onClose: () => void }) {
  const client = useQueryClient();
  const projects = useQuery(projectSummariesOptions(RANGE_DEFAULT));
  const current = useQuery(configProjectsOptions(config.id));
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const before = new Set(current.data);
  const changes = [...changed].filter(([id, has]) => has !== before.has(id));
  const save = useMutation({
    mutationFn: async () => {
      for (const [id, has] of changes) await assignConfig(id, config.id, has);
    },
    onSettled: () => configsChanged(client),
    onSuccess: onClose,
  });
  const failed = projects.error ?? current.error;
  const isRead = projects.data !== undefined && current.data !== undefined;
  return (
    <FormDialog
      title={`Projects with ${config.name}`}
      action="Save"
      ready={changes.length > 0}
      send={save}
      onClose={onClose}
    >
      {failed !== null && !isRead && (
        <ErrorNote
          what="The projects could not be read"
          error={failed}
          onRetry={() => void current.refetch()}
        />
      )}
      {failed === null && !isRead && <SkeletonRows rows={4} height={32} />}
      {isRead && (
        <ChoiceList
          label="Projects"
          choices={projects.data.map(({ project }) => ({
            id: project.id,
            name: project.name,
            note: project.description ?? '',
          }))}
          isChosen={(id) => changed.get(id) ?? before.has(id)}
          onChosen={(id, has) => setChanged(new Map(changed).set(id, has))}
        />
      )}
    </FormDialog>
  );
}

/** Says what goes and what stays: projects lose the config, annotations stay. */
function DeleteConfig({ config, onClose }: { config: AnnotationConfig; onClose: () => void }) {
  const client = useQueryClient();
  const { data: projects } = useQuery(configProjectsOptions(config.id));
  const remove = useMutation({
    mutationFn: () => deleteConfig(config.id),
    onSuccess: async () => {
      await configsChanged(client, config.id);
      onClose();
    },
  });
  const who =
    projects === undefined
      ? 'All projects that use it'
      : projects.length === 0
        ? 'No project'
        : projects.length === 1
          ? 'One project'
          : `${projects.length} projects`;
  return (
    <FormDialog
      title="Delete annotation config"
      action="Delete config"
      look="danger"
      ready
      send={remove}
      onClose={onClose}
    >
      <p className="text-13 text-text2">
        {who} will lose <strong className="verbatim font-semibold text-text1">{config.name}</strong>
        : reviewers no longer see it, and annotations sent under this name are no longer validated
        against it. Existing annotations stay.
      </p>
    </FormDialog>
  );
}
