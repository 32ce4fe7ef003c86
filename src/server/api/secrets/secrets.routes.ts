import type { FastifyInstance } from 'fastify';
import { AppError } from '#contracts/wire/errors.ts';
import { PutSecretsBody, PutSecretsReply } from '#contracts/secrets/secret.ts';
import type { SecretBox } from '#server/auth/secret-box.ts';
import { putSecrets } from '#server/stores/meta/access/secrets.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { route } from '../kit/route/route.ts';

type SecretDeps = Pick<ApiDeps, 'secretBox'> & { readonly meta: MetaDb };

/** Secrets such as keys of model providers: written, never read back. */
export function registerSecrets(app: FastifyInstance, { meta, secretBox }: SecretDeps): void {
  route(
    app,
    {
      method: 'PUT',
      path: '/v1/secrets',
      id: 'putSecrets',
      access: { scopes: ['admin'], role: 'ADMIN', workspace: true, closedTo: 'apps' },
      tag: 'keys',
      audit: 'secret.change',
      summary: 'Store and delete secrets',
      description:
        'Encrypted with a key derived from `SERVICE_SECRET`, without which nothing is stored. No interface gives them out again.',
      body: PutSecretsBody,
      bodyExample: {
        secrets: [
          { key: 'OPENAI_API_KEY', value: 'sk-…' },
          { key: 'OLD_KEY', value: null },
        ],
      },
      ok: { status: 200, description: 'The names of what was stored and what is gone.', schema: PutSecretsReply },
      errors: [],
    },
    async ({ body, caller, note }) => {
      // The last of repeated keys holds.
      const wanted = new Map(body.secrets.map(({ key, value }) => [key, value]));
      const changes = [...wanted].map(([key, value]) => ({ key, sealed: value === null ? null : sealed(secretBox, key, value) }));
      await putSecrets(meta, changes, caller.userNumber, Date.now());
      const names = (gone: boolean) => changes.filter((change) => (change.sealed === null) === gone).map(({ key }) => key);
      const done = { upserted_keys: names(false), deleted_keys: names(true) };
      note(done);
      return { data: done };
    },
  );
}

function sealed(box: SecretBox | null, key: string, value: string): Uint8Array {
  if (value.trim() === '')
    throw new AppError('unprocessable', `body.secrets: the value of '${key}' is blank; give one, or null to delete it.`);
  if (box === null) {
    throw new AppError(
      'unprocessable',
      'Secrets cannot be stored: the server has no encryption key. Start it with SERVICE_SECRET, at least 32 characters.',
    );
  }
  return box.seal(key, value);
}
