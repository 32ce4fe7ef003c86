export interface StackPart {
  /**
   * Frames of libraries and of the runtime are grouped, to be collapsed; the application's own are
   * shown.
   */
  readonly type: 'own' | 'library';
  readonly lines: readonly string[];
}

/** A stack longer than this is cut: recursion makes them endless. */
const LINES_MAX = 2000;
/** Paths of what package managers and runtimes bring. */
const LIBRARY_PATH =
  /node_modules|site-packages|dist-packages|\bnode:|lib\/python\d|lib64\/python\d|<frozen |\(internal\/|\/usr\/(?:lib|share)\/|\/pkg\/mod\/|\/vendor\/|\/usr\/local\/go\/src\/|\/(?:go\d[\d.]*|x64|libexec|goroot|share\/go)\/src\/|@v\d+\.\d+[^/]*\/|\/\.cargo\/|\/rustc\/|\/gems\/|lib\/ruby\//;
/**
 * Frames that JavaScript's engine puts between those of a program: they have no place in any file.
 */
const ENGINE_FRAME = /^\s*at (?:async |new )?[\w.]+ \((?:<anonymous>|index \d+|native)\)$/;
/**
 * .NET names a file for what was compiled with its sources available; the platform's frames have
 * none.
 */
const DOTNET_LIBRARY =
  /^\s*at (?:System|Microsoft|Azure|OpenAI|Grpc|Npgsql|Newtonsoft)\.[^\s(]*\([^)]*\)(?: in (?:\/_\/|.*[/\\]\.nuget[/\\]).*)?$/;
/**
 * Packages of the Java platform and of what most of its applications are built on: its frames name
 * no path.
 */
const LIBRARY_CLASS =
  /^\s*at (?:[\w.@-]*\/)*(?:java|javax|jakarta|jdk|sun|com\.sun|kotlin|kotlinx|scala|groovy|clojure|dev\.langchain4j|io\.(?:netty|grpc|opentelemetry|micrometer|micronaut|quarkus|vertx|undertow)|reactor|rx|okhttp3|okio|retrofit2|ch\.qos|com\.(?:fasterxml|google\.common|zaxxer|mysql)|org\.(?:springframework|apache|hibernate|eclipse|codehaus\.mojo|jboss|postgresql|slf4j|junit|aopalliance|reactivestreams|jetbrains))\.[\w.$<>/]+\(|^\s*at \S+\$\$\S+\(<generated>\)/;
const FRAME =
  /^\s*(?:at\s|File "|#\d+ \S+\.php\(\d+\): |from \S+\.rb:\d+:|\S+\.rb:\d+:in |[\w$.<>]+\(.*\.(?:java|kt|scala):\d+\))/;
/** Python's prefix of the lines of each exception in a group. */
const GROUP_RAIL = /^ *(?:\| )/;
/**
 * Go writes a frame in two lines: the function, then, indented by a tab, its place. So does Rust,
 * with a number and an "at".
 */
const GO_PLACE = /^(?:\t\S*\.(?:go|s):\d+| +at \S+\.rs:\d+)/;
/** Go's own packages, when paths were trimmed as it was built. */
const GO_STANDARD =
  /^\t(?:bufio|context|crypto|database|encoding|errors|fmt|internal|io|net|os|reflect|runtime|sync|syscall|testing|text|time)\/[^@]*\.go:/;
/** "... 3 more" in Java's causes: frames of the stack above, again. */
const REPEATED = /^\s*\.\.\. \d+ (?:more|common frames omitted)$/;

/**
 * A stack's lines in runs of the application's own and of libraries', in order. Lines that are not
 * frames (messages, causes) count as own.
 */
export function stackParts(stack: string): readonly StackPart[] {
  const parts: { type: StackPart['type']; lines: string[] }[] = [];
  const lines = stack.trimEnd().split(/\r?\n/, LINES_MAX);
  let isLibrary = false;
  for (const [at, whole] of lines.entries()) {
    const line = whole.replace(GROUP_RAIL, '');
    const next = lines[at + 1] ?? '';
    const place = [next, line].find((one) => GO_PLACE.test(one));
    if (place !== undefined) isLibrary = LIBRARY_PATH.test(place) || GO_STANDARD.test(place);
    else if (FRAME.test(line)) isLibrary = isLibraryFrame(line);
    // Python prints a frame's source, and carets under it, below the frame: deeper than its `File`
    // line, which has two blanks.
    else if (!/^ {4,}/.test(line) && !REPEATED.test(line)) isLibrary = false;
    const type = isLibrary ? 'library' : 'own';
    const last = parts.at(-1);
    if (last?.type === type) last.lines.push(whole);
    else parts.push({ type, lines: [whole] });
  }
  return parts;
}

function isLibraryFrame(line: string): boolean {
  return (
    LIBRARY_PATH.test(line) ||
    LIBRARY_CLASS.test(line) ||
    ENGINE_FRAME.test(line) ||
    DOTNET_LIBRARY.test(line)
  );
}

/** How many frames a part's lines are. */
export function frameCount(part: StackPart): number {
  return part.lines.filter(
    (line) => FRAME.test(line.replace(GROUP_RAIL, '')) || GO_PLACE.test(line),
  ).length;
}
