import { decodeGlobalId } from '#contracts/ids.ts';

/** The reader, where a user is signed in. */
interface Self {
  readonly id: string;
  readonly username: string;
}

/**
 * What an author is called: by name, oneself with "(you)", one who is gone (null) by number. Where the name cannot be read (undefined) it is the
 * number alone.
 */
export function authorText(user: string, name: string | null | undefined, self: Self | null): string {
  if (user === self?.id) return `${self.username} (you)`;
  if (typeof name === 'string') return name;
  const number = `user ${decodeGlobalId(user)?.number ?? user}`;
  return name === null ? `${number} (deleted)` : number;
}
