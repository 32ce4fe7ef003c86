/** A setting kept in this browser; null where there is none or storage is blocked. */
export function readSetting(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeSetting(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A blocked storage means the setting lasts as long as the page.
  }
}
