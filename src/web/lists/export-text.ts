import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { ApiError } from '#web/platform/http/client.ts';
import { sessionFetch } from '#web/platform/http/session-fetch.ts';

export type ExportFormat = 'jsonl' | 'otlp' | 'csv';

/** A part of a file, as the server writes it; rejects with an ApiError. */
export async function exportText(
  project: string,
  path: string,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<string> {
  const url = `${ROOT_PATH}/v1/projects/${encodeURIComponent(project)}/${path}?${query.toString()}`;
  const response = await sessionFetch(new Request(url, { signal }));
  if (!response.ok)
    throw new ApiError(
      response.status,
      `The server answered ${response.status}.`,
      response.headers.get('x-request-id'),
    );
  return await response.text();
}

/** Parts as one file; each part of a CSV has its own line of heads. */
export function fileOf(parts: readonly string[], format: ExportFormat): Blob {
  const isCsv = format === 'csv';
  const texts = parts.map((text, at) =>
    isCsv && at > 0 ? text.slice(text.indexOf('\r\n') + 2) : text,
  );
  return new Blob(texts, { type: isCsv ? 'text/csv' : 'application/x-ndjson' });
}
