import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey, NewApiKey } from '#contracts/api-keys/api-key.ts';
import { KEYS_MAX, apiKeysOptions, keyRequestsOptions, ownRoleOptions } from './api-keys.calls.ts';
import { viewerOptions } from '#web/accounts/sign-in.calls.ts';
import { serverInfoOptions } from '#web/platform/http/server.ts';
import { CreateKey } from './create-key.tsx';
import { KeyTable } from './key-table.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { RotateKey } from './rotate-key.tsx';
import { SecretOnce } from './secret-once.tsx';
import { Button } from '#web/ui/button.tsx';
import { CappedNote } from '#web/ui/capped-note.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { SEARCHED_FROM, isNamedLike } from '#web/platform/text/named-like.ts';
import { SettingsColumn, SettingsSection } from '#web/ui/settings-section.tsx';

type Open =
  | { readonly what: 'new' }
  | { readonly what: 'rotate' | 'revoke'; readonly apiKey: ApiKey }
  | { readonly what: 'secret'; readonly made: NewApiKey; readonly note?: string };

/** The API keys and their actions. */
export function KeysSettingsPage() {
  const [open, setOpen] = useState<Open | null>(null);
  const role = useQuery(ownRoleOptions);
  const close = (): void => setOpen(null);
  return (
    <SettingsColumn wide>
      <SettingsSection
        title="API keys"
        note="API keys authenticate exporters and scripts. The secret is shown only once."
        actions={
          <Button look="accent" className="max-md:h-44" disabled={role.data === undefined} onClick={() => setOpen({ what: 'new' })}>
            New key
          </Button>
        }
      >
        <OpenNote />
        <Keys onRotate={(apiKey) => setOpen({ what: 'rotate', apiKey })} onRevoke={(apiKey) => setOpen({ what: 'revoke', apiKey })} />
      </SettingsSection>
      {open?.what === 'new' && role.data !== undefined && (
        <CreateKey role={role.data} onMade={(made) => setOpen({ what: 'secret', made })} onClose={close} />
      )}
      {open?.what === 'rotate' && (
        <RotateKey apiKey={open.apiKey} onMade={(made, note) => setOpen({ what: 'secret', made, note })} onClose={close} />
      )}
      {open?.what === 'revoke' && <RevokeKey apiKey={open.apiKey} onClose={close} />}
      {open?.what === 'secret' && <SecretOnce made={open.made} {...(open.note === undefined ? {} : { note: open.note })} onClose={close} />}
    </SettingsColumn>
  );
}

interface KeysProps {
  readonly onRotate: (key: ApiKey) => void;
  readonly onRevoke: (key: ApiKey) => void;
}

function Keys({ onRotate, onRevoke }: KeysProps) {
  const { data, error, refetch } = useQuery(apiKeysOptions);
  const requests = useQuery(keyRequestsOptions);
  const { data: viewer } = useQuery(viewerOptions);
  const [withEnded, setWithEnded] = useState(false);
  const [find, setFind] = useState('');
  if (error !== null && data === undefined)
    return <ErrorNote what="The API keys could not be read" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={3} height={38} />;
  // A user's key is rotated by that user alone: anyone with the new secret could act as them.
  const mayRotate = ({ kind, user }: ApiKey): boolean =>
    kind === 'system' || viewer?.auth_method === 'ANONYMOUS' || (viewer !== undefined && user?.id === viewer.id);
  const active = data.filter(({ state }) => state === 'active');
  const ended = data.length - active.length;
  const listed = withEnded ? data : active;
  const shown = listed.filter((key) => isNamedLike([key.name, key.description, key.user?.email, key.lastFour], find));
  return (
    <>
      {data.length >= SEARCHED_FROM && (
        <SearchField value={find} onChange={setFind} placeholder="Find a key" className="w-280 max-md:w-full" />
      )}
      {listed.length === 0 ? (
        <p className="border-t border-line1 py-16 text-13 text-text2">
          {ended === 0 ? 'No API keys yet.' : 'No active keys.'} A key lets a program send or read spans, with the permissions you choose.
        </p>
      ) : shown.length === 0 ? (
        <p className="border-t border-line1 py-16 text-13 text-text2">No results for “{find}”.</p>
      ) : (
        <KeyTable keys={shown} requests={requests.data} mayRotate={mayRotate} onRotate={onRotate} onRevoke={onRevoke} />
      )}
      {ended > 0 && (
        <label className="flex h-28 items-center gap-6 text-13 text-text2 max-md:h-44">
          <input type="checkbox" checked={withEnded} onChange={(event) => setWithEnded(event.target.checked)} className="accent-accent" />
          Show {ended} expired or revoked
        </label>
      )}
      <CappedNote shown={data.length} max={KEYS_MAX} what="keys" />
    </>
  );
}

/** While authentication is off, keys do less than one may think. */
function OpenNote() {
  const { data } = useQuery(serverInfoOptions);
  if (data === undefined || data.authentication) return null;
  return (
    <p className="tone-warn rounded-control bg-tint px-12 py-8 text-13 text-text1">
      Authentication is off: anyone who can reach this server has full access. Requests that send a key are still limited to that key's
      permissions. Keys created now are refused once authentication is on.
    </p>
  );
}
