import { Type, type TSchema } from 'typebox';

/** The envelope of every list: the items, and the cursor of the next page or null. */
export function pageOf<T extends TSchema>(item: T) {
  return Type.Object({
    data: Type.Array(item),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Cursor of the next page; null at the end.',
    }),
  });
}
