const NAME_CHARS_MAX = 1_000;

/**
 * The project a request names in its header or metadata; null when it names none. HTTP headers are
 * Latin-1, so UTF-8 is restored.
 */
export function projectNameHeader(value: string | readonly string[] | undefined): string | null {
  const first = typeof value === 'string' ? value : value?.[0];
  const name = (first ?? '').trim();
  if (name === '') return null;
  const bytes = Buffer.from(name, 'latin1');
  const text = bytes.toString('utf8');
  return (text.includes('\uFFFD') ? name : text).slice(0, NAME_CHARS_MAX);
}
