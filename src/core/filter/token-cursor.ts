import { refuseFilter } from './refuse-filter.ts';
import type { Token } from './tokenizer.ts';

/** A place in a list of tokens that ends with `end`: looking ahead, taking, refusing. */
export class TokenCursor {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  peek(ahead = 0): Token {
    return (
      this.#tokens[Math.min(this.#next + ahead, this.#tokens.length - 1)] ?? {
        kind: 'end',
        text: '',
        at: 0,
        end: 0,
      }
    );
  }

  /** Where the last token taken ends. */
  get end(): number {
    return this.#tokens[this.#next - 1]?.end ?? 0;
  }

  take(): Token {
    const token = this.peek();
    this.#next += 1;
    return token;
  }

  isName(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'name' && token.text === text;
  }

  takeName(text: string): boolean {
    if (!this.isName(text)) return false;
    this.#next += 1;
    return true;
  }

  isMark(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'mark' && token.text === text;
  }

  /** Takes the next token when it is one of these marks, and says which; null otherwise. */
  takeMark(...texts: readonly string[]): string | null {
    const token = this.peek();
    if (token.kind !== 'mark' || !texts.includes(token.text)) return null;
    this.#next += 1;
    return token.text;
  }

  expectMark(text: string): void {
    if (this.takeMark(text) === null)
      refuseFilter(`Expected ${text}, found ${described(this.peek())}`, this.peek().at);
  }

  unexpected(): never {
    const token = this.peek();
    return refuseFilter(
      token.kind === 'end'
        ? 'Something is missing at the end of the filter'
        : `Unexpected ${described(token)}`,
      token.at,
    );
  }
}

function described(token: Token): string {
  if (token.kind === 'end') return 'the end of the filter';
  return token.kind === 'string' ? 'a string' : token.text.slice(0, 40);
}
