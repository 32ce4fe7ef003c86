import type { ValueAnswer, ValueQuestion, ValueReply, ValueRequest } from './value-protocol.ts';

/** One thread per value on screen; `stop` terminates it, including its current work. */
export class ValueClient {
  readonly #worker = new Worker(new URL('./value-worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<
    number,
    { resolve: (answer: ValueAnswer) => void; reject: (error: Error) => void }
  >();
  #lastId = 0;

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<ValueReply>) => {
      this.#waiting.get(data.id)?.resolve(data.result);
      this.#waiting.delete(data.id);
    });
    this.#worker.addEventListener('error', () => {
      for (const { reject } of this.#waiting.values())
        reject(new Error('The value is too large to display in this browser.'));
      this.#waiting.clear();
    });
  }

  ask(question: ValueQuestion): Promise<ValueAnswer> {
    this.#lastId += 1;
    const request: ValueRequest = { ...question, id: this.#lastId };
    return new Promise((resolve, reject) => {
      this.#waiting.set(request.id, { resolve, reject });
      this.#worker.postMessage(request);
    });
  }

  stop(): void {
    this.#worker.terminate();
    this.#waiting.clear();
  }
}
