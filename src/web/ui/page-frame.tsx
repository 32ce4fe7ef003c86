import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { IconButton } from './button.tsx';

interface Crumb {
  readonly label: string;
  readonly href?: string;
}

interface PageFrameProps {
  /** Names the thing in the window's title. */
  readonly title: string;
  readonly crumbs: readonly Crumb[];
  /** Beside the last crumb, such as a switcher or an id. */
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A page: its place in the house above, its content below. On a screen too low for both, it is as
 * high as it has to be, and scrolls.
 */
export function PageFrame({ title, crumbs, beside, actions, children }: PageFrameProps) {
  useEffect(() => {
    document.title = `${title} · Telltale`;
  }, [title]);
  return (
    <div className="flex h-full min-w-0 flex-col short:overflow-y-auto">
      <header className="flex h-44 shrink-0 items-center gap-8 border-b border-line1 px-12">
        <span className="md:hidden">
          <IconButton
            icon="sidebar"
            label="Menu"
            onClick={() => dispatchEvent(new Event('telltale:menu'))}
          />
        </span>
        <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-6 text-13">
          {crumbs.map((crumb, index) => (
            <span
              key={`${index} ${crumb.label}`}
              className={`flex min-w-0 items-center gap-6 ${index < crumbs.length - 1 ? 'max-w-200 shrink-0 max-md:hidden' : ''}`}
            >
              {index > 0 && (
                <span className="text-text3 max-md:hidden" aria-hidden="true">
                  /
                </span>
              )}
              <CrumbText crumb={crumb} last={index === crumbs.length - 1} />
            </span>
          ))}
          {beside}
        </nav>
        <div className="ml-auto flex shrink-0 items-center gap-8">{actions}</div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="flex min-h-0 flex-1 flex-col outline-none short:min-h-560"
      >
        {children}
      </main>
    </div>
  );
}

function CrumbText({ crumb, last }: { crumb: Crumb; last: boolean }) {
  if (last) return <h1 className="clip min-w-0 font-semibold">{crumb.label}</h1>;
  if (crumb.href === undefined) return <span className="clip text-text2">{crumb.label}</span>;
  return (
    <Link to={crumb.href} className="clip text-text2 hover:text-text1">
      {crumb.label}
    </Link>
  );
}
