import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { PageFrame } from '../../components/page-frame.tsx';
import { useHash } from '../../lib/use-hash.ts';
import { DisplaySettings } from './display-settings.tsx';
import { RetentionSettings } from './retention-settings.tsx';
import { ServerSettings, StorageSettings } from './server-settings.tsx';

/** What can be chosen for this browser, and what holds for the whole server. */
export function SettingsPage() {
  return (
    <PageFrame title="Settings" crumbs={[{ label: 'Settings' }]}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keyboard */}
      <div className="min-h-0 flex-1 overflow-auto" tabIndex={0} role="region" aria-label="Settings">
        <div className="mx-auto flex max-w-720 flex-col gap-32 px-16 py-24">
          <Section title="Display" note="Kept in this browser.">
            <DisplaySettings />
          </Section>
          <Section title="Addresses" note="Where to send spans.">
            <ServerSettings />
          </Section>
          <Section title="Retention" note="How long traces are kept. What is deleted by a rule is gone for good; a sweep runs every hour.">
            <RetentionSettings />
          </Section>
          <Section title="Storage" note="What this server keeps on its disk.">
            <StorageSettings />
          </Section>
        </div>
      </div>
    </PageFrame>
  );
}

/** A part of the page, with an address of its own. */
function Section({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  const id = title.toLowerCase();
  const [hash] = useHash();
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    if (hash === id) part.current?.scrollIntoView();
  }, [hash, id]);
  return (
    <section ref={part} id={id} aria-label={title} className="flex scroll-mt-16 flex-col gap-12">
      <div>
        <h2 className="text-16 font-semibold">
          <Link to="." hash={id} className="hover:underline">
            {title}
          </Link>
        </h2>
        <p className="text-12 text-text2">{note}</p>
      </div>
      {children}
    </section>
  );
}
