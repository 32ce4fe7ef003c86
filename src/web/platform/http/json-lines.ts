/** The lines of a reply, as they come. */
export async function* linesOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<string> {
  if (stream === null) return;
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    if (done) return;
  }
}
