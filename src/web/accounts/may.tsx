import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ROLE_SCOPES, type Scope } from '#contracts/access/access.ts';
import type { User } from '#contracts/users/user.ts';
import { viewerOptions } from './sign-in.calls.ts';

/** Who looks at the page; undefined until it is known. */
type Looker =
  | Pick<User, 'auth_method' | 'role'>
  | { readonly auth_method: 'ANONYMOUS' }
  | undefined;

/**
 * Whether the server would let them do what asks for this; all of it while authentication is off,
 * and until it is known who looks.
 */
export function mayDo(looker: Looker, scope: Scope): boolean {
  if (looker === undefined || looker.auth_method === 'ANONYMOUS' || looker.role === 'SYSTEM')
    return true;
  return ROLE_SCOPES[looker.role].includes(scope);
}

/** Whether who looks may do what asks for this: what the server would refuse is not offered. */
export function useMay(scope: Scope): boolean {
  return mayDo(useQuery(viewerOptions).data, scope);
}

/** Its children are there for who may do what asks for this. */
export function May({ scope, children }: { scope: Scope; children: ReactNode }) {
  return useMay(scope) ? children : null;
}
