/**
 * What goes wrong in the repository northwind/shop, and how it is put right. `{entity}`, `{Entity}`
 * and `{path}` are filled in for each task.
 */
export interface CodingStory {
  readonly asks: readonly string[];
  /** What a search for the cause looks for. */
  readonly search: string;
  /** The faulty lines, what they become, and the test that shows it. */
  readonly before: string;
  readonly after: string;
  readonly test: string;
  readonly failure: string;
  /** What the agent thinks: on finding the cause, on a test that still fails, in the end. */
  readonly cause: string;
  readonly secondThought: string;
  readonly summary: string;
  /** Seen on a screenshot. */
  readonly isVisible?: boolean;
}

export const CODING_STORIES: readonly CodingStory[] = [
  {
    asks: [
      'The second page of the {entity} list repeats the last row of the first page. Please fix it.',
      'GET /api/{entity}s?page=2 returns one {entity} twice. Write a test first.',
    ],
    search: 'offset',
    before: 'const offset = page * PAGE_SIZE - 1;',
    after: 'const offset = (page - 1) * PAGE_SIZE;',
    test: 'page 2 begins after the last row of page 1',
    failure: 'AssertionError: expected [ 20, 21, 22 ] to deeply equal [ 21, 22, 23 ]',
    cause:
      'Pages count from 1, but the offset is computed as if they counted from 0 and then corrected by one row instead of one page.',
    secondThought:
      'The list is right now, but the total in the header still counts the overlapping row. I will take it from the same query.',
    summary:
      'The offset of the {entity} list was off by one row from page 2 on. It is now `(page - 1) * PAGE_SIZE`, and a new test checks that pages neither overlap nor leave a gap. No other caller passes a page to this function.',
  },
  {
    asks: [
      'Some {entity} totals are one cent off in the monthly report. Find out why and fix it.',
      'Customers complain that the VAT on the {entity} does not add up. Please look into it.',
    ],
    search: 'VAT_RATE',
    before: 'const total = lines.reduce((sum, line) => sum + line.price * VAT_RATE, 0);',
    after: 'const total = lines.reduce((sum, line) => sum + Math.round(line.cents * VAT_RATE), 0);',
    test: 'adds up the lines as they are printed',
    failure: 'AssertionError: expected 119.96999999999998 to be 119.97',
    cause:
      'Prices are floating-point euros here, and rounding happens once at the end, while the printed lines are rounded one by one.',
    secondThought:
      'The report passes, but the CSV export formats the number itself. It has to divide the cents by 100 as well.',
    summary:
      'Totals of the {entity} are now added up in whole cents, and each line is rounded before it is added, as on the printed document. The CSV export uses the same function. Stored data needs no migration, because totals are computed when they are read.',
  },
  {
    asks: [
      'The nightly job marks every {entity} of the last day of the month as overdue. Only in summer. Can you fix it?',
      '{Entity} dates shift by a day for users in New York. Please fix it and add a test.',
    ],
    search: 'new Date(',
    before: 'const due = new Date(`${row.dueOn} 00:00`);',
    after: "const due = Temporal.PlainDate.from(row.dueOn).toZonedDateTime('UTC');",
    test: 'a date stays the same day in every time zone',
    failure: "AssertionError: expected '2026-06-29' to be '2026-06-30'",
    cause:
      'A date without a time zone is read in the zone of the server, which is two hours ahead of UTC in summer.',
    secondThought:
      'One test still reads the date through the old helper. It belongs to the same change.',
    summary:
      'Due dates of the {entity} are plain dates now and are compared in UTC. The test runs in three time zones (`TZ=UTC`, `America/New_York`, `Asia/Tokyo`). The column in the database is unchanged.',
  },
  {
    asks: [
      'Opening the {entity} page takes 4 s for shops with many rows. Why is it slow, and what is the smallest fix?',
      'Why does {path} run 200 queries? Please make it one.',
    ],
    search: 'await load',
    before: 'for (const row of rows) row.customer = await loadCustomer(row.customerId);',
    after:
      'const customers = await loadCustomers(rows.map((row) => row.customerId));\nfor (const row of rows) row.customer = customers.get(row.customerId);',
    test: 'asks for all customers at once',
    failure: 'AssertionError: expected "query" to be called 2 times, but got 201 times',
    cause: 'Each row asks for its customer by itself: a query for each row, one after the other.',
    secondThought:
      'Two rows of one customer ask for the same id twice. I will remove duplicates before the query.',
    summary:
      'The {entity} list now loads all customers with one query instead of one for each row: 2 queries instead of 201 in the test, 4.1 s to 160 ms on the copy of the production data. The result is the same, row by row.',
  },
  {
    asks: [
      'The {entity} page crashes for guests who have no address. The stack is in the ticket.',
      "TypeError: Cannot read properties of null (reading 'city') in the {entity} view. Please fix it.",
    ],
    search: '.address.',
    before: 'const place = customer.address.city;',
    after: "const place = customer.address?.city ?? 'No address yet';",
    test: 'shows guests without an address',
    failure: "TypeError: Cannot read properties of null (reading 'city')",
    cause:
      'Guests may check out without an address since March, but this view still takes one for granted.',
    secondThought:
      'The print view has the same assumption. I will change both and share the helper.',
    summary:
      'The {entity} view and its print version now show “No address yet” for guests instead of failing. The type of `Customer.address` says that it may be null, so the compiler finds further places: there were two, both are fixed.',
  },
  {
    asks: [
      'On narrow phones the price covers the button of the {entity} card, see the screenshot.',
      'The {entity} table runs out of the page at 390 px. Screenshot attached, please fix the layout.',
    ],
    search: '.card-footer',
    before: '.card-footer { display: flex; height: 32px; }',
    after: '.card-footer { display: flex; flex-wrap: wrap; gap: 8px; min-height: 32px; }',
    test: 'nothing overlaps at 390 px',
    failure: 'AssertionError: expected overlap of .price and .buy to be 0, got 46 px',
    cause:
      'The footer of the card has a fixed height and does not wrap, so a long price lies above the button.',
    secondThought:
      'The price wraps now, but the button shrinks below its text. It gets flex: none.',
    summary:
      'The footer of the {entity} card wraps and grows now. Checked at 320, 390 and 768 px with the longest price of the catalogue; the new test measures the overlap in the browser.',
    isVisible: true,
  },
  {
    asks: [
      'Requests for the {entity} hang when the payment service is down. They should give up after 3 s.',
      'We send the same {entity} twice when the first attempt times out. Please make retries safe.',
    ],
    search: 'fetch(',
    before: 'const reply = await fetch(url, { method: "POST", body });',
    after:
      'const reply = await fetch(url, { method: "POST", body, signal: AbortSignal.timeout(3_000), headers: { "idempotency-key": key } });',
    test: 'sends the same key again after a time-out',
    failure: 'Error: Test timed out in 5000ms.',
    cause:
      'The call has no time limit, and a retry carries nothing by which the payment service could recognise it.',
    secondThought:
      'The key changes with each attempt because it is made inside the loop. I will move it out.',
    summary:
      'Calls for the {entity} give up after 3 s and carry an idempotency key that stays the same over all attempts, so a retry cannot book twice. The test uses a server that never answers.',
  },
];

/** A change to many files, for tasks that take very long. */
export const MIGRATION = {
  asks: [
    'Replace moment by Temporal in the whole repository, one module at a time, and keep the tests green.',
    'Move all modules from the old logger to pino. Run the tests of each module after changing it.',
  ],
  before: "import moment from 'moment';",
  after: "import { Temporal } from '@js-temporal/polyfill';",
  summary:
    'All modules are migrated, each with its tests run after the change. `moment` is gone from package.json; the bundle of the shop is 61 kB smaller. Two tests that relied on local time now name their zone.',
} as const;

export const ENTITIES = [
  'order',
  'invoice',
  'refund',
  'voucher',
  'shipment',
  'customer',
  'return',
  'cart',
  'price',
  'review',
  'supplier',
  'payment',
] as const;
export const FOLDERS = [
  'src/api',
  'src/billing',
  'src/checkout',
  'src/reports',
  'src/search',
  'web/pages',
  'web/components',
] as const;
/** Modules of an entity. */
export const MODULES = [
  'list',
  'view',
  'export',
  'form',
  'import',
  'service',
  'filter',
  'totals',
] as const;
