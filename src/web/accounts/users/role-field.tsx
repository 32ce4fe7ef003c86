import { ROLES } from '#contracts/access/access.ts';
import type { Role } from '#contracts/access/access.ts';
import { ChoiceField } from '#web/ui/form/field.tsx';
import { ROLE_NAMES, ROLE_NOTES } from '#web/accounts/role-names.ts';

const OPTIONS = ROLES.map((role) => ({ label: ROLE_NAMES[role], value: role }));

/** A user's role. */
export function RoleField({ role, onRole }: { role: Role; onRole: (role: Role) => void }) {
  return (
    <div>
      <ChoiceField label="Role" options={OPTIONS} value={role} onValue={onRole} />
      <p className="text-12 text-text3">{ROLE_NOTES[role]}</p>
    </div>
  );
}
