import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/secrets/secret.routes.ts';
import { AppError } from '#contracts/wire/errors.ts';
import type { SecretBox } from '#server/auth/secret-box.ts';
import { putSecrets } from '#server/stores/meta/access/secrets.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { serve } from '../kit/route/serve.ts';

type SecretDeps = Pick<ApiDeps, 'secretBox'> & { readonly meta: MetaDb };

/** Secrets such as keys of model providers: written, never read back. */
export function registerSecrets(app: FastifyInstance, { meta, secretBox }: SecretDeps): void {
  serve(app, routes.putSecrets, async ({ body, caller, note }) => {
    // The last of repeated keys holds.
    const wanted = new Map(body.secrets.map(({ key, value }) => [key, value]));
    const changes = [...wanted].map(([key, value]) => ({
      key,
      sealed: value === null ? null : sealed(secretBox, key, value),
    }));
    await putSecrets(meta, changes, caller.userNumber, Date.now());
    const names = (gone: boolean) =>
      changes.filter((change) => (change.sealed === null) === gone).map(({ key }) => key);
    const done = { upserted_keys: names(false), deleted_keys: names(true) };
    note(done);
    return { data: done };
  });
}

function sealed(box: SecretBox | null, key: string, value: string): Uint8Array {
  if (value.trim() === '')
    throw new AppError(
      'unprocessable',
      `body.secrets: the value of '${key}' is blank; give one, or null to delete it.`,
    );
  if (box === null) {
    throw new AppError(
      'unprocessable',
      'Secrets cannot be stored: the server has no encryption key. Start it with SERVICE_SECRET, at least 32 characters.',
    );
  }
  return box.seal(key, value);
}
