import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PermissionLevel, Role, Scope } from '#contracts/access.ts';
import type { CreateApiKeyBody, NewApiKey } from '#contracts/api-key.ts';
import { createApiKey } from '../../api/api-keys.ts';
import { LEVEL_NAMES, LEVEL_NOTES, levelsOf, scopesFor } from '../../lib/api-key/key-access.ts';
import { EXPIRIES, expiryTime } from '../../lib/api-key/key-expiry.ts';
import type { Expiry } from '../../lib/api-key/key-expiry.ts';
import { ChoiceField, Field } from '../field.tsx';
import { FormDialog } from '../form-dialog.tsx';
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

/** What a new key is for, how long it lives and what it may do. */
export function CreateKey({ role, onMade, onClose }: CreateKeyProps) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [kind, setKind] = useState<KeyKindDraft>(OWN_KEY);
  const [level, setLevel] = useState<PermissionLevel | 'scopes'>('read-only');
  const [scopes, setScopes] = useState<ReadonlySet<Scope>>(new Set());
  const [expiry, setExpiry] = useState<Expiry>(DEFAULT_EXPIRY);
  const [day, setDay] = useState('');
  const [projects, setProjects] = useState<ReadonlySet<string> | null>(null);

  const allowed = kind.kind === 'system' ? kind.role : role;
  const levels = levelsOf(allowed);
  const shownLevel = level === 'scopes' || levels.includes(level) ? level : 'read-only';
  const chosen = scopesFor(allowed).filter((scope) => scopes.has(scope));
  const ready =
    name.trim() !== '' &&
    (shownLevel !== 'scopes' || chosen.length > 0) &&
    expiryTime(expiry, day, Date.now()) !== undefined &&
    projects?.size !== 0;
  const send = useMutation({
    mutationFn: () => {
      const expiresAt = expiryTime(expiry, day, Date.now()) ?? null;
      const body: CreateApiKeyBody = {
        name: name.trim(),
        ...(description.trim() === '' ? {} : { description: description.trim() }),
        expiresAt,
        ...(shownLevel === 'scopes' ? { scopes: [...chosen] } : { level: shownLevel }),
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
  const levelOptions = [...levels.map((value) => ({ label: LEVEL_NAMES[value], value })), { label: 'Scopes…', value: 'scopes' as const }];
  return (
    <FormDialog title="New API key" action="Create key" size="wide" ready={ready} send={send} onClose={onClose}>
      <Field label="Name" value={name} onValue={setName} maxLength={200} required autoComplete="off" placeholder="ci" />
      <Field label="Description (optional)" value={description} onValue={setDescription} maxLength={2000} autoComplete="off" />
      <KeyKindFields mayBeSystem={role === 'ADMIN'} value={kind} onValue={setKind} />
      <ChoiceField label="Permission" options={levelOptions} value={shownLevel} onValue={setLevel} />
      {shownLevel !== 'scopes' && (
        <p role="status" className="-mt-8 text-12 text-text3 md:ml-136">
          {LEVEL_NOTES[shownLevel]}
        </p>
      )}
      {shownLevel === 'scopes' && <ScopeBoxes offered={scopesFor(allowed)} chosen={scopes} onChosen={setScopes} />}
      <KeyProjects chosen={projects} onChosen={setProjects} />
      <ChoiceField label="Expires" options={EXPIRY_OPTIONS} value={expiry} onValue={setExpiry} />
      {expiry.days === 'date' && <Field label="Last day" type="date" value={day} onValue={setDay} required />}
    </FormDialog>
  );
}
