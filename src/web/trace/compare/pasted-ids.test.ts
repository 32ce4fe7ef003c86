import { expect, it } from 'vitest';
import { pastedIds, pastedTraceIds } from './pasted-ids.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

it.each<[string, readonly string[]]>([
  [TRACE, [TRACE]],
  [`  ${TRACE}\n`, [TRACE]],
  [`"${TRACE}",`, [TRACE]],
  [TRACE.toUpperCase(), [TRACE.toUpperCase()]],
  // A session may be called so itself.
  ['0af76519-16cd-43dd-8448-eb211c80319c', ['0af76519-16cd-43dd-8448-eb211c80319c', TRACE]],
  [`0x${TRACE}`, [`0x${TRACE}`, TRACE]],
  [`00-${TRACE}-${SPAN}-01`, [`00-${TRACE}-${SPAN}-01`, TRACE]],
  [`span_id=${SPAN}`, [`span_id=${SPAN}`, SPAN]],
  [
    `http://localhost:6006/projects/shop/traces/${TRACE}?span=${SPAN}`,
    [`http://localhost:6006/projects/shop/traces/${TRACE}?span=${SPAN}`, TRACE],
  ],
  ["'VHJhY2U6MTE0Ng=='", ['VHJhY2U6MTE0Ng==']],
  ['chat-23f741333d5a', ['chat-23f741333d5a']],
  [`user-${TRACE}a`, [`user-${TRACE}a`]],
  ['', []],
  [`${'x'.repeat(600)} ${TRACE}`, [TRACE]],
])('what %s may mean', (text, ids) => {
  expect(pastedIds(text)).toEqual(ids);
});

const OTHER = '4bf92f3577b34da6a3ce929d0e0e4736';

it.each<[string, readonly string[]]>([
  [TRACE, [TRACE]],
  [` "${TRACE.toUpperCase()}", `, [TRACE]],
  ['0af76519-16cd-43dd-8448-eb211c80319c', [TRACE]],
  [SPAN, [SPAN]],
  ['VHJhY2U6MTE0Ng==', ['VHJhY2U6MTE0Ng==']],
  [`http://localhost:6006/projects/shop/traces/${TRACE}?span=${SPAN}`, [TRACE]],
  [`/projects/shop/compare?a=${TRACE}&b=${OTHER}`, [TRACE, OTHER]],
  [`${TRACE}\n${OTHER}\n${TRACE}`, [TRACE, OTHER]],
  // A project, an order of a customer, words, and conditions.
  ['UHJvamVjdDox', []],
  ['order 4711', []],
  ['refund', []],
  [`trace_id == '${TRACE}'`, []],
  [`trace_id in ['${TRACE}']`, []],
  [`${TRACE} or refund`, []],
  ['', []],
])('the traces that %s names', (text, ids) => {
  expect(pastedTraceIds(text)).toEqual(ids);
});
