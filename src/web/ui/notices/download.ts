import { showToast } from './toasts.ts';
import { checkSession } from '#web/platform/http/session-fetch.ts';

/**
 * Lets the browser save the response of an address; it reads the stream itself, so that a large
 * file is never in the page's memory. Renews the session first: a download can't renew it, and
 * would save an error instead.
 */
export async function download(href: string, name: string): Promise<void> {
  try {
    if ((await checkSession()) === 'over') return;
  } catch {
    showToast({ tone: 'error', text: 'Can’t reach the server. The download was not saved.' });
    return;
  }
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}
