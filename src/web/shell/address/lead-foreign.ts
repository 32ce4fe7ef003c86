import { redirect, type AnyRedirect } from '@tanstack/react-router';
import { isOwnAddress } from './own-address.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { showToast } from '#web/ui/notices/toasts.ts';

/**
 * Where an address of Phoenix leads here, with what is missing there; null for our own. The table
 * of addresses is fetched only when it is needed.
 */
export async function leadForeign(pathname: string, search: string): Promise<AnyRedirect | null> {
  if (isOwnAddress(pathname, search)) return null;
  const { leadOf } = await import('./foreign-address.ts');
  const { href, missing, isDocument } = leadOf(pathname, search) ?? {};
  if (href === undefined) return null;
  if (missing !== undefined) showToast({ text: missing, durationMs: 15_000 });
  return redirect({
    href: ROOT_PATH + href,
    replace: true,
    ...(isDocument === true ? { reloadDocument: true } : {}),
  });
}
