import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  saveRetentionPolicy,
  retentionPoliciesOptions,
  retentionPreviewOptions,
} from './retention.calls.ts';
import type { RetentionPolicyItem, RetentionRule } from '#contracts/projects/retention-policy.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Field, FormError } from '#web/ui/form/field.tsx';
import { exactCount, plural } from '#web/platform/text/format-number.ts';
import { keepsAsMuch } from './retention-rule.ts';
import { useFirstField } from '#web/ui/form/use-first-field.ts';
import { projectsOptions } from '#web/projects/projects.calls.ts';

/**
 * The maximum number of projects for which a rule's deletions are counted: each needs its own
 * request.
 */
const COUNTED_MAX = 20;

/** The rows the next sweep would delete under a rule. */
interface RetentionLoss {
  readonly traces: number;
  readonly of: number;
  readonly projects: number;
  /** Some of it was computed, not counted. */
  readonly estimated: boolean;
  /** Projects that have the policy and were not counted. */
  readonly notCounted: number;
}

/**
 * The rows a changed policy would delete in all projects that have it: the assigned ones, or for
 * the default policy all without another.
 */
async function retentionLoss(
  client: QueryClient,
  policy: RetentionPolicyItem,
  rule: RetentionRule,
): Promise<RetentionLoss> {
  const projects = await projectsWith(client, policy);
  const previews = await Promise.all(
    projects
      .slice(0, COUNTED_MAX)
      .map((project) =>
        client.fetchQuery({ ...retentionPreviewOptions(project, rule), staleTime: 0 }),
      ),
  );
  const losing = previews.filter((one) => one.deleted_trace_count > 0);
  return {
    traces: losing.reduce((sum, one) => sum + one.deleted_trace_count, 0),
    of: losing.reduce((sum, one) => sum + one.trace_count, 0),
    projects: losing.length,
    estimated: losing.some((one) => one.estimated),
    notCounted: projects.length - previews.length,
  };
}

/** Global IDs. */
async function projectsWith(
  client: QueryClient,
  policy: RetentionPolicyItem,
): Promise<readonly string[]> {
  const policies = await client.fetchQuery(retentionPoliciesOptions);
  const isDefault = policies[0]?.id === policy.id;
  if (!isDefault) return policy.project_ids;
  const others = new Set(policies.slice(1).flatMap((one) => one.project_ids));
  const projects = await client.fetchQuery(projectsOptions());
  return projects.map(({ id }) => id).filter((id) => !others.has(id));
}

const BYTES_PER_GB = 1_073_741_824;

interface PolicyFormProps {
  /** The policy to change; null makes a new one. */
  readonly policy: RetentionPolicyItem | null;
  readonly onSaved?: (policy: RetentionPolicyItem) => void;
  readonly onClose: () => void;
}

/** The limits of a retention policy; an empty field is no limit. */
export function PolicyForm(props: PolicyFormProps) {
  const { policy, onClose } = props;
  const isDefault = policy !== null && policy.name === 'Default';
  const [name, setName] = useState(policy?.name ?? '');
  const [limits, setLimits] = useState(() => limitsOf(policy?.rule));
  const form = useFirstField();
  const { loss, begin, forget, look, save } = useSave(props, name.trim(), ruleOf(limits));
  const limit = (next: Limits): void => {
    setLimits(next);
    forget();
  };
  return (
    <Dialog
      title={policy === null ? 'New retention policy' : `Retention policy ${policy.name}`}
      onClose={onClose}
    >
      <form
        ref={form}
        className="flex flex-col gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          if (loss === null) begin();
          else save.mutate();
        }}
      >
        <Field
          label="Name"
          value={name}
          onValue={setName}
          maxLength={256}
          disabled={isDefault}
          required
        />
        <LimitFields limits={limits} onLimits={limit} />
        <p className="text-12 text-text2">
          All limits apply: the oldest traces go first. An empty field is no limit.
        </p>
        {loss !== null && <Loss loss={loss} />}
        <FormError error={look.error ?? save.error} />
        <div className="flex justify-end gap-8">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look={loss === null ? 'accent' : 'danger'}
            disabled={name.trim() === '' || save.isPending || look.isPending}
          >
            {look.isPending
              ? 'Counting …'
              : loss === null
                ? 'Save'
                : loss.traces > 0
                  ? 'Save and delete them'
                  : 'Save anyway'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The limits as texts of their fields. */
interface Limits {
  readonly days: string;
  readonly traces: string;
  readonly gigabytes: string;
}

function limitsOf(rule: RetentionRule | undefined): Limits {
  return {
    days: textOf(rule?.max_days),
    traces: textOf(rule?.max_traces),
    gigabytes: textOf(rule?.max_bytes, BYTES_PER_GB),
  };
}

function ruleOf({ days, traces, gigabytes }: Limits): RetentionRule {
  return {
    max_days: numberOf(days),
    max_traces: numberOf(traces),
    max_bytes: roundedUp(numberOf(gigabytes), BYTES_PER_GB),
  };
}

function LimitFields({ limits, onLimits }: { limits: Limits; onLimits: (limits: Limits) => void }) {
  return (
    <div className="flex gap-12 max-md:flex-col">
      <Field
        label="Days"
        type="number"
        min="0.01"
        step="any"
        value={limits.days}
        onValue={(days) => onLimits({ ...limits, days })}
        placeholder="no limit"
      />
      <Field
        label="Traces"
        type="number"
        min="1"
        step="1"
        value={limits.traces}
        onValue={(traces) => onLimits({ ...limits, traces })}
        placeholder="no limit"
      />
      <Field
        label="Size in GB"
        type="number"
        min="0.001"
        step="any"
        value={limits.gigabytes}
        onValue={(gigabytes) => onLimits({ ...limits, gigabytes })}
        placeholder="no limit"
      />
    </div>
  );
}

/** Saves a policy, after showing what it would delete. */
function useSave({ policy, onSaved, onClose }: PolicyFormProps, name: string, rule: RetentionRule) {
  const client = useQueryClient();
  /** The rows these limits would delete, shown before saving. */
  const [loss, setLoss] = useState<RetentionLoss | null>(null);
  const save = useMutation({
    mutationFn: () => saveRetentionPolicy(policy?.id ?? null, name, rule),
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: ['retention-policies'] });
      await client.invalidateQueries({ queryKey: ['project-retention'] });
      onSaved?.(saved);
      onClose();
    },
  });
  const look = useMutation({
    mutationFn: async () =>
      policy === null || keepsAsMuch(rule, policy.rule)
        ? null
        : await retentionLoss(client, policy, rule),
  });
  const begin = (): void =>
    // Of this call alone: what was counted for limits that were changed meanwhile, or before the
    // form was closed, says nothing and saves nothing.
    look.mutate(undefined, {
      onSuccess: (found) => {
        if (found === null || found.traces + found.notCounted === 0) save.mutate();
        else setLoss(found);
      },
    });
  const forget = (): void => {
    look.reset();
    setLoss(null);
  };
  return { loss, begin, forget, look, save };
}

function Loss({ loss: { traces, of, projects, estimated, notCounted } }: { loss: RetentionLoss }) {
  return (
    <p role="alert" className="tone-warn text-12 text-tone">
      {traces > 0 &&
        `The next sweep, within the hour, deletes ${estimated ? 'about ' : ''}${plural(traces, 'trace')} of ${exactCount(of)} in ${plural(projects, 'project')}, permanently.`}
      {notCounted > 0 &&
        ` ${plural(notCounted, 'more project')} with this policy ${notCounted === 1 ? 'was' : 'were'} not counted.`}
    </p>
  );
}

function textOf(value: number | null | undefined, unit = 1): string {
  return value === null || value === undefined ? '' : String(Number((value / unit).toPrecision(6)));
}

function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

function roundedUp(value: number | null, unit: number): number | null {
  return value === null ? null : Math.ceil(value * unit);
}
