import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnnotationConfig } from '#contracts/annotations/annotation-config.ts';
import { configProjectsOptions, configsChanged, deleteConfig } from '#web/annotations/config-settings.calls.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

/** Says what goes and what stays: projects lose the config, annotations stay. */
export function DeleteConfig({ config, onClose }: { config: AnnotationConfig; onClose: () => void }) {
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
    <FormDialog title="Delete annotation config" action="Delete config" look="danger" ready send={remove} onClose={onClose}>
      <p className="text-13 text-text2">
        {who} will lose <strong className="verbatim font-semibold text-text1">{config.name}</strong>: reviewers no longer see it, and
        annotations sent under this name are no longer validated against it. Existing annotations stay.
      </p>
    </FormDialog>
  );
}
