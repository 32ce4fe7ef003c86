import { BackupLines } from './backup-lines.tsx';
import { May } from '#web/accounts/may.tsx';
import { RereadSettings } from './reread/reread-settings.tsx';
import { ServerSettings, StorageSettings } from './server-settings.tsx';
import { StorageByTable } from './storage-tables.tsx';
import { SettingsColumn, SettingsSection } from '#web/ui/settings-section.tsx';

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
