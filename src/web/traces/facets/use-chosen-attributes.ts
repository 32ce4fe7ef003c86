import { useState } from 'react';
import { readSetting, writeSetting } from '#web/platform/storage/stored-setting.ts';

const ATTRIBUTES_MAX = 10;

/** The attributes a reader counts in this project; kept in this browser. */
export function useChosenAttributes(project: string): [readonly string[], (keys: readonly string[]) => void] {
  const name = `telltale.facets.${project}`;
  const [held, setHeld] = useState({ name, keys: stored(name) });
  if (held.name !== name) setHeld({ name, keys: stored(name) });
  const choose = (keys: readonly string[]): void => {
    const kept = [...new Set(keys)].slice(0, ATTRIBUTES_MAX);
    writeSetting(name, kept.join('\n'));
    setHeld({ name, keys: kept });
  };
  return [held.keys, choose];
}

function stored(name: string): readonly string[] {
  return (readSetting(name) ?? '').split('\n').filter((key) => key !== '');
}
