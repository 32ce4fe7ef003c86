import type { RetentionPolicy } from '#contracts/retention-policy.ts';

/** Retention policies as the routes need them; numbers are those inside Global IDs, 0 is the default policy. */
export interface RetentionStore {
  policies(): Promise<readonly RetentionPolicy[]>;
  /** Null when the policy does not exist. */
  assign(projectId: number, policyNumber: number): Promise<{ readonly policyNumber: number } | null>;
}
