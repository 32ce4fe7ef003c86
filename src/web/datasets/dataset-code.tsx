import { CREATE_RECIPES, USE_RECIPES } from './code-lines.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { CodeTabs } from '#web/ui/code-tabs.tsx';
import { KeyNote } from '#web/accounts/key-note.tsx';
import { useNeedsKey } from '#web/accounts/use-needs-key.ts';

/**
 * The lines by which a program makes a dataset, or reads one and adds to it; with this server's
 * address.
 */
export function DatasetCode({
  name,
  id,
  version = null,
}: {
  name: string;
  id: string | null;
  version?: string | null;
}) {
  const needsKey = useNeedsKey();
  const target = { origin: location.origin + ROOT_PATH, name, id, version, needsKey };
  const recipes = id === null ? CREATE_RECIPES : USE_RECIPES;
  return (
    <>
      {needsKey && <KeyNote scopes={['datasets:write']} />}
      <CodeTabs
        label="Language"
        tabs={recipes.map((one) => ({ name: one.name, text: one.lines(target) }))}
      />
    </>
  );
}
