import { showToast } from '../lib/toasts.ts';
import { checkSession } from './session-fetch.ts';

/**
 * Has the browser save what an address answers; it takes the stream itself, so that a large file never is in the page's memory. The session is looked
 * at first: for a download nobody can renew it, and what came instead would be a refusal.
 */
export async function download(href: string, name: string): Promise<void> {
  try {
    if ((await checkSession()) === 'over') return;
  } catch {
    showToast({ tone: 'error', text: 'Can’t reach the server. Nothing was saved.' });
    return;
  }
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}
