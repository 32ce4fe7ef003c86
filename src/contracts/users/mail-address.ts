const CHARS_MAX = 254;

/**
 * A single plain address: no display name, no list, no quoted part, and no character that could
 * break a header.
 */
const ADDRESS =
  /^[A-Za-z0-9_.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,188}[A-Za-z0-9])?$/;
export const MAIL_ADDRESS_PATTERN = ADDRESS.source;

/** Whether this is one address that mail can be sent to. */
export function isMailAddress(text: string): boolean {
  return text.length <= CHARS_MAX && ADDRESS.test(text);
}
