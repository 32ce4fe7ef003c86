import { extendWalk, walkedList } from '#web/lists/list-walk.ts';
import { readRows } from '#web/lists/rows.calls.ts';

const ROWS = 200;

/** Reads the next part of the list that is walked through, or the one before; nothing where it was read to that end. */
export async function readWalkOn(by: 1 | -1): Promise<void> {
  const list = walkedList();
  const cursor = (by > 0 ? list?.later : list?.earlier) ?? null;
  if (list === null || cursor === null) return;
  const { project, range, search, before } = list;
  const wish =
    by > 0 ? { cursor, at: 0, limit: ROWS } : { cursor, at: before, limit: Math.max(1, Math.min(ROWS, before)), backward: true as const };
  const page = await readRows(project, range, search, { ...wish, bare: true });
  extendWalk(
    by,
    page.rows.map(({ href }) => href),
    by > 0 ? page.next : before - page.rows.length <= 0 ? null : page.previous,
  );
}
