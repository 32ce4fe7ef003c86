import { useSyncExternalStore } from 'react';
import { readSetting, writeSetting } from '#web/platform/storage/stored-setting.ts';

/**
 * How texts are shown: laid out as Markdown, as they were sent, or as the JSON they are part of.
 * Markdown until a reader chooses, for that is what models write; line breaks stay as they were
 * sent.
 */
export const CONTENT_MODES = ['markdown', 'text', 'json'] as const;
export type ContentMode = (typeof CONTENT_MODES)[number];

const KEY = 'telltale.content';
const listeners = new Set<() => void>();
let current: ContentMode = CONTENT_MODES.find((one) => one === readSetting(KEY)) ?? 'markdown';

/** The reader's choice, for all spans, kept in this browser. */
export function useContentMode(): ContentMode {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

export function setContentMode(mode: ContentMode): void {
  current = mode;
  writeSetting(KEY, mode);
  for (const listener of listeners) listener();
}
