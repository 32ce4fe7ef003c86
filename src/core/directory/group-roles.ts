import type { Role } from '#contracts/access/access.ts';
import { normalDn } from './normal-dn.ts';

/** The subject of a mapping: the members of a group, or `*` for every user of the directory. */
export interface GroupRole {
  readonly groupDn: string;
  readonly role: Role;
}

const EVERY_USER = '*';

/** The role of the first mapping that fits the groups a user is in; null when none does. */
export function roleOfGroups(
  mappings: readonly GroupRole[],
  groups: readonly string[],
): Role | null {
  const names = new Set(groups.map(comparable));
  return (
    mappings.find(({ groupDn }) => groupDn === EVERY_USER || names.has(comparable(groupDn)))
      ?.role ?? null
  );
}

function comparable(dn: string): string {
  return normalDn(dn) ?? dn.trim().toLowerCase();
}
