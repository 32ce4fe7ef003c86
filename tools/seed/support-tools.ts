import type { Random } from '../otlp/random.ts';
import type { ToolName, Topic } from './conversation.ts';
import { toolRun, toolSchema, type ToolCall } from './model-calls.ts';
import type { Order } from './shop.ts';
import type { Step } from './trace-tree.ts';

/**
 * The tools of the support agent: what they are called with, what they return for an order, and how
 * they fail.
 */

interface Tool {
  readonly description: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly medianMs: number;
  readonly arguments: (order: Order, topic: Topic) => object;
  readonly result: (order: Order, topic: Topic) => object;
}

const TOOLS: Readonly<Record<ToolName, Tool>> = {
  lookup_order: {
    description: 'Finds an order by its number.',
    properties: { order_id: 'string' },
    medianMs: 60,
    arguments: ({ id }) => ({ order_id: id }),
    result: (order, topic) => ({
      order_id: order.id,
      status: statusFor(topic),
      placed_at: iso(order.placedMs),
      customer: { name: order.customer.name, email: order.customer.email },
      items: [item(order)],
      total_eur: order.totalCents / 100,
      payment: 'card',
      shipping: {
        carrier: order.carrier,
        tracking_number: order.tracking,
        address: addressOf(order),
      },
    }),
  },
  track_parcel: {
    description: 'Asks the carrier where a parcel is.',
    properties: { carrier: 'string', tracking_number: 'string' },
    medianMs: 420,
    arguments: ({ carrier, tracking }) => ({ carrier, tracking_number: tracking }),
    result: (order, topic) => ({
      tracking_number: order.tracking,
      status: topic === 'returns' ? 'return_in_transit' : 'in_transit',
      estimated_delivery: iso(order.etaMs).slice(0, 10),
      events: [
        topic === 'returns'
          ? {
              at: iso(order.shippedMs),
              place: order.customer.city,
              text: 'Dropped off at a parcel shop',
            }
          : { at: iso(order.shippedMs), place: order.warehouse, text: 'Picked up by the carrier' },
        {
          at: iso(order.shippedMs + 64_800_000),
          place: order.hub,
          text: 'Arrived at the sorting centre',
        },
      ],
    }),
  },
  check_stock: {
    description: 'How many of an article the warehouses have.',
    properties: { sku: 'string', size: 'string', color: 'string' },
    medianMs: 35,
    arguments: (order, topic) => {
      const size = wantedSize(order, topic);
      return { sku: order.product.sku, ...(size === null ? {} : { size }), color: order.color };
    },
    result: (order, topic) => {
      const { product, color, warehouse, stock } = order;
      return {
        sku: product.sku,
        name: product.name,
        variant: variant(wantedSize(order, topic), color),
        warehouses: [{ name: warehouse, available: stock }],
        price_eur: product.cents / 100,
      };
    },
  },
  start_refund: {
    description: 'Starts a refund to the original payment method. At most 200 EUR.',
    properties: { order_id: 'string', amount_eur: 'number', reason: 'string' },
    medianMs: 180,
    arguments: ({ id, totalCents }) => ({
      order_id: id,
      amount_eur: totalCents / 100,
      reason: 'customer request',
    }),
    result: ({ values, totalCents }) => ({
      refund_id: values['refund'],
      status: 'pending',
      amount_eur: totalCents / 100,
      expected_days: 5,
    }),
  },
  create_return: {
    description: 'Creates a return with a prepaid label and sends it by e-mail.',
    properties: { order_id: 'string', sku: 'string', reason: 'string' },
    medianMs: 240,
    arguments: ({ id, product }) => ({
      order_id: id,
      sku: product.sku,
      reason: 'does not fit or not wanted',
    }),
    result: ({ values, carrier, customer }) => ({
      return_id: values['label'],
      carrier,
      label_sent_to: customer.email,
      valid_days: 14,
    }),
  },
  update_order: {
    description: 'Changes or cancels an order that has not left the warehouse.',
    properties: { order_id: 'string', change: 'object' },
    medianMs: 95,
    arguments: (order, topic) => ({
      order_id: order.id,
      change:
        topic === 'cancellation'
          ? { status: 'cancelled' }
          : {
              replacement: {
                sku: order.product.sku,
                variant: variant(wantedSize(order, topic), order.color),
              },
            },
    }),
    result: ({ id, totalCents, values, etaMs }, topic) =>
      topic === 'cancellation'
        ? {
            order_id: id,
            status: 'cancelled',
            refund_id: values['refund'],
            refund_eur: totalCents / 100,
          }
        : {
            order_id: id,
            status: 'replacement_scheduled',
            estimated_delivery: iso(etaMs).slice(0, 10),
          },
  },
  search_help: {
    description: 'Searches the help centre.',
    properties: { query: 'string' },
    medianMs: 110,
    arguments: ({ product }) => ({ query: `${product.name} care warranty returns` }),
    result: () => ({
      articles: [
        {
          id: 'help-104',
          title: 'Returns and refunds',
          excerpt: 'Unused articles can be returned within 30 days, free of charge.',
        },
        {
          id: 'help-131',
          title: 'Warranty',
          excerpt: 'Two years on material and workmanship. Send a photo and the order number.',
        },
        {
          id: 'help-127',
          title: 'Caring for your gear',
          excerpt: 'By material: fabric, leather, metal. Each page of a product links its own.',
        },
      ],
    }),
  },
  create_ticket: {
    description: 'Hands a case to a colleague.',
    properties: { order_id: 'string', summary: 'string', priority: 'string' },
    medianMs: 70,
    arguments: ({ id, customer, product }) => ({
      order_id: id,
      summary: `${customer.name}: ${product.name}, needs a decision`,
      priority: 'normal',
    }),
    result: ({ values }) => ({
      ticket_id: values['ticket'],
      queue: 'customer-care',
      answer_within_hours: 24,
    }),
  },
};

export const TOOL_SCHEMAS = Object.entries(TOOLS).map(([name, tool]) =>
  toolSchema(name, tool.description, tool.properties),
);

/** What a turn is about. */
export interface Case {
  readonly order: Order;
  readonly topic: Topic;
}

const TRACK_FAILURES = 0.11;
const OTHER_FAILURES = 0.014;

export function toolCall(random: Random, name: ToolName, { order, topic }: Case): ToolCall {
  return {
    id: `call_${random.bytes(9).toString('base64url')}`,
    name,
    arguments: JSON.stringify(TOOLS[name].arguments(order, topic)),
  };
}

/** The span of a call. Carriers are what fails most. */
export function runTool(
  random: Random,
  name: ToolName,
  call: ToolCall,
  { order, topic }: Case,
): Step {
  const tool = TOOLS[name];
  const isBroken = random.chance(name === 'track_parcel' ? TRACK_FAILURES : OTHER_FAILURES);
  return toolRun(random, {
    name,
    description: tool.description,
    arguments: call.arguments,
    result: tool.result(order, topic),
    medianMs: isBroken ? 5_000 : tool.medianMs,
    ...(isBroken ? { error: failureOf(random, name, order) } : {}),
  });
}

type Failure = NonNullable<Step['error']>;

function failureOf(random: Random, name: ToolName, order: Order): Failure {
  switch (name) {
    case 'track_parcel':
      return failure(
        name,
        'TimeoutError',
        `${order.carrier} did not answer within 5 s`,
        'CarrierClient.get (/app/src/carrier/client.ts:88:13)',
      );
    case 'start_refund':
      return failure(
        name,
        'PaymentProviderError',
        `502 from the payment provider for refund ${order.values['refund']} of ${order.totalCents} cents`,
        'PaymentClient.refund (/app/src/payment/client.ts:61:11)',
      );
    case 'lookup_order':
    case 'update_order':
      return failure(
        name,
        'DatabaseError',
        `canceling statement due to statement timeout (pool orders-${random.between(1, 4)})`,
        'Parser.parseErrorMessage (/app/node_modules/pg-protocol/dist/parser.js:283:98)',
      );
    case 'search_help':
      return failure(
        name,
        'TypeError',
        "Cannot read properties of undefined (reading 'hits')",
        'HelpIndex.search (/app/src/help/help-index.ts:35:29)',
      );
    case 'check_stock':
    case 'create_return':
    case 'create_ticket':
      return failure(
        name,
        'FetchError',
        `connect ECONNREFUSED 10.0.4.${random.between(10, 19)}:8080`,
        'TCPConnectWrap.afterConnect (node:net:1637:16)',
      );
  }
}

function failure(tool: ToolName, type: string, message: string, frame: string): Failure {
  return {
    type,
    message,
    stack: `${type}: ${message}
    at ${frame}
    at async ${tool} (/app/src/tools/${tool}.ts:41:20)
    at async ToolRunner.run (/app/src/agent/tool-runner.ts:57:22)
    at async SupportAgent.turn (/app/src/agent/support-agent.ts:133:9)`,
  };
}

function item({ product, size, color, quantity }: Order): object {
  return {
    sku: product.sku,
    name: product.name,
    variant: variant(size, color),
    quantity,
    price_eur: product.cents / 100,
  };
}

/** Only who exchanges an article wants another size. */
function wantedSize({ size, newSize }: Order, topic: Topic): string | null {
  return topic === 'exchange' ? newSize : size;
}

function variant(size: string | null, color: string): string {
  return size === null ? color : `${size}, ${color}`;
}

function statusFor(topic: Topic): string {
  if (topic === 'cancellation') return 'packing';
  return topic === 'delivery' || topic === 'complaint' ? 'shipped' : 'delivered';
}

function addressOf({ customer }: Order): string {
  return `${customer.name}, ${customer.street}, ${customer.postcode} ${customer.city}`;
}

function iso(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
