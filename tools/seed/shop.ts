import type { Random } from '../otlp/random.ts';
import type { Customer, Language } from './people.ts';
import type { Values } from './templates.ts';

/**
 * Northwind Outfitters, the shop of the example data: what it sells, and orders of its customers.
 */

export interface Product {
  readonly name: string;
  /** The name with the English word for what it is, where the name does not say it. */
  readonly item: string;
  readonly sku: string;
  readonly cents: number;
  readonly colors: readonly string[];
  /** What it is made of. */
  readonly made: Made;
  /** Smallest first; none for what comes in one size. */
  readonly sizes: readonly string[];
}

type Made = 'fabric' | 'leather' | 'metal';

/** What breaks, and what keeps it whole. */
const MADE: Readonly<Record<Made, { readonly damage: string; readonly care: string }>> = {
  fabric: {
    damage: 'a torn seam',
    care: 'Brush the dirt off when it is dry and wash it at 30 °C without softener. 20 minutes in the dryer on low revive the water repellency.',
  },
  leather: {
    damage: 'a loose sole',
    care: 'Brush the dirt off when they are dry, never dry them on a heater, and wax the leather every ten outings. The insoles take a hand wash.',
  },
  metal: {
    damage: 'a dented lid',
    care: 'Warm water and a soft brush are enough. Please no dishwasher and no steel wool: they take the coating off.',
  },
};
const CLOTHES = ['XS', 'S', 'M', 'L', 'XL'] as const;
const SHOES = ['38', '39', '40', '41', '42', '43', '44', '45'] as const;

export const CATALOGUE: readonly Product[] = [
  product('Fjordlight 2', 'tent', 'TEN-2041', 329_00, 'fabric', ['moss', 'sand']),
  product('Kestrel 45', 'backpack', 'PAC-0450', 179_95, 'fabric', ['slate', 'rust']),
  product('Trailmate 25', 'daypack', 'PAC-0251', 89_95, 'fabric', ['ocean', 'black']),
  product('Polar Down 800', 'sleeping bag', 'SLP-0800', 279_00, 'fabric', ['navy']),
  product('Aurora Lamp', '', 'LGT-0110', 39_50, 'metal', ['brass', 'white']),
  product('Basecamp Mug', '', 'MUG-0035', 18_90, 'metal', ['green', 'cream']),
  product(
    'Nordkamm Shell',
    'rain jacket',
    'JKT-3320',
    219_95,
    'fabric',
    ['petrol', 'mustard', 'black'],
    CLOTHES,
  ),
  product('Halden Fleece', 'jacket', 'JKT-1185', 94_90, 'fabric', ['charcoal', 'berry'], CLOTHES),
  product('Ridgeline GTX', 'hiking boots', 'BOT-7712', 189_00, 'leather', ['brown', 'grey'], SHOES),
  product('Skarv Trail', 'running shoes', 'BOT-6120', 129_00, 'leather', ['lime', 'black'], SHOES),
  product('Merino Base 200', 'base layer', 'BAS-0200', 69_95, 'fabric', ['navy', 'oat'], CLOTHES),
];

type Row = readonly [
  name: string,
  kind: string,
  sku: string,
  cents: number,
  made: Made,
  colors: readonly string[],
  sizes?: readonly string[],
];

function product(...[name, kind, sku, cents, made, colors, sizes = []]: Row): Product {
  return { name, item: kind === '' ? name : `${name} ${kind}`, sku, cents, made, colors, sizes };
}

const CARRIERS = ['DHL', 'DPD', 'GLS', 'PostNL'] as const;
const HUBS = ['Leipzig', 'Venlo', 'Duisburg', 'Roissy'] as const;
const WAREHOUSES = ['Hamburg', 'Utrecht', 'Lyon'] as const;
const DAY_MS = 86_400_000;

/**
 * An order and everything that is said of it in a conversation, so that tools and answers agree.
 */
export interface Order {
  readonly id: string;
  readonly customer: Customer;
  readonly product: Product;
  readonly size: string | null;
  readonly newSize: string | null;
  readonly color: string;
  readonly quantity: number;
  readonly totalCents: number;
  readonly placedMs: number;
  readonly shippedMs: number;
  readonly etaMs: number;
  readonly carrier: string;
  readonly tracking: string;
  readonly hub: string;
  readonly warehouse: string;
  readonly stock: number;
  /** The values of templates in the customer's language. */
  readonly values: Values;
}

/** An order that a customer placed some days before. */
export function someOrder(random: Random, customer: Customer, nowMs: number): Order {
  const item = random.pick(CATALOGUE);
  const sizeAt = item.sizes.length === 0 ? -1 : random.between(0, item.sizes.length - 2);
  const quantity = item.cents < 50_00 ? random.between(1, 4) : 1;
  const placedMs = nowMs - random.between(3, 9) * DAY_MS - random.between(0, DAY_MS);
  const order = {
    id: `ORD-${random.between(100_000, 999_999)}`,
    customer,
    product: item,
    size: item.sizes[sizeAt] ?? null,
    newSize: sizeAt < 0 ? null : (item.sizes[sizeAt + 1] ?? null),
    color: random.pick(item.colors),
    quantity,
    totalCents: item.cents * quantity,
    placedMs,
    shippedMs: placedMs + DAY_MS,
    etaMs: nowMs + random.between(1, 3) * DAY_MS,
    carrier: random.pick(CARRIERS),
    tracking: `00340${random.between(100_000_000, 999_999_999)}${random.between(100, 999)}`,
    hub: random.pick(HUBS),
    warehouse: random.pick(WAREHOUSES),
    stock: random.between(2, 48),
  };
  return { ...order, values: valuesOf(order, random) };
}

function valuesOf(order: Omit<Order, 'values'>, random: Random): Values {
  const { customer, product: item } = order;
  const { language } = customer;
  return {
    order: order.id,
    first: customer.first,
    name: customer.name,
    email: customer.email,
    city: customer.city,
    street: customer.street,
    postcode: customer.postcode,
    product: item.name,
    item: item.item,
    sku: item.sku,
    size: order.size ?? '',
    newSize: order.newSize ?? '',
    color: order.color,
    ...MADE[item.made],
    quantity: String(order.quantity),
    price: amount(item.cents, language),
    total: amount(order.totalCents, language),
    placed: dayOf(order.placedMs, language),
    eta: dayOf(order.etaMs, language),
    carrier: order.carrier,
    tracking: order.tracking,
    hub: order.hub,
    warehouse: order.warehouse,
    stock: String(order.stock),
    label: `RET-${random.between(10_000, 99_999)}`,
    refund: `RF-${random.between(100_000, 999_999)}`,
    ticket: `TCK-${random.between(10_000, 99_999)}`,
  };
}

export function amount(cents: number, language: Language): string {
  const euros = (cents / 100).toFixed(2);
  if (language === 'japanese') return `${euros}ユーロ`;
  if (language === 'arabic') return `${euros} يورو`;
  return `${language === 'english' ? euros : euros.replace('.', ',')} EUR`;
}

const MONTHS: Readonly<Record<Exclude<Language, 'japanese'>, readonly string[]>> = {
  english:
    'January February March April May June July August September October November December'.split(
      ' ',
    ),
  german:
    'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  french:
    'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
      ' ',
    ),
  spanish:
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
      ' ',
    ),
  arabic: 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر'.split(' '),
};

function dayOf(ms: number, language: Language): string {
  const date = new Date(ms);
  const day = date.getUTCDate();
  const month = date.getUTCMonth();
  if (language === 'japanese') return `${month + 1}月${day}日`;
  const name = MONTHS[language][month] ?? '';
  if (language === 'german') return `${day}. ${name}`;
  return language === 'spanish' ? `${day} de ${name}` : `${day} ${name}`;
}
