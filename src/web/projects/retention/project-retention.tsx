import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  projectRetentionOptions,
  retentionPoliciesOptions,
  retentionPreviewOptions,
  setProjectRetention,
} from './retention.calls.ts';
import type { ProjectSummary } from '#contracts/projects/project.ts';
import type { RetentionPolicyItem } from '#contracts/projects/retention-policy.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { FormError } from '#web/ui/form/field.tsx';
import { PolicyForm } from './policy-form.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import { plural } from '#web/platform/text/format-number.ts';
import { useFirstField } from '#web/ui/form/use-first-field.ts';
import { ruleText } from './retention-rule.ts';

/** Which policy a project has, and what the one chosen would delete, before it does. */
export function ProjectRetention({
  summary,
  onClose,
}: {
  summary: ProjectSummary;
  onClose: () => void;
}) {
  const { project } = summary;
  const policies = useQuery(retentionPoliciesOptions);
  const current = useQuery(projectRetentionOptions(project.id));
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const chosen = policies.data?.find((one) => one.id === (chosenId ?? current.data?.id));
  const save = useSave(project.id, chosen?.id ?? null, onClose);
  const form = useFirstField(policies.data !== undefined && current.data !== undefined);
  const failed = policies.error ?? current.error;
  return (
    <Dialog title="Retention" onClose={onClose}>
      <form
        ref={form}
        className="flex flex-col gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <p className="text-13 text-text2">
          What <strong className="verbatim font-semibold text-text1">{project.name}</strong> keeps.
          The rest is deleted permanently within the hour.
        </p>
        {failed !== null && (
          <ErrorNote
            what="The policies could not be read"
            error={failed}
            onRetry={() => void policies.refetch()}
          />
        )}
        <PolicyChoice policies={policies.data ?? []} chosen={chosen} onChosen={setChosenId} />
        <Button className="self-start" onClick={() => setAdding(true)}>
          New policy
        </Button>
        {chosen !== undefined && <Preview project={project.id} policy={chosen} />}
        <FormError error={save.error} />
        <div className="flex justify-end gap-8">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="accent"
            disabled={chosen === undefined || chosen.id === current.data?.id || save.isPending}
          >
            Save
          </Button>
        </div>
      </form>
      {adding && (
        <PolicyForm
          policy={null}
          onSaved={(policy) => setChosenId(policy.id)}
          onClose={() => setAdding(false)}
        />
      )}
    </Dialog>
  );
}

function useSave(project: string, policy: string | null, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => setProjectRetention(project, policy),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['project-retention'] });
      await client.invalidateQueries({ queryKey: ['retention-policies'] });
      onSaved();
    },
  });
}

interface PolicyChoiceProps {
  readonly policies: readonly RetentionPolicyItem[];
  readonly chosen: RetentionPolicyItem | undefined;
  readonly onChosen: (id: string) => void;
}

function PolicyChoice({ policies, chosen, onChosen }: PolicyChoiceProps) {
  return (
    <fieldset className="flex flex-col">
      <legend className="sr-only">Policy</legend>
      {policies.map((policy) => (
        <label key={policy.id} className="flex min-h-32 items-center gap-8 text-13 max-md:min-h-44">
          <input
            type="radio"
            name="policy"
            className="accent-accent"
            checked={policy.id === chosen?.id}
            onChange={() => onChosen(policy.id)}
          />
          <span className="clip font-medium">{policy.name}</span>
          <span className="text-12 text-text2">{ruleText(policy.rule)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Preview({ project, policy }: { project: string; policy: RetentionPolicyItem }) {
  const { data, isError } = useQuery(retentionPreviewOptions(project, policy.rule));
  if (isError)
    return (
      <p className="text-12 text-text2">
        The number of traces this would delete could not be counted.
      </p>
    );
  if (data === undefined) return <p className="text-12 text-text3">Counting …</p>;
  const { deleted_trace_count: gone, trace_count: all, estimated } = data;
  return (
    <p role="status" className={`text-12 ${gone > 0 ? 'tone-warn text-tone' : 'text-text2'}`}>
      {gone === 0
        ? 'Would delete nothing now.'
        : `Would delete ${estimated ? 'about ' : ''}${plural(gone, 'trace')} of ${plural(all, 'trace')} now.`}
    </p>
  );
}
