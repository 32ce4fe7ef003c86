import type { ReactNode } from 'react';
import { PageFrame } from '../../components/page-frame.tsx';
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

function Section({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-12">
      <div>
        <h2 className="text-16 font-semibold">{title}</h2>
        <p className="text-12 text-text2">{note}</p>
      </div>
      {children}
    </section>
  );
}
