/** What a notice is about. Those of `access`, configs and prices are sent by the database itself. */
export type NoticeTopic =
  | 'access'
  | 'annotation_configs'
  | 'model_prices'
  | 'commits'
  | 'experiments'
  | 'jobs';

/**
 * Receives the items that were published, each once. Null means that anything of the topic may have
 * changed: forget all that is cached of it, and look.
 */
export type NoticeListener = (items: readonly string[] | null) => void;

/** How the servers of one set of data tell each other that something changed. */
export interface Notices {
  /**
   * Tells the other servers, not this one. Items, such as a row's number, are gathered for a moment
   * and sent once, as often as they are published.
   */
  publish(topic: NoticeTopic, items: readonly (string | number)[]): void;
  /** Calls back when another server published something; call the returned function to stop. */
  subscribe(topic: NoticeTopic, listener: NoticeListener): () => void;
  /** Sends what waits, and nothing more. */
  stop(): Promise<void>;
}

const nothing = (): void => undefined;

/** Of a server that is alone: there are no others to tell. */
export const NO_NOTICES: Notices = {
  publish: nothing,
  subscribe: () => nothing,
  stop: async () => undefined,
};
