import type { AppGrant } from '#contracts/apps/app.ts';
import { formatWhen } from '#web/platform/time/format-time.ts';
import { ADMIN_RIGHTS, scopeLines } from './scope-text.ts';
import { Button } from '#web/ui/button.tsx';

interface AppLineProps {
  readonly app: AppGrant;
  /** Whom it acts for, where that is not the reader. */
  readonly person?: string;
  readonly onCutOff: () => void;
}

/** An app with access: its permissions, the date, and a button to revoke it. */
export function AppLine({ app, person, onCutOff }: AppLineProps) {
  const now = Date.now();
  const rights = scopeLines(app.scopes).join('; ');
  const whose = person === undefined ? '' : ` for ${person}`;
  return (
    <li className="flex min-h-44 items-center gap-12 border-b border-line1 py-6">
      <div className="flex min-w-0 flex-1 flex-col">
        <span className="clip text-13" title={app.user_agent ?? app.name}>
          {app.name}
          {!app.built_in && <span className="text-text3"> · registered itself</span>}
        </span>
        {person !== undefined && (
          <span className="clip text-12" title={person}>
            for {person}
          </span>
        )}
        <span className="text-12 text-text2">{rights}</span>
        {app.scopes.includes('admin') && (
          <span className="tone-error text-12 text-tone">Admin: can {ADMIN_RIGHTS}</span>
        )}
        <span className="nums text-12 text-text3">
          {app.address ?? 'unknown address'} · since {formatWhen(app.created_at, now)} · used{' '}
          {formatWhen(app.last_used_at, now)} · until {formatWhen(app.expires_at, now)}
        </span>
      </div>
      <Button
        look="quiet"
        className="max-md:h-44"
        aria-label={`Disconnect ${app.name}${whose}, since ${formatWhen(app.created_at, now)}`}
        onClick={onCutOff}
      >
        Disconnect
      </Button>
    </li>
  );
}
