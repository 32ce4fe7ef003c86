import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnnotationConfig } from '#contracts/annotations/annotation-config.ts';
import { assignConfig, configProjectsOptions, configsChanged } from '#web/annotations/config-settings.calls.ts';
import { projectSummariesOptions } from '#web/projects/projects.calls.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { RANGE_DEFAULT } from '#web/platform/time/time-range.ts';
import { ChoiceList } from '#web/annotations/choice-list.tsx';

/** Which projects ask their reviewers for a config. */
export function AssignConfig({ config, onClose }: { config: AnnotationConfig; onClose: () => void }) {
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
    <FormDialog title={`Projects with ${config.name}`} action="Save" ready={changes.length > 0} send={save} onClose={onClose}>
      {failed !== null && !isRead && (
        <ErrorNote what="The projects could not be read" error={failed} onRetry={() => void current.refetch()} />
      )}
      {failed === null && !isRead && <SkeletonRows rows={4} height={32} />}
      {isRead && (
        <ChoiceList
          label="Projects"
          choices={projects.data.map(({ project }) => ({ id: project.id, name: project.name, note: project.description ?? '' }))}
          isChosen={(id) => changed.get(id) ?? before.has(id)}
          onChosen={(id, has) => setChanged(new Map(changed).set(id, has))}
        />
      )}
    </FormDialog>
  );
}
