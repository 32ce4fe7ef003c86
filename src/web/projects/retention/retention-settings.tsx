import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  POLICIES_MAX,
  deleteRetentionPolicy,
  retentionPoliciesOptions,
} from './retention.calls.ts';
import type { RetentionPolicyItem } from '#contracts/projects/retention-policy.ts';
import { CappedNote } from '#web/ui/capped-note.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { PolicyForm } from './policy-form.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import { deferDelete, usePendingDeletes } from '#web/ui/notices/deferred-delete.ts';
import { plural } from '#web/platform/text/format-number.ts';
import { ruleText } from './retention-rule.ts';
import { SettingsColumn, SettingsSection } from '#web/ui/settings-section.tsx';
import { May } from '#web/accounts/may.tsx';

export function RetentionSettingsPage() {
  return (
    <SettingsColumn>
      <SettingsSection
        title="Retention"
        note="How long traces are kept. Expired traces are deleted permanently, every hour."
      >
        <RetentionSettings />
      </SettingsSection>
    </SettingsColumn>
  );
}

/** The policies: which there are, what they keep, whose they are. */
function RetentionSettings() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(retentionPoliciesOptions);
  const pending = usePendingDeletes();
  const [editing, setEditing] = useState<RetentionPolicyItem | 'new' | null>(null);
  if (error !== null && data === undefined)
    return (
      <ErrorNote
        what="The retention policies could not be read"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  const remove = (policy: RetentionPolicyItem): void =>
    deferDelete({
      text: `Policy ${policy.name} deleted`,
      things: [{ kind: 'other', id: policy.id }],
      run: async (keepalive) => {
        await deleteRetentionPolicy(policy.id, keepalive);
        await client.invalidateQueries({ queryKey: ['retention-policies'] });
      },
    });
  const shown = (data ?? []).filter((policy) => !pending.ids.has(policy.id));
  return (
    <>
      <ul className="flex flex-col border-t border-line1">
        {shown.map((policy, index) => (
          <PolicyLine
            key={policy.id}
            policy={policy}
            isDefault={index === 0}
            onChange={() => setEditing(policy)}
            onDelete={() => remove(policy)}
          />
        ))}
      </ul>
      <CappedNote shown={shown.length} max={POLICIES_MAX} what="policies" />
      <May scope="admin">
        <Button className="self-start max-md:h-44" onClick={() => setEditing('new')}>
          New policy
        </Button>
      </May>
      {editing !== null && (
        <PolicyForm policy={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </>
  );
}

interface PolicyLineProps {
  readonly policy: RetentionPolicyItem;
  readonly isDefault: boolean;
  readonly onChange: () => void;
  readonly onDelete: () => void;
}

function PolicyLine({ policy, isDefault, onChange, onDelete }: PolicyLineProps) {
  return (
    <li className="flex min-h-38 items-center gap-12 border-b border-line1 max-md:flex-wrap max-md:py-4">
      <span className="clip w-160 font-medium max-md:w-full">{policy.name}</span>
      <span className="min-w-0 flex-1 text-text2">keeps {ruleText(policy.rule)}</span>
      <span className="text-12 text-text2 max-md:hidden">
        {isDefault
          ? 'projects without their own policy'
          : plural(policy.project_ids.length, 'project')}
      </span>
      <May scope="admin">
        <Button
          look="quiet"
          className="max-md:h-44"
          onClick={onChange}
          aria-label={`Change ${policy.name}`}
        >
          Change
        </Button>
        {isDefault ? (
          <span className="w-28 max-md:hidden" />
        ) : (
          <IconButton
            icon="trash"
            label={`Delete ${policy.name}`}
            className="max-md:size-44"
            onClick={onDelete}
          />
        )}
      </May>
    </li>
  );
}
