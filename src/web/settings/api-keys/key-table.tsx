import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiKey, ApiKeyState } from '#contracts/api-keys/api-key.ts';
import { accessText } from './key-access.ts';
import { untilText } from './key-expiry.ts';
import { exactCount } from '#web/platform/text/format-number.ts';
import { formatAgo, formatClock, isoWithZone } from '#web/platform/time/format-time.ts';
import { keyUsagePath } from '#web/platform/address/paths.ts';
import { Button } from '#web/ui/button.tsx';

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  /** Requests of the last seven days, by id; undefined while that is not known. */
  readonly requests: ReadonlyMap<string, number> | undefined;
  readonly mayRotate: (key: ApiKey) => boolean;
  readonly onRotate: (key: ApiKey) => void;
  readonly onRevoke: (key: ApiKey) => void;
}

const COLUMNS = [
  'Name',
  'Key',
  'Permission',
  'Created',
  'Expires',
  'Last used',
  'Requests, 7 d',
  'State',
] as const;
/** On a narrow screen these are below the name. */
const FOLDED = 'max-md:hidden';
const CELL = 'px-8 py-6 align-top first:pl-0';

/** API keys, one a row; on a narrow screen each a few lines. */
export function KeyTable({ keys, requests, mayRotate, onRotate, onRevoke }: KeyTableProps) {
  const nowMs = Date.now();
  return (
    <table className="w-full border-collapse text-13">
      <thead>
        <tr className="border-b border-line2 text-left text-12 text-text2">
          {COLUMNS.map((name) => (
            <th
              key={name}
              scope="col"
              className={`${CELL} font-medium whitespace-nowrap ${name === 'Name' || name === 'State' ? '' : FOLDED}`}
            >
              {name}
            </th>
          ))}
          <th scope="col" className={CELL}>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow
            key={key.id}
            apiKey={key}
            requests={requests === undefined ? '' : exactCount(requests.get(key.id) ?? 0)}
            nowMs={nowMs}
            mayRotate={mayRotate(key)}
            onRotate={onRotate}
            onRevoke={onRevoke}
          />
        ))}
      </tbody>
    </table>
  );
}

interface KeyRowProps extends Pick<KeyTableProps, 'onRotate' | 'onRevoke'> {
  readonly apiKey: ApiKey;
  readonly requests: string;
  readonly mayRotate: boolean;
  readonly nowMs: number;
}

function KeyRow({ apiKey, requests, mayRotate, nowMs, onRotate, onRevoke }: KeyRowProps) {
  const { what, whose } = accessText(apiKey);
  const used =
    apiKey.lastUsedAt === null ? 'never' : formatAgo(Date.parse(apiKey.lastUsedAt), nowMs);
  const expires =
    apiKey.expiresAt === null ? 'never' : formatClock(Date.parse(apiKey.expiresAt), nowMs);
  const shown = `${apiKey.prefix}…${apiKey.lastFour}`;
  const isActive = apiKey.state === 'active';
  return (
    <tr className="border-b border-line1">
      <th scope="row" className={`${CELL} max-w-200 text-left max-md:max-w-160 font-normal`}>
        <Link
          to={keyUsagePath(apiKey.id)}
          className={`verbatim font-medium break-words hover:underline ${isActive ? 'text-link' : 'text-text2'}`}
          title={`Usage of ${apiKey.name}`}
        >
          {apiKey.name}
        </Link>
        <div className="clip text-12 text-text2" title={apiKey.description ?? undefined}>
          {[apiKey.description, apiKey.user?.email].filter(Boolean).join(' · ')}
        </div>
        <div className="text-12 text-text2 md:hidden">
          <span className="mono">{shown}</span> · {what} {whose} · expires {expires} · used {used}
        </div>
      </th>
      <td className={`${CELL} mono whitespace-nowrap ${FOLDED}`}>{shown}</td>
      <td className={`${CELL} ${FOLDED}`}>
        <div>{what}</div>
        <div className="text-12 whitespace-nowrap text-text2">{whose}</div>
      </td>
      <When iso={apiKey.createdAt}>{formatClock(Date.parse(apiKey.createdAt), nowMs)}</When>
      <When iso={apiKey.expiresAt}>{expires}</When>
      <When iso={apiKey.lastUsedAt}>{used}</When>
      <td className={`${CELL} nums text-text2 ${FOLDED}`}>{requests}</td>
      <td className={CELL}>
        <KeyState apiKey={apiKey} nowMs={nowMs} />
      </td>
      <td className={`${CELL} text-right`}>
        <span className="inline-flex justify-end gap-4 max-md:flex-col md:-my-4">
          {isActive && mayRotate && apiKey.replacedBy === null && (
            <Button
              look="quiet"
              className="max-md:h-44"
              aria-label={`Rotate ${apiKey.name}`}
              onClick={() => onRotate(apiKey)}
            >
              Rotate
            </Button>
          )}
          {apiKey.state !== 'revoked' && (
            <Button
              look="quiet"
              className="max-md:h-44"
              aria-label={`Revoke ${apiKey.name}`}
              onClick={() => onRevoke(apiKey)}
            >
              Revoke
            </Button>
          )}
        </span>
      </td>
    </tr>
  );
}

function KeyState({ apiKey, nowMs }: Pick<KeyRowProps, 'apiKey' | 'nowMs'>) {
  return (
    <>
      {apiKey.pausedBy === null ? <State state={apiKey.state} /> : <Paused />}
      {apiKey.state === 'active' && apiKey.replacedBy !== null && (
        <div className="text-12 text-text2 md:whitespace-nowrap">
          rotated, expires {untilText(apiKey.expiresAt ?? '', nowMs)}
        </div>
      )}
      {apiKey.madeWhileOpen && apiKey.state === 'revoked' && apiKey.revokedAt === null && (
        <div className="text-12 text-text2">created while authentication was off</div>
      )}
    </>
  );
}

function When({ iso, children }: { iso: string | null; children: ReactNode }) {
  return (
    <td
      className={`${CELL} nums whitespace-nowrap text-text2 ${FOLDED}`}
      title={iso === null ? undefined : isoWithZone(Date.parse(iso))}
    >
      {children}
    </td>
  );
}

const TONES: Readonly<Record<ApiKeyState, string>> = {
  active: 'tone-ok',
  expired: 'tone-warn',
  revoked: 'tone-error',
};

function State({ state }: { state: ApiKeyState }) {
  return (
    <span className={`${TONES[state]} inline-block rounded-chip bg-tint px-6 text-12 text-tone`}>
      {state}
    </span>
  );
}

function Paused() {
  return (
    <>
      <span className="tone-warn inline-block rounded-chip bg-tint px-6 text-12 text-tone">
        paused
      </span>
      <div
        className="text-12 text-text2"
        title="The directory or identity provider no longer admits this key’s user. The key is refused until it does."
      >
        its user is suspended
      </div>
    </>
  );
}
