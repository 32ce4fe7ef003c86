import type { Order } from './shop.ts';

export type ToolName =
  | 'lookup_order'
  | 'track_parcel'
  | 'check_stock'
  | 'start_refund'
  | 'create_return'
  | 'update_order'
  | 'search_help'
  | 'create_ticket';

/** What a customer writes and what the agent answers once its tools have run. */
export interface Turn {
  readonly says: readonly string[];
  readonly tools: readonly ToolName[];
  readonly answers: readonly string[];
}

export type Topic =
  | 'delivery'
  | 'returns'
  | 'exchange'
  | 'damage'
  | 'billing'
  | 'cancellation'
  | 'product question'
  | 'complaint';

/**
 * A conversation about one thing: its first turn opens it, each later one follows from those
 * before.
 */
export interface Scenario {
  readonly topic: Topic;
  /** The agent that answers. */
  readonly agent: 'orders_agent' | 'returns_agent' | 'billing_agent' | 'product_agent';
  /** Orders it makes sense for; all, without it. */
  readonly fits?: (order: Order) => boolean;
  readonly turns: readonly Turn[];
}
