import type { DecodedSpan } from './decoded-span.ts';

/** A span with nothing in it that need not be: tests add what they are about. */
export const BARE_SPAN: DecodedSpan = {
  traceId: '01'.repeat(16),
  spanId: '02'.repeat(8),
  parentSpanId: '',
  traceState: '',
  flags: 0,
  name: 's',
  kind: 1,
  startTimeUnixNano: 1n,
  endTimeUnixNano: 2n,
  attributes: [],
  droppedAttributesCount: 0,
  events: [],
  droppedEventsCount: 0,
  links: [],
  droppedLinksCount: 0,
  status: { code: 0, message: '' },
};
