import { expect, it } from 'vitest';
import { dismissToast, shownToasts } from '#web/ui/notices/toasts.ts';
import { saveEmbedded } from './save-embedded.ts';

it.each(['A', 'QUJD=', 'QU=JD'])(
  'says that a file whose base64 is damaged is not saved: %s',
  (text) => {
    saveEmbedded(`data:application/pdf;base64,${text}`, 'report');
    expect(shownToasts()).toMatchObject([
      { tone: 'error', text: 'This file can’t be saved: its base64 is damaged.' },
    ]);
    for (const one of shownToasts()) dismissToast(one.id);
  },
);
