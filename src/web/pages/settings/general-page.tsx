import { BackupLines } from './backup-lines.tsx';
import { ServerSettings, StorageSettings } from './server-settings.tsx';
import { StorageByTable } from './storage-tables.tsx';
import { SettingsColumn, SettingsSection } from './settings-section.tsx';

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
      <SettingsSection
        title="Backup"
        note="Run these commands on the server’s machine with the same settings. The target directory must not exist."
      >
        <BackupLines />
      </SettingsSection>
    </SettingsColumn>
  );
}
