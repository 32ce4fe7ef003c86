/**
 * Attributes by which directories say that an account is closed: Active Directory, FreeIPA and 389,
 * OpenLDAP, eDirectory.
 */
export const DISABLING_ATTRIBUTES = [
  'userAccountControl',
  'nsAccountLock',
  'pwdAccountLockedTime',
  'loginDisabled',
] as const;

const ACCOUNT_DISABLED = 2;
/**
 * An account that only an admin enables; other times are locks after wrong passwords, which end.
 */
const LOCKED_FOR_GOOD = '000001010000Z';

/** Whether an entry is that of a closed account; values by attribute, in lower case. */
export function isDisabledEntry(values: ReadonlyMap<string, string>): boolean {
  const control = Number(values.get('useraccountcontrol') ?? 0);
  if (Number.isInteger(control) && (control & ACCOUNT_DISABLED) !== 0) return true;
  if (values.get('pwdaccountlockedtime') === LOCKED_FOR_GOOD) return true;
  return [values.get('nsaccountlock'), values.get('logindisabled')].some(
    (value) => value?.toLowerCase() === 'true',
  );
}
