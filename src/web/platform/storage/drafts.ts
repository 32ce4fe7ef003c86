import { keep, readKept } from './stored-setting.ts';

/** An unsaved form: the texts of its fields, by their names. */
export type DraftTexts = Readonly<Record<string, string>>;

/** The storage of one form's draft. It lasts as long as the tab, across reloads and sign-ins. */
export interface KeptDraft {
  readonly read: () => DraftTexts | null;
  readonly keep: (texts: DraftTexts) => void;
  readonly drop: () => void;
  /** Drops what is saved now, but not what was typed meanwhile. */
  readonly dropSaved: (saved: DraftTexts) => void;
}

const KEPT = 'telltale.drafts';
const DRAFTS_MAX = 30;
/**
 * The total size of all drafts: beyond it the oldest are deleted. A single larger draft isn't kept.
 */
const CHARS_MAX = 1_000_000;

const NOT_KEPT: KeptDraft = {
  read: () => null,
  keep: () => undefined,
  drop: () => undefined,
  dropSaved: () => undefined,
};

/** By author and form; newest last. */
let drafts: Map<string, DraftTexts> | undefined;

/** Null for an owner who is not known yet: then nothing is kept. */
export function draftOf(owner: string | null, form: string): KeptDraft {
  const key = `${owner} ${form}`;
  if (owner === null) return NOT_KEPT;
  const drop = (): void => void known().delete(key);
  return {
    read: () => known().get(key) ?? null,
    keep: (texts) => write(key, texts),
    drop,
    dropSaved: (saved) => {
      const now = known().get(key);
      if (now !== undefined && Object.entries(saved).every(([field, text]) => now[field] === text))
        drop();
    },
  };
}

/** The rest of the names of the owner's forms that begin so and have a draft. */
export function formsWithDraft(owner: string | null, start: string): readonly string[] {
  const prefix = `${owner} ${start}`;
  if (owner === null) return [];
  return [...known().keys()]
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));
}

/** A user who signs out leaves nothing behind. */
export function dropDrafts(): void {
  known().clear();
  keepDrafts();
}

function write(key: string, texts: DraftTexts): void {
  const all = known();
  all.delete(key);
  const size = charsOf(texts);
  if (size === 0 || size > CHARS_MAX) return;
  all.set(key, texts);
  let chars = [...all.values()].reduce((sum, one) => sum + charsOf(one), 0);
  for (const [oldest, one] of all) {
    if (all.size <= DRAFTS_MAX && chars <= CHARS_MAX) return;
    all.delete(oldest);
    chars -= charsOf(one);
  }
}

function charsOf(texts: DraftTexts): number {
  return Object.values(texts).reduce((sum, text) => sum + text.length, 0);
}

function known(): Map<string, DraftTexts> {
  if (drafts !== undefined) return drafts;
  drafts = readDrafts(readKept(KEPT));
  // When the page goes: writing them at each key would be felt.
  addEventListener('pagehide', keepDrafts);
  document.addEventListener('visibilitychange', keepDrafts);
  return drafts;
}

function keepDrafts(): void {
  keep(KEPT, JSON.stringify([...known()]));
}

function readDrafts(text: string | null): Map<string, DraftTexts> {
  try {
    // what keepDrafts wrote
    return new Map(JSON.parse(text ?? '[]') as readonly (readonly [string, DraftTexts])[]);
  } catch {
    return new Map();
  }
}
