import { decodeGlobalId } from '#contracts/wire/ids.ts';

/** The reader, where a user is signed in. */
interface Self {
  readonly id: string;
  readonly username: string;
}

/**
 * An author's name, the current user's with "(you)", a deleted one (null) by number. If the name is
 * unavailable (undefined), only the number.
 */
export function authorText(
  user: string,
  name: string | null | undefined,
  self: Self | null,
): string {
  if (user === self?.id) return `${self.username} (you)`;
  if (typeof name === 'string') return name;
  const number = `user ${decodeGlobalId(user)?.number ?? user}`;
  return name === null ? `${number} (deleted)` : number;
}
