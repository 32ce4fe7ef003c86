import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '#web/accounts/may.tsx';
import { ANNOTATION_SETTINGS_PATH } from '#web/platform/address/settings-pages.ts';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/notices/toasts.ts';
import { assignConfig, configsChanged, configsOptions } from './config-settings.calls.ts';

/** More are chosen from where they all are. */
const OFFERED_MAX = 6;

/**
 * Shown when a project has no configs: adds an existing config in one click, or links to create
 * one; and a form without a config.
 */
export function NoConfigs({ project, children }: { project: string; children: ReactNode }) {
  const { data, isPending } = useQuery(configsOptions);
  const may = useMay('projects:write');
  const offered = may ? (data ?? []).slice(0, OFFERED_MAX) : [];
  return (
    <div className="flex flex-col gap-12">
      {/* Which of the two texts applies is known once the configs are loaded. */}
      {!isPending && (
        <p className="text-12 text-text2">
          {offered.length > 0
            ? 'This project uses no annotation configs. Add one here, see all of them '
            : 'This project has no annotation configs, which define labels and scores to choose from. Create them '}
          <Link to={ANNOTATION_SETTINGS_PATH} className="text-link underline">
            in the settings
          </Link>
          , or annotate under a name of your own.
        </p>
      )}
      {offered.length > 0 && (
        <div className="flex flex-wrap gap-6">
          {offered.map(({ id, name }) => (
            <AskFor key={id} project={project} id={id} name={name} />
          ))}
        </div>
      )}
      {children}
    </div>
  );
}

function AskFor({ project, id, name }: { project: string; id: string; name: string }) {
  const client = useQueryClient();
  const ask = useMutation({
    mutationFn: () => assignConfig(project, id, true),
    onSettled: () => configsChanged(client),
    onError: (error) =>
      showToast({ tone: 'error', text: `${name} could not be added: ${error.message}` }),
  });
  return (
    <Button onClick={() => ask.mutate()} disabled={ask.isPending} className="max-w-full">
      <span className="clip">Add {name}</span>
    </Button>
  );
}
