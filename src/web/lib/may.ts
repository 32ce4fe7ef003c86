import { ROLE_SCOPES } from '#contracts/access/access.ts';
import type { Scope } from '#contracts/access/access.ts';
import type { User } from '#contracts/users/user.ts';

/** Who looks at the page; undefined until it is known. */
type Looker = Pick<User, 'auth_method' | 'role'> | { readonly auth_method: 'ANONYMOUS' } | undefined;

/** Whether the server would let them do what asks for this; all of it while authentication is off, and until it is known who looks. */
export function mayDo(looker: Looker, scope: Scope): boolean {
  if (looker === undefined || looker.auth_method === 'ANONYMOUS' || looker.role === 'SYSTEM') return true;
  return ROLE_SCOPES[looker.role].includes(scope);
}
