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

/** A digit of Inter's tabular figures, in ems: a canvas can't measure them. */
const DIGIT_EM = 0.65;

/** The same for a figure in a numeric cell, whose digits have one width. */
export function figurePx(text: string, sizePx: number): number {
  const others = text.replaceAll(/\d/g, '');
  return textPx(others, sizePx) + (text.length - others.length) * DIGIT_EM * sizePx;
}
