import type { NoticeListener, Notices, NoticeTopic } from '#core/ports/notices.ts';
import { ALL_ITEMS, type Notice } from './notice.ts';

/** Notices of a topic are sent at most five times a second. */
const PAUSE_MS = 200;
/** After a failure: the database may be restarting. */
const RETRY_MS = 1_000;
/** PostgreSQL takes less than 8,000 bytes, with the topic and the rest. */
const ITEMS_CHARS_MAX = 7_000;

interface Topic {
  readonly listeners: Set<NoticeListener>;
  /** What is to be sent; null for all. */
  waiting: Set<string> | null;
  /** Runs while nothing may be sent. */
  timer: NodeJS.Timeout | null;
}

/**
 * Notices between servers, on the main thread. A topic is quiet -> (published) sent at once, then
 * paused; what comes during the pause is gathered and sent at its end. What could not be sent is
 * kept and sent later.
 */
export class SharedNotices implements Notices {
  readonly #send: (notice: Notice) => Promise<unknown>;
  readonly #topics = new Map<string, Topic>();
  #isClosed = false;

  /** `send` hands a notice to the thread with the connection. */
  constructor(send: (notice: Notice) => Promise<unknown>) {
    this.#send = send;
  }

  publish(topic: NoticeTopic, items: readonly (string | number)[]): void {
    if (items.length === 0 || this.#isClosed) return;
    const state = this.#topic(topic);
    for (const item of items) state.waiting?.add(String(item));
    if (state.timer === null) void this.#flush(topic, state);
  }

  subscribe(topic: NoticeTopic, listener: NoticeListener): () => void {
    const { listeners } = this.#topic(topic);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Hands on what another server published. */
  receive({ topic, items }: Notice): void {
    const received = items === ALL_ITEMS ? null : items.split(' ');
    for (const listener of this.#topics.get(topic)?.listeners ?? []) listener(received);
  }

  async stop(): Promise<void> {
    const flushed = [...this.#topics].map(([name, topic]) => this.#flush(name, topic));
    this.#isClosed = true;
    for (const { timer } of this.#topics.values()) if (timer !== null) clearTimeout(timer);
    await Promise.all(flushed);
  }

  #topic(name: string): Topic {
    const known = this.#topics.get(name);
    if (known !== undefined) return known;
    const topic: Topic = { listeners: new Set(), waiting: new Set(), timer: null };
    this.#topics.set(name, topic);
    return topic;
  }

  async #flush(name: string, topic: Topic): Promise<void> {
    const { waiting } = topic;
    topic.timer = null;
    if (this.#isClosed || waiting?.size === 0) return;
    topic.waiting = new Set();
    const text = waiting === null ? ALL_ITEMS : [...waiting].join(' ');
    const items = text.length > ITEMS_CHARS_MAX ? ALL_ITEMS : text;
    this.#pause(name, topic, PAUSE_MS);
    try {
      await this.#send({ topic: name, items });
    } catch {
      const isAll = items === ALL_ITEMS || topic.waiting === null;
      topic.waiting = isAll ? null : new Set([...(waiting ?? []), ...(topic.waiting ?? [])]);
      this.#pause(name, topic, RETRY_MS);
    }
  }

  #pause(name: string, topic: Topic, ms: number): void {
    if (topic.timer !== null) clearTimeout(topic.timer);
    topic.timer = setTimeout(() => void this.#flush(name, topic), ms).unref();
  }
}
