import { copyText } from '#web/platform/browser/copy-text.ts';
import { showToast } from './toasts.ts';

/** Puts this screen's address on the clipboard: every state is in it. */
export function copyLink(): void {
  copyText(location.href).then(
    () => showToast({ text: 'Link copied' }),
    () => showToast({ tone: 'error', text: 'The browser blocked copying' }),
  );
}
