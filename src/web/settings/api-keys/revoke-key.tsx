import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiKey } from '#contracts/api-keys/api-key.ts';
import { revokeApiKey } from './api-keys.calls.ts';
import { formatAgo } from '#web/platform/time/format-time.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

/** Says what a key is used for before it is revoked. */
export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: () => revokeApiKey(apiKey.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['api-keys'] });
      onClose();
    },
  });
  const { name, prefix, lastFour, lastUsedAt } = apiKey;
  return (
    <FormDialog title="Revoke key" action="Revoke key" look="danger" ready send={send} onClose={onClose}>
      <p className="text-13 text-text2">
        <strong className="verbatim font-semibold text-text1">{name}</strong> (<span className="mono">{`${prefix}…${lastFour}`}</span>) was{' '}
        {lastUsedAt === null ? 'never used' : `last used ${formatAgo(Date.parse(lastUsedAt), Date.now())}`}. Programs that use it are
        refused immediately. This can’t be undone.
      </p>
    </FormDialog>
  );
}
