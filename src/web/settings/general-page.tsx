import { May } from '#web/accounts/may.tsx';
import { RereadSettings } from './reread/reread-settings.tsx';
import { ServerSettings, StorageSettings } from './server-settings.tsx';
import { StorageByTable } from './storage-tables.tsx';
import { SettingsColumn, SettingsSection } from '#web/ui/settings-section.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';

const COMMANDS = [
  { label: 'Back up (the server may be running)', text: 'telltale backup ./telltale-backup' },
  { label: 'From a clone', text: 'npm run telltale -- backup ./telltale-backup' },
  { label: 'Restore (the server must be stopped)', text: 'telltale restore ./telltale-backup' },
] as const;

/** How to copy all that the server keeps, and how to bring it back. Run where the server runs, with its settings. */
function BackupLines() {
  return (
    <dl className="grid grid-cols-[minmax(120px,200px)_minmax(0,1fr)] gap-x-16 gap-y-6 text-13 max-md:grid-cols-1 max-md:gap-y-2">
      {COMMANDS.map(({ label, text }) => (
        <div key={label} className="contents">
          <dt className="text-text2">{label}</dt>
          <dd className="flex min-w-0 items-center gap-8 max-md:mb-6">
            <code className="mono verbatim min-w-0">{text}</code>
            <CopyButton text={text} label={`Copy: ${text}`} quiet />
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function GeneralSettingsPage() {
  return (
    <SettingsColumn>
      <SettingsSection title="Addresses" note="Where to send spans.">
        <ServerSettings />
      </SettingsSection>
      <SettingsSection title="Storage" note="Disk usage of this server.">
        <StorageSettings />
        <StorageByTable />
      </SettingsSection>
      <May scope="admin">
        <SettingsSection
          title="Read stored spans again"
          note="Raw span data is kept as it was sent, so better mappings and newer prices can be applied to stored spans. Runs in the background."
        >
          <RereadSettings />
        </SettingsSection>
      </May>
      <SettingsSection
        title="Backup"
        note="Run these commands on the server’s machine with the same settings. The target directory must not exist."
      >
        <BackupLines />
      </SettingsSection>
    </SettingsColumn>
  );
}
