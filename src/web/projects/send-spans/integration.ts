/** A framework of docs/integrations: the lines of its page. */
export interface Integration {
  readonly slug: string;
  readonly title: string;
  readonly language: string;
  readonly instrumentation: string;
  readonly shell: string;
  readonly code: 'python' | 'js' | 'java';
  readonly setUp: string;
  readonly use: string;
}
