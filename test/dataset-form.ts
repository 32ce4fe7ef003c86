import { randomUUID } from 'node:crypto';

/** A file as a form carries it. */
export interface FormFilePart {
  readonly bytes: Uint8Array | string;
  readonly contentType: string;
  readonly fileName?: string;
  readonly contentEncoding?: string;
}

/** A form as clients send it to `POST /v1/datasets/upload`. */
export interface FormBody {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Fields may be repeated: give them as a list of pairs. */
export function formBody(
  fields: readonly (readonly [string, string])[],
  file: FormFilePart | null,
): FormBody {
  const boundary = `form-${randomUUID()}`;
  const pieces: Uint8Array[] = [];
  const text = (part: string): number => pieces.push(Buffer.from(part));
  for (const [name, value] of fields)
    text(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  if (file !== null) {
    const { fileName = 'rows', contentType, contentEncoding, bytes } = file;
    text(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: ${contentType}\r\n`,
    );
    text(contentEncoding === undefined ? '\r\n' : `Content-Encoding: ${contentEncoding}\r\n\r\n`);
    pieces.push(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
    text('\r\n');
  }
  text(`--${boundary}--\r\n`);
  return { contentType: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(pieces) };
}

/** Which columns of a file go where, as fields of the form. */
export function keyFields(
  keys: Readonly<Record<string, readonly string[]>>,
): readonly (readonly [string, string])[] {
  return Object.entries(keys).flatMap(([name, columns]) =>
    columns.map((column) => [name, column] as const),
  );
}
