import { ChoiceField } from '#web/ui/form/field.tsx';
import { PREFERENCE_CHOICES } from '#web/platform/storage/preference-choices.ts';
import { setPreferences, usePreferences } from '#web/platform/storage/preferences.ts';
import {
  THEME_CHOICES,
  THEME_NAMES,
  setTheme,
  useThemeChoice,
} from '#web/platform/storage/theme.ts';
import { SettingsColumn, SettingsSection } from '#web/ui/settings-section.tsx';

const THEMES = THEME_CHOICES.map((value) => ({ label: THEME_NAMES[value], value }));

export function DisplaySettingsPage() {
  return (
    <SettingsColumn>
      <SettingsSection title="Display" note="Kept in this browser.">
        <DisplaySettings />
      </SettingsSection>
    </SettingsColumn>
  );
}

function DisplaySettings() {
  const preferences = usePreferences();
  return (
    <div className="flex flex-col gap-8">
      <ChoiceField label="Theme" options={THEMES} value={useThemeChoice()} onValue={setTheme} />
      {PREFERENCE_CHOICES.map(({ label, options }) => (
        <ChoiceField
          key={label}
          label={label}
          options={options.map((one) => ({ label: one.label, value: one }))}
          value={options.find((one) => one.isChosen(preferences))}
          onValue={(one) => setPreferences(one?.change ?? {})}
        />
      ))}
    </div>
  );
}
