import type { ReactNode } from 'react';
import { safeHref } from '../../lib/safe-link.ts';

/** A link that a sender wrote: followed in a window of its own when it is http or https, only text otherwise. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  const safe = safeHref(href);
  if (safe === null) return <span title={href.slice(0, 300)}>{children}</span>;
  return (
    <a href={safe} target="_blank" rel="noreferrer noopener" className="text-link underline" title={safe}>
      {children}
    </a>
  );
}
