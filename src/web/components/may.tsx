import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Scope } from '#contracts/access/access.ts';
import { viewerOptions } from '../api/sign-in.ts';
import { mayDo } from '../lib/may.ts';

/** Whether who looks may do what asks for this: what the server would refuse is not offered. */
export function useMay(scope: Scope): boolean {
  return mayDo(useQuery(viewerOptions).data, scope);
}

/** Its children are there for who may do what asks for this. */
export function May({ scope, children }: { scope: Scope; children: ReactNode }) {
  return useMay(scope) ? children : null;
}
