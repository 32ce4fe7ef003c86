import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role, Scope } from '#contracts/access/access.ts';
import type { CreateApiKeyBody, NewApiKey } from '#contracts/api-keys/api-key.ts';
import { createApiKey } from './api-keys.calls.ts';
import { PURPOSE_NAMES, PURPOSE_NOTES, purposesOf, rightsFor, scopesFor } from './key-access.ts';
import type { Purpose } from './key-access.ts';
import { EXPIRIES, expiryTime } from './key-expiry.ts';
import type { Expiry } from './key-expiry.ts';
import { ChoiceField, Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { KeyKindFields, OWN_KEY } from './key-kind-fields.tsx';
import type { KeyKindDraft } from './key-kind-fields.tsx';
import { KeyProjects } from './key-projects.tsx';
import { ScopeBoxes } from './scope-boxes.tsx';

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
  const purposes = purposesOf(allowed);
  const purpose = purposes.includes(wanted) ? wanted : 'read';
  const chosen = scopesFor(allowed).filter((scope) => scopes.has(scope));
  const ready =
    name.trim() !== '' &&
    (purpose !== 'scopes' || chosen.length > 0) &&
    expiryTime(expiry, day, Date.now()) !== undefined &&
    projects?.size !== 0;
  const send = useMutation({
    mutationFn: () => {
      const expiresAt = expiryTime(expiry, day, Date.now()) ?? null;
      const body: CreateApiKeyBody = {
        name: name.trim(),
        ...(description.trim() === '' ? {} : { description: description.trim() }),
        expiresAt,
        ...rightsFor(purpose, chosen),
        ...kind,
        ...(projects === null ? {} : { projects: [...projects] }),
      };
      return createApiKey(body);
    },
    onSuccess: async (made) => {
      onMade(made);
      await client.invalidateQueries({ queryKey: ['api-keys'] });
    },
  });
  const options = purposes.map((value) => ({ label: PURPOSE_NAMES[value], value }));
  return (
    <FormDialog title="New API key" action="Create key" size="wide" ready={ready} send={send} onClose={onClose}>
      <Field label="Name" value={name} onValue={setName} maxLength={200} required autoComplete="off" placeholder="ci" />
      <Field label="Description (optional)" value={description} onValue={setDescription} maxLength={2000} autoComplete="off" />
      <ChoiceField label="For" options={options} value={purpose} onValue={setPurpose} />
      {purpose !== 'scopes' && (
        <p role="status" className="-mt-8 text-12 text-text3 md:ml-136">
          {PURPOSE_NOTES[purpose]}
        </p>
      )}
      {purpose === 'scopes' && <ScopeBoxes offered={scopesFor(allowed)} chosen={scopes} onChosen={setScopes} />}
      <KeyKindFields mayBeSystem={role === 'ADMIN'} value={kind} onValue={setKind} />
      <KeyProjects chosen={projects} onChosen={setProjects} />
      <ChoiceField label="Expires" options={EXPIRY_OPTIONS} value={expiry} onValue={setExpiry} />
      {expiry.days === 'date' && <Field label="Last day" type="date" value={day} onValue={setDay} required />}
    </FormDialog>
  );
}
