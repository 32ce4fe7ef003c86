import { chmodSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

export const FILE_MODE = 0o600;
export const DIRECTORY_MODE = 0o700;
const OTHERS = 0o077;
const STICKY = 0o1000;
/**
 * The files Telltale creates in a directory: databases with their logs and copies, the lock, the
 * server's state file, the spool.
 */
const OWN = /^(?:(?:spans|meta)\.db(?:$|[-.])|telltale\.lock|server\.json|uploads$)/;
/** The file system's own entries. */
const NEUTRAL = /^lost\+found$/;

/**
 * From here on this process makes files that only its own user may read, whatever it was started
 * with. SQLite gives its logs the permissions of their database. Windows has no such permissions.
 */
export function makeFilesPrivate(): void {
  if (process.platform !== 'win32') process.umask(OTHERS);
}

/**
 * Removes other users' access to a directory's contents: files created by Telltale become 0600,
 * folders 0700, and so does the directory, unless it belongs to another user, is shared, or holds
 * other files. Returns the changes and failures as sentences for startup.
 */
export function tightenDirectory(directory: string): readonly string[] {
  if (process.platform === 'win32') return [];
  const names = readdirSync(directory);
  const own = names.filter((name) => OWN.test(name));
  const places = own.flatMap((name) => withChildren(path.join(directory, name)));
  const tightened = places.filter((place) => tighten(place) === 'done');
  const left = places.filter((place) => isOpen(place));
  const notes: string[] = [];
  if (tightened.length > 0)
    notes.push(
      `${counted(tightened.length)} in ${directory} could be read by other users; only this user may now`,
    );
  if (left.length > 0)
    notes.push(`Other users may read ${left.join(', ')}: the owner should run chmod go= on it`);
  const note = tightenItself(
    directory,
    names.length === names.filter((name) => OWN.test(name) || NEUTRAL.test(name)).length,
  );
  return note === null ? notes : [...notes, note];
}

function tightenItself(directory: string, isOursAlone: boolean): string | null {
  if (!isOpen(directory)) return null;
  const { mode, uid } = statSync(directory);
  const before = (mode & 0o777).toString(8).padStart(4, '0');
  const left = `${directory} is open to other users (${before}) and was left so`;
  if (uid !== process.getuid?.())
    return `${left}, as it belongs to another user; Telltale's files in it are 0600`;
  if ((mode & STICKY) !== 0 || !isOursAlone)
    return `${left}, as it holds other files too; Telltale's files in it are 0600`;
  return tighten(directory) === 'done'
    ? `${directory} was open to other users (${before}); it is 0700 now`
    : left;
}

function withChildren(place: string): readonly string[] {
  return statSync(place).isDirectory()
    ? [place, ...readdirSync(place).map((name) => path.join(place, name))]
    : [place];
}

function tighten(place: string): 'done' | 'no need' | 'not ours' {
  if (!isOpen(place)) return 'no need';
  try {
    chmodSync(place, statSync(place).isDirectory() ? DIRECTORY_MODE : FILE_MODE);
    return 'done';
  } catch {
    return 'not ours';
  }
}

function isOpen(place: string): boolean {
  return (statSync(place).mode & OTHERS) !== 0;
}

function counted(files: number): string {
  return files === 1 ? 'One file' : `${files} files`;
}
