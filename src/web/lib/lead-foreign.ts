import { redirect } from '@tanstack/react-router';
import type { AnyRedirect } from '@tanstack/react-router';
import { isOwnAddress } from './own-address.ts';
import { ROOT_PATH } from './root-path.ts';
import { showToast } from './toasts.ts';

/** Where an address of the nearest product's leads here, and says what is missing there; null for ours. What knows of them is fetched for them alone. */
export async function leadForeign(pathname: string, search: string): Promise<AnyRedirect | null> {
  if (isOwnAddress(pathname, search)) return null;
  const { leadOf } = await import('./foreign-address.ts');
  const { href, missing, isDocument } = leadOf(pathname, search) ?? {};
  if (href === undefined) return null;
  if (missing !== undefined) showToast({ text: missing, durationMs: 15_000 });
  return redirect({ href: ROOT_PATH + href, replace: true, ...(isDocument === true ? { reloadDocument: true } : {}) });
}
