/** How long passwords may be; the hash does the same work for all of them. */
export const PASSWORD_CHARS_MAX = 1024;
const CHARS_MIN = 4;
const STRONG_CHARS_MIN = 12;

/** The rules for passwords, in one sentence. */
export function passwordRules(strong: boolean): string {
  return strong
    ? `at least ${STRONG_CHARS_MIN} characters, with an upper-case letter, a lower-case letter, a digit and a special character`
    : `at least ${CHARS_MIN} characters`;
}

/** Whether a text may be a password. */
export function isGoodPassword(password: string, strong: boolean): boolean {
  const { length } = Array.from(password);
  if (length > PASSWORD_CHARS_MAX || length < (strong ? STRONG_CHARS_MIN : CHARS_MIN)) return false;
  return !strong || [/\p{Lu}/u, /\p{Ll}/u, /\d/, /[^\p{L}\d\s]/u].every((kind) => kind.test(password));
}
