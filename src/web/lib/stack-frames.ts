export interface StackPart {
  /** Frames of libraries and of the runtime stand together, to be folded; the application's own are shown. */
  readonly type: 'own' | 'library';
  readonly lines: readonly string[];
}

/** A stack longer than this is cut: recursion makes them endless. */
const LINES_MAX = 2000;
const LIBRARY =
  /node_modules|site-packages|dist-packages|\bnode:|lib\/python\d|lib64\/python\d|<frozen |\(internal\/|\/usr\/(?:lib|share)\//;
const FRAME = /^\s*(?:at\s|File "|[\w$.<>]+\(.*\.(?:java|kt|scala):\d+\))/;

/** A stack's lines in runs of the application's own and of libraries', in their order. What is no frame (messages, causes) is own. */
export function stackParts(stack: string): readonly StackPart[] {
  const parts: { type: StackPart['type']; lines: string[] }[] = [];
  let isLibrary = false;
  for (const line of stack.trimEnd().split(/\r?\n/, LINES_MAX)) {
    if (FRAME.test(line)) isLibrary = LIBRARY.test(line);
    // Python prints a frame's source, and carets under it, below the frame: deeper than its `File` line, which has two blanks.
    else if (!/^ {4,}/.test(line)) isLibrary = false;
    const type = isLibrary ? 'library' : 'own';
    const last = parts.at(-1);
    if (last?.type === type) last.lines.push(line);
    else parts.push({ type, lines: [line] });
  }
  return parts;
}

/** How many frames a part's lines are. */
export function frameCount(part: StackPart): number {
  return part.lines.filter((line) => FRAME.test(line)).length;
}
