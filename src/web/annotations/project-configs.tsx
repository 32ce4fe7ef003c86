import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  configIdsOfProjectOptions,
  configsChanged,
  configsOptions,
  setProjectConfigs,
} from './config-settings.calls.ts';
import { configText } from './configs/config-text.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { ChoiceList } from './choice-list.tsx';
import { ConfigForm } from './configs/config-form.tsx';

interface ProjectConfigsProps {
  /** Global ID or name. */
  readonly project: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** A project's annotation configs: choose any, or create a new one. */
export function ProjectConfigs({ project, name, onClose }: ProjectConfigsProps) {
  const all = useQuery(configsOptions);
  const current = useQuery(configIdsOfProjectOptions(project));
  const [changed, setChanged] = useState<ReadonlySet<string> | null>(null);
  const [adding, setAdding] = useState(false);
  const chosen = changed ?? new Set(current.data);
  // Only those that are still there: one may have been deleted, or got another id with another
  // type.
  const ids = (all.data ?? []).flatMap(({ id }) => (chosen.has(id) ? [id] : []));
  const save = useSave(project, ids, onClose);
  const choose = (id: string, has: boolean): void => {
    const next = new Set(chosen);
    if (has) next.add(id);
    else next.delete(id);
    setChanged(next);
  };
  const failed = all.error ?? current.error;
  const isRead = all.data !== undefined && current.data !== undefined;
  return (
    <>
      <FormDialog
        title="Annotation configs"
        action="Save"
        ready={changed !== null}
        send={save}
        onClose={onClose}
      >
        <p className="text-13 text-text2">
          The annotation configs of{' '}
          <strong className="verbatim font-semibold text-text1">{name}</strong>. Reviewers annotate
          by them, and annotations sent under their names are validated against them.
        </p>
        {failed !== null && !isRead && (
          <ErrorNote
            what="The configs could not be read"
            error={failed}
            onRetry={() => void all.refetch()}
          />
        )}
        {failed === null && !isRead && <SkeletonRows rows={4} height={32} />}
        {isRead && (
          <ChoiceList
            label="Annotation configs"
            choices={all.data.map((config) => ({
              id: config.id,
              name: config.name,
              note: configText(config),
            }))}
            isChosen={(id) => chosen.has(id)}
            onChosen={choose}
          />
        )}
        <Button className="self-start" onClick={() => setAdding(true)}>
          New config
        </Button>
      </FormDialog>
      {adding && (
        <ConfigForm
          config={null}
          onSaved={({ id }) => choose(id, true)}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

function useSave(project: string, configIds: readonly string[], onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => setProjectConfigs(project, configIds),
    onSuccess: async () => {
      await configsChanged(client);
      onSaved();
    },
  });
}
