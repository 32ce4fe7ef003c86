/** How long passwords may be; the hash does the same work for all of them. */
export const PASSWORD_CHARS_MAX = 1024;
/** NIST SP 800-63B asks for 8 at the least. */
export const PASSWORD_CHARS_MIN = 8;
const STRONG_CHARS_MIN = 12;

/**
 * The rules for passwords, in one sentence; that common ones are refused besides, `COMMON_PASSWORD`
 * says.
 */
export function passwordRules(strong: boolean): string {
  return strong
    ? `at least ${STRONG_CHARS_MIN} characters, with an upper-case letter, a lower-case letter, a digit and a special character`
    : `at least ${PASSWORD_CHARS_MIN} characters`;
}

/** The error for a very common password. */
export const COMMON_PASSWORD =
  'is one of the most common passwords, which attackers try first. Choose another, such as a few words that belong together for you alone.';

/** Whether a text may be a password, as far as its form goes. */
export function isGoodPassword(password: string, strong: boolean): boolean {
  const { length } = Array.from(password);
  if (length > PASSWORD_CHARS_MAX || length < (strong ? STRONG_CHARS_MIN : PASSWORD_CHARS_MIN))
    return false;
  return (
    !strong || [/\p{Lu}/u, /\p{Ll}/u, /\d/, /[^\p{L}\d\s]/u].every((kind) => kind.test(password))
  );
}
