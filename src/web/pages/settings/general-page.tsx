import { ServerSettings, StorageSettings } from './server-settings.tsx';
import { SettingsColumn, SettingsSection } from './settings-section.tsx';

export function GeneralSettingsPage() {
  return (
    <SettingsColumn>
      <SettingsSection title="Addresses" note="Where to send spans.">
        <ServerSettings />
      </SettingsSection>
      <SettingsSection title="Storage" note="What this server keeps on its disk.">
        <StorageSettings />
      </SettingsSection>
    </SettingsColumn>
  );
}
