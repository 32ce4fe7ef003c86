import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreateApiKeyBody, NewApiKey } from '#contracts/api-keys/api-key.ts';
import { createApiKey } from './api-keys.calls.ts';
import {
  PURPOSE_NAMES,
  PURPOSE_NOTES,
  purposesOf,
  rightsFor,
  scopesFor,
  ROLE_NAMES,
  type Purpose,
} from './key-access.ts';
import { EXPIRIES, expiryTime, type Expiry } from './key-expiry.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { ChoiceField, Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { ROLES, type Role, type Scope } from '#contracts/access/access.ts';
import { projectSummariesOptions } from '#web/projects/projects.calls.ts';
import { RANGE_DEFAULT } from '#web/platform/time/time-range.ts';
import { ChoiceList } from '#web/annotations/choice-list.tsx';
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
function KeyProjects({ chosen, onChosen }: KeyProjectsProps) {
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

function ProjectBoxes({
  chosen,
  onChosen,
}: {
  chosen: ReadonlySet<string>;
  onChosen: (chosen: ReadonlySet<string>) => void;
}) {
  const { data, error, refetch } = useQuery(projectSummariesOptions(RANGE_DEFAULT));
  if (error !== null && data === undefined)
    return (
      <ErrorNote
        what="The projects could not be read"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return (
    <ChoiceList
      label="Projects"
      choices={(data ?? []).map(({ project }) => ({
        id: project.id,
        name: project.name,
        note: project.description ?? '',
      }))}
      isChosen={(id) => chosen.has(id)}
      onChosen={(id, has) =>
        onChosen(new Set([...[...chosen].filter((one) => one !== id), ...(has ? [id] : [])]))
      }
    />
  );
}

/**
 * The subject of a key: the user who creates it, in one environment, or a service with its own
 * role.
 */
type KeyKindDraft =
  | { readonly kind: 'user'; readonly environment: 'live' | 'test' }
  | { readonly kind: 'system'; readonly role: Role };

const OWN_KEY: KeyKindDraft = { kind: 'user', environment: 'live' };

const KINDS = [
  { label: 'Me', value: 'user' as const },
  { label: 'Service (system key)', value: 'system' as const },
];
const ENVIRONMENTS = [
  { label: 'Live', value: 'live' as const },
  { label: 'Test', value: 'test' as const },
];
const ROLE_OPTIONS = ROLES.map((value) => ({ label: ROLE_NAMES[value], value }));

interface KeyKindFieldsProps {
  /** System keys are for admins to make. */
  readonly mayBeSystem: boolean;
  readonly value: KeyKindDraft;
  readonly onValue: (value: KeyKindDraft) => void;
}

function KeyKindFields({ mayBeSystem, value, onValue }: KeyKindFieldsProps) {
  return (
    <>
      {mayBeSystem && (
        <ChoiceField
          label="Acts for"
          options={KINDS}
          value={value.kind}
          onValue={(kind) => onValue(kind === 'user' ? OWN_KEY : { kind, role: 'MEMBER' })}
        />
      )}
      {value.kind === 'system' ? (
        <ChoiceField
          label="Role"
          options={ROLE_OPTIONS}
          value={value.role}
          onValue={(role) => onValue({ kind: 'system', role })}
        />
      ) : (
        <ChoiceField
          label="Environment"
          options={ENVIRONMENTS}
          value={value.environment}
          onValue={(environment) => onValue({ kind: 'user', environment })}
        />
      )}
    </>
  );
}

const EXPIRY_OPTIONS = EXPIRIES.map((value) => ({ label: value.label, value }));
const DEFAULT_EXPIRY: Expiry = EXPIRIES[2];

interface CreateKeyProps {
  /** Of the user who creates it. */
  readonly role: Role;
  readonly onMade: (made: NewApiKey) => void;
  readonly onClose: () => void;
}

/** A new key's purpose, expiry and permissions. */
export function CreateKey({ role, onMade, onClose }: CreateKeyProps) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [kind, setKind] = useState<KeyKindDraft>(OWN_KEY);
  const [wanted, setPurpose] = useState<Purpose>('send');
  const [scopes, setScopes] = useState<ReadonlySet<Scope>>(new Set());
  const [expiry, setExpiry] = useState<Expiry>(DEFAULT_EXPIRY);
  const [day, setDay] = useState('');
  const [projects, setProjects] = useState<ReadonlySet<string> | null>(null);

  const allowed = kind.kind === 'system' ? kind.role : role;
  const purpose = purposesOf(allowed).includes(wanted) ? wanted : 'read';
  const chosen = scopesFor(allowed).filter((scope) => scopes.has(scope));
  const draft = { name, description, kind, expiry, day, projects };
  const ready = isReady(draft) && (purpose !== 'scopes' || chosen.length > 0);
  const send = useMutation({
    mutationFn: () => createApiKey(keyBody(draft, rightsFor(purpose, chosen))),
    onSuccess: async (made) => {
      onMade(made);
      await client.invalidateQueries({ queryKey: ['api-keys'] });
    },
  });
  return (
    <FormDialog
      title="New API key"
      action="Create key"
      size="wide"
      ready={ready}
      send={send}
      onClose={onClose}
    >
      <Field
        label="Name"
        value={name}
        onValue={setName}
        maxLength={200}
        required
        autoComplete="off"
        placeholder="ci"
      />
      <Field
        label="Description (optional)"
        value={description}
        onValue={setDescription}
        maxLength={2000}
        autoComplete="off"
      />
      <PurposeFields
        {...{ allowed, purpose, scopes }}
        onPurpose={setPurpose}
        onScopes={setScopes}
      />
      <KeyKindFields mayBeSystem={role === 'ADMIN'} value={kind} onValue={setKind} />
      <KeyProjects chosen={projects} onChosen={setProjects} />
      <ChoiceField label="Expires" options={EXPIRY_OPTIONS} value={expiry} onValue={setExpiry} />
      {expiry.days === 'date' && (
        <DayField label="Last day" value={day} onValue={setDay} required />
      )}
    </FormDialog>
  );
}

interface KeyDraft {
  readonly name: string;
  readonly description: string;
  readonly kind: KeyKindDraft;
  readonly expiry: Expiry;
  /** Of an expiry by date. */
  readonly day: string;
  /** Null for all. */
  readonly projects: ReadonlySet<string> | null;
}

function isReady({ name, expiry, day, projects }: KeyDraft): boolean {
  return (
    name.trim() !== '' && expiryTime(expiry, day, Date.now()) !== undefined && projects?.size !== 0
  );
}

function keyBody(
  { name, description, kind, expiry, day, projects }: KeyDraft,
  rights: ReturnType<typeof rightsFor>,
): CreateApiKeyBody {
  return {
    name: name.trim(),
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    expiresAt: expiryTime(expiry, day, Date.now()) ?? null,
    ...rights,
    ...kind,
    ...(projects === null ? {} : { projects: [...projects] }),
  };
}

interface PurposeFieldsProps {
  /** The role that limits what the key may do. */
  readonly allowed: Role;
  readonly purpose: Purpose;
  readonly scopes: ReadonlySet<Scope>;
  readonly onPurpose: (purpose: Purpose) => void;
  readonly onScopes: (scopes: ReadonlySet<Scope>) => void;
}

function PurposeFields({ allowed, purpose, scopes, onPurpose, onScopes }: PurposeFieldsProps) {
  const options = purposesOf(allowed).map((value) => ({ label: PURPOSE_NAMES[value], value }));
  return (
    <>
      <ChoiceField label="Permission" options={options} value={purpose} onValue={onPurpose} />
      {purpose !== 'scopes' && (
        <p role="status" className="-mt-8 text-12 text-text3 md:ml-136">
          {PURPOSE_NOTES[purpose]}
        </p>
      )}
      {purpose === 'scopes' && (
        <ScopeBoxes offered={scopesFor(allowed)} chosen={scopes} onChosen={onScopes} />
      )}
    </>
  );
}

interface ScopeBoxesProps {
  readonly offered: readonly Scope[];
  readonly chosen: ReadonlySet<Scope>;
  readonly onChosen: (chosen: ReadonlySet<Scope>) => void;
}

/** The single scopes of a key. */
function ScopeBoxes({ offered, chosen, onChosen }: ScopeBoxesProps) {
  const change = (scope: Scope, has: boolean): void => {
    const next = new Set(chosen);
    if (has) next.add(scope);
    else next.delete(scope);
    onChosen(next);
  };
  return (
    <fieldset>
      <legend className="sr-only">Scopes</legend>
      <div className="grid grid-cols-2 gap-x-16">
        {offered.map((scope) => (
          <label key={scope} className="flex h-28 items-center gap-6 text-13 max-md:h-44">
            <input
              type="checkbox"
              checked={chosen.has(scope)}
              onChange={(event) => change(scope, event.target.checked)}
              className="accent-accent"
            />
            <span className="mono">{scope}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
