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
      <SettingsSection title="Storage" note="What this server keeps on its disk.">
        <StorageSettings />
        <StorageByTable />
      </SettingsSection>
      <SettingsSection title="Backup" note="Run where the server runs, with its settings. The directory must be new.">
        <BackupLines />
      </SettingsSection>
    </SettingsColumn>
  );
}
