import { CodeTabs } from '#web/ui/code-tabs.tsx';
import { KeyNote } from '#web/accounts/key-note.tsx';
import { useNeedsKey } from '#web/accounts/use-needs-key.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { EXPERIMENT_RECIPES } from './first-experiment-lines.ts';

/** The purpose of the lines: read the dataset, store runs and read them again, and send their traces. */
const SCOPES = ['datasets:read', 'experiments:read', 'experiments:write', 'traces:write'] as const;

/** The lines by which a program runs an experiment on a dataset of this server. */
export function ExperimentCode({ dataset }: { dataset: string }) {
  const needsKey = useNeedsKey();
  const target = { origin: location.origin + ROOT_PATH, dataset, needsKey };
  return (
    <>
      {needsKey && <KeyNote scopes={SCOPES} />}
      <CodeTabs label="Language" tabs={EXPERIMENT_RECIPES.map((one) => ({ name: one.name, text: one.lines(target) }))} />
    </>
  );
}
