/** A binary heap: `pop` gives the item that comes before all others. */
export class Heap<Item> {
  readonly #items: Item[] = [];
  readonly #before: (a: Item, b: Item) => boolean;

  constructor(before: (a: Item, b: Item) => boolean) {
    this.#before = before;
  }

  get first(): Item | undefined {
    return this.#items[0];
  }

  push(item: Item): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = items[above];
      if (parent === undefined || !this.#before(item, parent)) break;
      items[at] = parent;
      at = above;
    }
    items[at] = item;
  }

  pop(): Item | undefined {
    const items = this.#items;
    const top = items[0];
    const moved = items.pop();
    if (moved === undefined || items.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const [left, right] = [items[child], items[child + 1]];
      if (left === undefined) break;
      if (right !== undefined && this.#before(right, left)) child += 1;
      const next = items[child];
      if (next === undefined || !this.#before(next, moved)) break;
      items[at] = next;
      at = child;
    }
    items[at] = moved;
    return top;
  }
}
