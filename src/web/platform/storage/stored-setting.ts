/**
 * Something kept for as long as the tab lives, also through a reload; null where there is none or
 * storage is blocked.
 */
export function readKept(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Blocked or full: it is known until the page is loaded again.
  }
}

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
