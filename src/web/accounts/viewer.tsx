import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { viewerOptions } from './sign-in.calls.ts';
import { ROLE_NAMES } from './role-names.ts';
import { profilePath } from '#web/platform/address/sign-in-paths.ts';
import { Tooltip } from '#web/ui/floating/tooltip.tsx';

/** Who is signed in, in the sidebar; nothing while authentication is off. */
export function Viewer({ folded }: { folded: boolean }) {
  const { data } = useQuery(viewerOptions);
  const isHere = useRouterState({ select: (state) => state.location.pathname === profilePath });
  if (data === undefined || data.auth_method === 'ANONYMOUS') return null;
  const label = `${data.username}, ${ROLE_NAMES[data.role]}: your account`;
  const link = (
    <Link
      to={profilePath}
      aria-label={folded ? label : undefined}
      aria-current={isHere ? 'page' : undefined}
      className={`mx-8 mb-8 flex h-38 shrink-0 items-center gap-10 rounded-control px-6 max-md:h-44 ${isHere ? 'bg-bg2' : 'hover:bg-bg2'}`}
    >
      <span
        aria-hidden="true"
        className="grid size-22 shrink-0 place-items-center rounded-control bg-bg3 text-11 font-semibold text-text1"
      >
        {(data.username.trim()[0] ?? '').toUpperCase()}
      </span>
      {!folded && (
        <span className="flex min-w-0 flex-col">
          <span className="clip text-12 text-text1">{data.username}</span>
          <span className="text-11 text-text3">
            {ROLE_NAMES[data.role]}
            <span className="sr-only">, your account</span>
          </span>
        </span>
      )}
    </Link>
  );
  return folded ? (
    <Tooltip text={label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
