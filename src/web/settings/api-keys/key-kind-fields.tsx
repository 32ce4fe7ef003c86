import { ROLES } from '#contracts/access/access.ts';
import type { Role } from '#contracts/access/access.ts';
import { ROLE_NAMES } from './key-access.ts';
import { ChoiceField } from '#web/ui/form/field.tsx';

/** The subject of a key: the user who creates it, in one environment, or a service with its own role. */
export type KeyKindDraft =
  | { readonly kind: 'user'; readonly environment: 'live' | 'test' }
  | { readonly kind: 'system'; readonly role: Role };

export const OWN_KEY: KeyKindDraft = { kind: 'user', environment: 'live' };

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

export function KeyKindFields({ mayBeSystem, value, onValue }: KeyKindFieldsProps) {
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
        <ChoiceField label="Role" options={ROLE_OPTIONS} value={value.role} onValue={(role) => onValue({ kind: 'system', role })} />
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
