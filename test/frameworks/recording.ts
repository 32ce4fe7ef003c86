import { readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { traceRequestFromJson } from '#core/otlp/json-codec.ts';
import { logsRequestFromJson } from '#core/otlp/logs/logs-json.ts';
import { DEFAULT_SKIM_LIMITS } from '#core/otlp/skim-limits.ts';

/** One export request as a library's exporter sent it. */
export interface RecordedRequest {
  readonly signal: 'traces' | 'logs';
  readonly contentType: string;
  readonly contentEncoding: string | null;
  readonly body: Buffer;
}

/**
 * What the programs of one library sent: `recorded/x.json` with `recorded/x.requests.gz`, the
 * bodies one after the other.
 */
export interface Recording {
  readonly library: string;
  /** Of every package that was installed. */
  readonly versions: Readonly<Record<string, string>>;
  readonly requests: readonly RecordedRequest[];
}

interface Head {
  readonly versions: Readonly<Record<string, string>>;
  readonly requests: readonly RequestHead[];
}

interface RequestHead {
  /** Absent for traces. */
  readonly signal?: 'logs';
  readonly contentType: string;
  readonly contentEncoding: string | null;
  readonly bytes: number;
}

const FOLDER = path.resolve(import.meta.dirname, 'recorded');
/** Where this machine keeps the repository, its Node and its user's files, the longest first. */
const OWN_FOLDERS = [
  path.resolve(import.meta.dirname, '../..'),
  realpathSync(process.execPath).split('/').slice(0, 3).join('/'),
  homedir(),
].toSorted((a, b) => b.length - a.length);

export function recordedLibraries(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.requests.gz'))
    .map((file) => file.replace('.requests.gz', ''))
    .sort();
}

/** Where the spans of a recording are written down as they are read. */
export function rowsFile(library: string): string {
  return path.join(FOLDER, `${library}.rows.txt`);
}

export function readRecording(library: string): Recording {
  const head = JSON.parse(readFileSync(path.join(FOLDER, `${library}.json`), 'utf8')) as Head;
  const bodies = gunzipSync(readFileSync(path.join(FOLDER, `${library}.requests.gz`)));
  let at = 0;
  const requests = head.requests.map(({ bytes, ...request }) => {
    at += bytes;
    return { signal: 'traces' as const, ...request, body: bodies.subarray(at - bytes, at) };
  });
  return { library, versions: head.versions, requests };
}

/** Writes a recording; stack traces in it name folders that are nobody's. */
export function writeRecording({ library, versions, requests: sent }: Recording): void {
  const requests = sent.map(withoutOwnFolders);
  const heads = requests.map(({ signal, body, ...request }) => ({
    ...(signal === 'logs' ? { signal } : {}),
    ...request,
    bytes: body.length,
  }));
  writeFileSync(
    path.join(FOLDER, `${library}.json`),
    `${JSON.stringify({ versions, requests: heads } satisfies Head, null, 1)}\n`,
  );
  writeFileSync(
    path.join(FOLDER, `${library}.requests.gz`),
    gzipSync(Buffer.concat(requests.map(({ body }) => body)), { level: 9 }),
  );
}

/** As long as what it stands for, so that no length within a request changes. */
const NEUTRAL_FOLDER = '/home/ada-and-the-analytical-engine';

function withoutOwnFolders(request: RecordedRequest): RecordedRequest {
  // Latin-1 keeps every byte as it is.
  let text = plainBody(request).toString('latin1');
  for (const folder of OWN_FOLDERS)
    text = text.replaceAll(folder, NEUTRAL_FOLDER.slice(0, folder.length));
  const body = Buffer.from(text, 'latin1');
  return { ...request, body: request.contentEncoding === 'gzip' ? gzipSync(body) : body };
}

function plainBody({ contentEncoding, body }: RecordedRequest): Buffer {
  return contentEncoding === 'gzip' ? gunzipSync(body) : body;
}

/** The request as protobuf, whatever it came as. */
export function protobufOf(request: RecordedRequest): Uint8Array {
  const plain = plainBody(request);
  if (!request.contentType.includes('json')) return plain;
  const fromJson = request.signal === 'logs' ? logsRequestFromJson : traceRequestFromJson;
  return fromJson(plain.toString('utf8'), DEFAULT_SKIM_LIMITS);
}
