const SANS = "'Inter Variable', system-ui, sans-serif";

let context: CanvasRenderingContext2D | null = null;

/**
 * How wide a text is at a size, in CSS pixels, without a layout: a row that scrolls by cannot wait
 * for one.
 */
export function textPx(text: string, sizePx: number): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (context === null) return 0;
  context.font = `${sizePx}px ${SANS}`;
  return context.measureText(text).width;
}
