export interface StackPart {
  /** Frames of libraries and of the runtime stand together, to be folded; the application's own are shown. */
  readonly type: 'own' | 'library';
  readonly lines: readonly string[];
}

/** A stack longer than this is cut: recursion makes them endless. */
const LINES_MAX = 2000;
/** Paths of what package managers and runtimes bring. */
const LIBRARY_PATH =
  /node_modules|site-packages|dist-packages|\bnode:|lib\/python\d|lib64\/python\d|<frozen |\(internal\/|\/usr\/(?:lib|share)\/|\/pkg\/mod\/|\/vendor\/|\/usr\/local\/go\/src\/|\/(?:go\d[\d.]*|x64|libexec|goroot)\/src\//;
/** Packages of the Java platform and of what most of its applications are built on: its frames name no path. */
const LIBRARY_CLASS =
  /^\s*at (?:[\w.@-]*\/)*(?:java|javax|jakarta|jdk|sun|com\.sun|kotlin|kotlinx|scala|groovy|clojure|io\.(?:netty|grpc|opentelemetry|micrometer|micronaut|quarkus|vertx|undertow)|reactor|rx|okhttp3|okio|retrofit2|ch\.qos|com\.(?:fasterxml|google\.common|zaxxer|mysql)|org\.(?:springframework|apache|hibernate|eclipse|jboss|postgresql|slf4j|junit|aopalliance|reactivestreams|jetbrains))\.[\w.$<>/]+\(/;
const FRAME = /^\s*(?:at\s|File "|[\w$.<>]+\(.*\.(?:java|kt|scala):\d+\))/;
/** Go writes a frame in two lines: the function, then, indented by a tab, its place. */
const GO_PLACE = /^\t\S*\.(?:go|s):\d+/;
/** "... 3 more" in Java's causes: frames of the stack above, again. */
const REPEATED = /^\s*\.\.\. \d+ (?:more|common frames omitted)$/;

/** A stack's lines in runs of the application's own and of libraries', in their order. What is no frame (messages, causes) is own. */
export function stackParts(stack: string): readonly StackPart[] {
  const parts: { type: StackPart['type']; lines: string[] }[] = [];
  const lines = stack.trimEnd().split(/\r?\n/, LINES_MAX);
  let isLibrary = false;
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1] ?? '';
    if (FRAME.test(line)) isLibrary = LIBRARY_PATH.test(line) || LIBRARY_CLASS.test(line);
    else if (GO_PLACE.test(next)) isLibrary = LIBRARY_PATH.test(next);
    // Python prints a frame's source, and carets under it, below the frame: deeper than its `File` line, which has two blanks.
    else if (!/^ {4,}/.test(line) && !GO_PLACE.test(line) && !REPEATED.test(line)) isLibrary = false;
    const type = isLibrary ? 'library' : 'own';
    const last = parts.at(-1);
    if (last?.type === type) last.lines.push(line);
    else parts.push({ type, lines: [line] });
  }
  return parts;
}

/** How many frames a part's lines are. */
export function frameCount(part: StackPart): number {
  return part.lines.filter((line) => FRAME.test(line) || GO_PLACE.test(line)).length;
}
