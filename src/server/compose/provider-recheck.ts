import type { IdentityProvider } from '#server/auth/identity-provider.ts';
import { recheckProvider } from '#server/auth/provider-recheck.ts';
import type { SecretBox } from '#server/auth/secret-box.ts';
import type { JobContext } from '#server/jobs/catalogue.ts';
import type { Log } from '#server/telemetry/log.ts';
import type { RecheckOptions } from './directory-recheck.ts';
import { suspensionNote } from './suspension-note.ts';

/** Makes the handler of `provider.recheck`; a no-op if no identity provider is configured or the server has no secret. */
export function providerRecheck(
  providers: readonly IdentityProvider[],
  { db, audit, now, box, log }: RecheckOptions & { readonly box: SecretBox | null; readonly log: Log },
) {
  const note = suspensionNote(audit, now);
  return async (_payload: object, { signal }: Pick<JobContext, 'signal'>): Promise<void> => {
    if (box === null) return;
    const failures: unknown[] = [];
    for (const provider of providers) {
      const { name } = provider.settings;
      const onFailure = ({ id }: { readonly id: number }, error: unknown): void =>
        log.warn(
          { err: error, provider: name, user: id },
          'an identity provider could not be asked about a user: nothing changes for that user',
        );
      // If one provider can't answer, the others are still asked.
      await recheckProvider({ db, provider, box, now, note, onFailure }, signal).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  };
}
