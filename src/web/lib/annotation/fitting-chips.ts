const PADDING_PX = 8;
const GAP_PX = 6;
/** Of the sign that says how many more there are. */
const MORE_PX = 30;
const LATIN_PX = 0.54;
/** From here on letters are about as wide as they are high: CJK, emoji. */
const WIDE_FROM = 0x2e80;

/** About how wide a text is at a size, without measuring: a row of a tree cannot wait for a layout. */
export function textPx(text: string, sizePx: number): number {
  let width = 0;
  for (const char of text) width += (char.codePointAt(0) ?? 0) >= WIDE_FROM ? sizePx : LATIN_PX * sizePx;
  return width;
}

/** How many of these chips fit into the room that is left; the rest becomes one sign, which always has its place. */
export function chipsThatFit(texts: readonly string[], sizePx: number, roomPx: number): number {
  let used = 0;
  for (const [at, text] of texts.entries()) {
    used += textPx(text, sizePx) + PADDING_PX + GAP_PX;
    const isLast = at === texts.length - 1;
    if (used > roomPx - (isLast ? 0 : MORE_PX)) return at;
  }
  return texts.length;
}
