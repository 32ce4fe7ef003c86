import type { ReactNode } from 'react';
import { safeHref } from '#web/platform/address/safe-link.ts';

/** A link from span data: opens in a new window if it is http or https, otherwise plain text. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  const safe = safeHref(href);
  if (safe === null) return <span title={href.slice(0, 300)}>{children}</span>;
  return (
    <a
      href={safe}
      target="_blank"
      rel="noreferrer noopener"
      className="text-link underline"
      title={safe}
    >
      {children}
    </a>
  );
}
