/** One character repeated, which no list contains in every length. */
const REPEATED = /^(.)\1*$/u;
/** The name of the product and of its first account, alone or with digits behind. */
const OWN_NAMES = /^(telltale|phoenix|administrator|admin@localhost)\d{0,4}$/;

/**
 * Whether a password is one that attackers try first (NIST SP 800-63B, 3.1.1.2), in upper or lower
 * case. The list is loaded when the first password is set, so that startup and an idle server don't
 * pay for it.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const plain = password.normalize('NFKC').trim().toLowerCase();
  if (REPEATED.test(plain) || OWN_NAMES.test(plain)) return true;
  const { COMMON_PASSWORDS } = await import('./common-password-list.ts');
  return !plain.includes(' ') && COMMON_PASSWORDS.includes(` ${plain} `);
}
