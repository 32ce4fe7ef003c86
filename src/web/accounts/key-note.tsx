import { Link } from '@tanstack/react-router';
import { KEY_SETTINGS_PATH } from '#web/platform/address/settings-pages.ts';

/** Over lines that send a key: where it comes from. */
export function KeyNote({ scopes }: { scopes: readonly string[] }) {
  return (
    <p className="pb-8 text-13 text-text2">
      This server requires an API key. Create one in{' '}
      <Link to={KEY_SETTINGS_PATH} className="text-link underline">
        Settings, API keys
      </Link>{' '}
      that may <code className="mono">{scopes.join(', ')}</code>, then{' '}
      <code className="mono">export SERVICE_API_KEY=svc_live_…</code>
    </p>
  );
}
