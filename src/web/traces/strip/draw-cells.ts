/** Draws counts as a grid in the canvas's own colour: first column left, first row at the foot, the fuller the brighter. */
export function drawCells(
  canvas: HTMLCanvasElement,
  columns: readonly (readonly number[])[],
  marked: { readonly column: number; readonly row: number } | null,
): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const scale = devicePixelRatio;
  const [width, height] = [Math.round(canvas.clientWidth * scale), Math.round(canvas.clientHeight * scale)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  context.clearRect(0, 0, width, height);
  const rows = columns[0]?.length ?? 0;
  const most = columns.reduce((max, counts) => Math.max(max, ...counts), 0);
  if (most === 0) return;
  context.fillStyle = getComputedStyle(canvas).color;
  const edge = (share: number, length: number): number => Math.round(share * length);
  columns.forEach((counts, column) => {
    const left = edge(column / columns.length, width);
    const right = edge((column + 1) / columns.length, width);
    counts.forEach((count, row) => {
      if (count === 0) return;
      const top = edge(1 - (row + 1) / rows, height);
      const bottom = edge(1 - row / rows, height);
      // A root, so that a single slow one is seen beside thousands.
      context.globalAlpha = 0.25 + 0.75 * Math.sqrt(count / most);
      context.fillRect(left, top, Math.max(1, right - left - 1), Math.max(1, bottom - top - (bottom - top > 2 ? 1 : 0)));
    });
  });
  context.globalAlpha = 1;
  if (marked === null) return;
  context.strokeStyle = context.fillStyle;
  context.lineWidth = scale;
  const left = edge(marked.column / columns.length, width);
  const top = edge(1 - (marked.row + 1) / rows, height);
  context.strokeRect(left, top, width / columns.length, height / rows);
}
