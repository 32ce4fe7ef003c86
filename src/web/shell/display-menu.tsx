import { Fragment } from 'react';
import { PREFERENCE_CHOICES } from '#web/platform/storage/preference-choices.ts';
import { setPreferences, usePreferences } from '#web/platform/storage/preferences.ts';
import { THEME_CHOICES, THEME_NAMES, setTheme, useThemeChoice } from '#web/platform/storage/theme.ts';
import { FootButton } from './foot-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Menu, MenuItem, MenuLabel } from '#web/ui/floating/menu.tsx';

const THEME_ICONS = { system: 'system', light: 'sun', dark: 'moon' } as const;

/** Theme, density, time zone and numbers, from the sidebar's foot. */
export function DisplayMenu({ className, isLabelled }: { className: string; isLabelled: boolean }) {
  const theme = useThemeChoice();
  const preferences = usePreferences();
  return (
    <Menu
      trigger={
        <FootButton label="Display" isLabelled={isLabelled} className={className}>
          <Icon name={THEME_ICONS[theme]} />
        </FootButton>
      }
    >
      <MenuLabel>Theme</MenuLabel>
      {THEME_CHOICES.map((one) => (
        <MenuItem key={one} checked={one === theme} onSelect={() => setTheme(one)}>
          {THEME_NAMES[one]}
        </MenuItem>
      ))}
      {PREFERENCE_CHOICES.map(({ label, options }) => (
        <Fragment key={label}>
          <MenuLabel>{label}</MenuLabel>
          {options.map((one) => (
            <MenuItem key={one.label} checked={one.isChosen(preferences)} onSelect={() => setPreferences(one.change)}>
              {one.label}
            </MenuItem>
          ))}
        </Fragment>
      ))}
    </Menu>
  );
}
