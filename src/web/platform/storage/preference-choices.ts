import type { Preferences } from './preferences.ts';

interface PreferenceOption {
  readonly label: string;
  readonly change: Partial<Preferences>;
  readonly isChosen: (preferences: Preferences) => boolean;
}

/** The display preferences in words: for the menu, the settings and the palette. */
export const PREFERENCE_CHOICES: readonly {
  readonly label: string;
  readonly options: readonly PreferenceOption[];
}[] = [
  {
    label: 'Density',
    options: [
      option('density', 'dense', 'Dense'),
      option('density', 'normal', 'Normal'),
      option('density', 'relaxed', 'Relaxed'),
    ],
  },
  {
    label: 'Time zone',
    options: [option('zone', 'local', 'Local time'), option('zone', 'utc', 'UTC')],
  },
  {
    label: 'Large numbers',
    options: [option('numbers', 'compact', '96.2k'), option('numbers', 'full', '96,213')],
  },
];

function option<Name extends keyof Preferences>(
  name: Name,
  value: Preferences[Name],
  label: string,
): PreferenceOption {
  return {
    label,
    change: { [name]: value },
    isChosen: (preferences) => preferences[name] === value,
  };
}
