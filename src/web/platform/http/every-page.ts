import { cursorParam } from './client.ts';

interface Page<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}

/**
 * A list whole, page after page, in the server's order: at most a page more than `max`, so that an
 * unexpectedly long list cannot fill the tab. Code that shows it says so at its end (`CappedNote`).
 */
export async function everyPage<Row>(
  max: number,
  read: (cursor: { cursor?: string }) => Promise<Page<Row>>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor = '';
  do {
    const page = await read(cursorParam(cursor));
    rows.push(...page.data);
    cursor = page.next_cursor ?? '';
  } while (cursor !== '' && rows.length < max);
  return rows;
}
