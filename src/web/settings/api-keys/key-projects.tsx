import { useQuery } from '@tanstack/react-query';
import { projectSummariesOptions } from '#web/projects/projects.calls.ts';
import { RANGE_DEFAULT } from '#web/platform/time/time-range.ts';
import { ChoiceList } from '#web/annotations/choice-list.tsx';
import { ChoiceField } from '#web/ui/form/field.tsx';
import { ErrorNote } from '#web/ui/states.tsx';

interface KeyProjectsProps {
  /** Global IDs; null for all projects. */
  readonly chosen: ReadonlySet<string> | null;
  readonly onChosen: (chosen: ReadonlySet<string> | null) => void;
}

const OPTIONS = [
  { label: 'All', value: false },
  { label: 'Selected projects…', value: true },
];

/** Which projects a key may see: to it, the others do not exist. */
export function KeyProjects({ chosen, onChosen }: KeyProjectsProps) {
  return (
    <>
      <ChoiceField
        label="Projects"
        options={OPTIONS}
        value={chosen !== null}
        onValue={(fenced) => onChosen(fenced ? (chosen ?? new Set()) : null)}
      />
      {chosen !== null && <ProjectBoxes chosen={chosen} onChosen={onChosen} />}
    </>
  );
}

function ProjectBoxes({ chosen, onChosen }: { chosen: ReadonlySet<string>; onChosen: (chosen: ReadonlySet<string>) => void }) {
  const { data, error, refetch } = useQuery(projectSummariesOptions(RANGE_DEFAULT));
  if (error !== null && data === undefined)
    return <ErrorNote what="The projects could not be read" error={error} onRetry={() => void refetch()} />;
  return (
    <ChoiceList
      label="Projects"
      choices={(data ?? []).map(({ project }) => ({ id: project.id, name: project.name, note: project.description ?? '' }))}
      isChosen={(id) => chosen.has(id)}
      onChosen={(id, has) => onChosen(new Set([...[...chosen].filter((one) => one !== id), ...(has ? [id] : [])]))}
    />
  );
}
