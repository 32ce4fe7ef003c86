import type { MetaStatement } from './meta-connection.ts';

/** One page of a long list that the database writes as text itself. Plain data. */
export interface MetaTextPage {
  /** The texts, joined by the separator, as UTF-8 in a separate buffer. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly count: number;
  /** The key of the last row in the page; null for an empty page. */
  readonly lastKey: number | null;
  /** False when the rows ended before the page was full. */
  readonly full: boolean;
}

/** Text after which a page is full, whatever the limit of its rows. */
export const TEXT_PAGE_CHARS = 512 * 1024;

/**
 * Runs a query whose columns are `key` (an integer) and `text`, of at most `rowsMax` rows, and
 * joins the texts in the thread that holds the database, so that the main thread only passes bytes
 * on. The next page starts from `lastKey`.
 */
export type RunTextPage = (query: MetaTextQuery) => Promise<MetaTextPage>;

/** The statement. The texts are joined by commas, or by another separator. */
export interface MetaTextQuery extends MetaStatement {
  readonly rowsMax: number;
  readonly separator?: string;
  /** Text after which a page is full; `TEXT_PAGE_CHARS` unless given. */
  readonly charsMax?: number;
}

type PageLimits = Pick<MetaTextQuery, 'rowsMax' | 'separator' | 'charsMax'>;

/** Joins rows until the page is full. */
export function joinTextPage(rows: Iterable<unknown>, limits: PageLimits): MetaTextPage {
  const page = beginTextPage(limits);
  for (const row of rows) if (!page.add(row)) break;
  return page.end();
}

/** A page that rows are added to, until `add` says that it takes no more. */
export function beginTextPage({
  rowsMax,
  separator = ',',
  charsMax = TEXT_PAGE_CHARS,
}: PageLimits): {
  readonly add: (row: unknown) => boolean;
  readonly end: () => MetaTextPage;
} {
  const texts: string[] = [];
  let chars = 0;
  let lastKey: number | null = null;
  return {
    add: (row) => {
      const { key, text } = textRow(row);
      texts.push(text);
      lastKey = key;
      chars += text.length;
      return chars < charsMax;
    },
    end: () => {
      const bytes = new Uint8Array(new TextEncoder().encode(texts.join(separator)));
      return {
        bytes,
        count: texts.length,
        lastKey,
        full: chars >= charsMax || texts.length >= rowsMax,
      };
    },
  };
}

function textRow(row: unknown): { readonly key: number; readonly text: string } {
  if (typeof row === 'object' && row !== null && 'key' in row && 'text' in row) {
    const { key, text } = row;
    if (typeof key === 'number' && typeof text === 'string') return { key, text };
  }
  throw new Error('A text page has rows of a key and a text.');
}
