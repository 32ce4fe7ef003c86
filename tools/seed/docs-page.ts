/**
 * The documentation of Paperlane, an invented service for signing and filing documents, and what
 * its readers ask.
 */
export interface DocsPage {
  readonly slug: string;
  readonly subject: string;
  /** By section of the page. */
  readonly passages: Readonly<Record<string, string>>;
  readonly questions: readonly DocsQuestion[];
  /** What the passages do not say: an answer with it is not grounded. */
  readonly unsupported: string;
}

export interface DocsQuestion {
  readonly asks: readonly string[];
  /** `{passage}` in brackets cites a section of the page. */
  readonly answer: string;
}
