/** Params of a list, as its own requests have them. */
type Params = Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>;

/** A list as a call of the REST interface, to paste into a shell. */
export function restCall(
  project: string,
  rows: 'trace_rows' | 'span_rows' | 'session_rows',
  params: Params,
): string {
  const given = Object.entries({ ...params, limit: 100 }).flatMap(([name, value]) =>
    [value].flat().map((one) => `  --data-urlencode ${shellQuoted(`${name}=${String(one)}`)}`),
  );
  const url = `${location.origin}/v1/projects/${encodeURIComponent(project)}/${rows}`;
  return [`curl -s -G ${shellQuoted(url)}`, ...given].join(' \\\n');
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
