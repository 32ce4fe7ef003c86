import { open, type FileHandle } from 'node:fs/promises';
import { isUtf8 } from 'node:buffer';
import { AppError } from '#contracts/wire/errors.ts';
import type { FileRange } from '#server/files/file-range.ts';

/** A form that was sent as multipart/form-data. */
export interface MultipartForm {
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** The part named `file`; null without one. */
  readonly file: FormFile | null;
}

/** A file in the form: not its bytes, but where in the body they lie. */
export interface FormFile {
  readonly range: FileRange;
  /** As it was sent: not to be used as a path. */
  readonly name: string;
  readonly contentType: string;
  readonly contentEncoding: string;
}

const PARTS_MAX = 20_000;
const HEAD_BYTES_MAX = 16 * 1024;
const FIELD_BYTES_MAX = 64 * 1024;
const FIELDS_BYTES_MAX = 8 * 1024 * 1024;
const WINDOW_BYTES = 1024 * 1024;
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;
const PARAMETER = /;\s*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g;

/**
 * Finds the parts of a form in a body on disk. A parser of streams, such as the usual ones, would
 * copy the file out of the body; this one tells where it lies, so that a gigabyte is written once
 * and formats that jump about are read in place. Throws `unprocessable` for what is no whole form,
 * and for more parts or longer fields than are needed.
 */
export async function readForm(path: string, contentType: string): Promise<MultipartForm> {
  const boundary = BOUNDARY.exec(contentType);
  const text = boundary?.[1] ?? boundary?.[2];
  if (text === undefined) throw notForm('its Content-Type names no boundary');
  const body = await open(path, 'r');
  try {
    return await new FormScan(body, path, Buffer.from(`\r\n--${text}`)).read();
  } finally {
    await body.close();
  }
}

interface PartHead {
  readonly name: string;
  /** Null for a plain field. */
  readonly fileName: string | null;
  readonly headers: ReadonlyMap<string, string>;
}

class FormScan {
  readonly #body: FileHandle;
  readonly #path: string;
  readonly #delimiter: Buffer;
  readonly #fields = new Map<string, string[]>();
  #window = { at: 0, bytes: Buffer.alloc(0) };
  #fieldBytes = 0;
  #file: FormFile | null = null;

  constructor(body: FileHandle, path: string, delimiter: Buffer) {
    this.#body = body;
    this.#path = path;
    this.#delimiter = delimiter;
  }

  async read(): Promise<MultipartForm> {
    // The first delimiter has no line before it, unless there is a preamble.
    const first = this.#delimiter.subarray(2);
    let after = (await this.#bytes(0, first.length)).equals(first)
      ? first.length
      : (await this.#delimiterFrom(0)).after;
    for (let parts = 0; ; parts++) {
      const tail = await this.#bytes(after, 2);
      if (tail.toString('latin1') === '--') break;
      if (parts >= PARTS_MAX) throw notForm(`it has more than ${PARTS_MAX} parts`);
      const start = await this.#lineEnd(after);
      const { head, dataAt } = await this.#head(start);
      const { at, after: next } = await this.#delimiterFrom(dataAt - 2);
      await this.#keep(head, { path: this.#path, start: dataAt, end: Math.max(at, dataAt) });
      after = next;
    }
    return { fields: this.#fields, file: this.#file };
  }

  async #keep({ name, fileName, headers }: PartHead, range: FileRange): Promise<void> {
    if (fileName === null) return this.#keepField(name, range);
    if (name !== 'file')
      throw new AppError(
        'unprocessable',
        `The form has a file named '${name.slice(0, 80)}'; the file's field must be named file.`,
      );
    if (this.#file !== null)
      throw new AppError(
        'unprocessable',
        'The form has more than one file. Upload each file separately, with the action append.',
      );
    this.#file = {
      range,
      name: fileName,
      contentType: headers.get('content-type') ?? '',
      contentEncoding: headers.get('content-encoding') ?? '',
    };
  }

  async #keepField(name: string, { start, end }: FileRange): Promise<void> {
    if (name === 'file')
      throw new AppError(
        'unprocessable',
        'file must be a file, with a file name and its own Content-Type, not a plain field.',
      );
    const length = end - start;
    this.#fieldBytes += length + name.length;
    if (length > FIELD_BYTES_MAX)
      throw notForm(`the field '${name.slice(0, 80)}' is longer than ${FIELD_BYTES_MAX} bytes`);
    if (this.#fieldBytes > FIELDS_BYTES_MAX)
      throw notForm(`its fields are longer than ${FIELDS_BYTES_MAX} bytes together`);
    const value = await this.#bytes(start, length);
    if (!isUtf8(value)) throw notForm(`the field '${name.slice(0, 80)}' is not UTF-8`);
    const values = this.#fields.get(name);
    if (values === undefined) this.#fields.set(name, [value.toString('utf8')]);
    else values.push(value.toString('utf8'));
  }

  /** Past the end of the delimiter's line, which may have blanks after it. */
  async #lineEnd(from: number): Promise<number> {
    const line = (await this.#bytes(from, 128)).toString('latin1');
    const blanks = /^[ \t]*\r\n/.exec(line);
    if (blanks === null) throw notForm('it ends, or continues, in the middle of a boundary');
    return from + blanks[0].length;
  }

  async #head(from: number): Promise<{ readonly head: PartHead; readonly dataAt: number }> {
    const bytes = await this.#bytes(from, HEAD_BYTES_MAX);
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) throw notForm(`the headers of a part do not end within ${HEAD_BYTES_MAX} bytes`);
    const headers = new Map<string, string>();
    for (const line of bytes.toString('utf8', 0, end).split('\r\n')) {
      const colon = line.indexOf(':');
      if (colon > 0)
        headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
    }
    const disposition = headers.get('content-disposition') ?? '';
    const parameters = new Map<string, string>();
    for (const [, key = '', quoted, bare] of disposition.matchAll(PARAMETER))
      parameters.set(key.toLowerCase(), unescaped(quoted ?? bare ?? ''));
    const name = parameters.get('name');
    if (name === undefined) throw notForm('a part has no name');
    return {
      head: {
        name,
        fileName: parameters.get('filename') ?? extendedName(parameters.get('filename*')),
        headers,
      },
      dataAt: from + end + 4,
    };
  }

  /**
   * The next delimiter: its start, and the start of what follows. Bytes that only begin like a
   * delimiter are data.
   */
  async #delimiterFrom(from: number): Promise<{ readonly at: number; readonly after: number }> {
    const delimiter = this.#delimiter;
    let at = Math.max(from, 0);
    for (;;) {
      const rest = await this.#rest(at, delimiter.length);
      const found = rest.indexOf(delimiter);
      if (found >= 0) {
        const after = at + found + delimiter.length;
        const next = (await this.#bytes(after, 128)).toString('latin1');
        if (/^(?:--|[ \t]*\r\n)/.test(next)) return { at: at + found, after };
        at = after;
      } else {
        if (rest.length < delimiter.length) throw notForm('it breaks off before its last boundary');
        at += rest.length - delimiter.length + 1;
      }
    }
  }

  /** Bytes of the body; fewer at its end. */
  async #bytes(from: number, length: number): Promise<Buffer> {
    return (await this.#rest(from, length)).subarray(0, length);
  }

  /**
   * The window's contents from here on, at least this many bytes unless the body ends; small parts
   * share a window.
   */
  async #rest(from: number, lengthMin: number): Promise<Buffer> {
    const { at, bytes } = this.#window;
    if (from >= at && from + lengthMin <= at + bytes.length) return bytes.subarray(from - at);
    const length = Math.max(WINDOW_BYTES, lengthMin);
    const read = await this.#body.read(Buffer.allocUnsafe(length), 0, length, from);
    this.#window = { at: from, bytes: read.buffer.subarray(0, read.bytesRead) };
    return this.#window.bytes;
  }
}

/** Clients escape quotes with a backslash, or as browsers do by percent. */
function unescaped(text: string): string {
  return text.replaceAll(/\\(["\\])/g, '$1').replaceAll(/%22/g, '"');
}

function extendedName(text: string | undefined): string | null {
  const encoded = /^utf-8'[^']*'(.*)$/i.exec(text ?? '')?.[1];
  if (encoded === undefined) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

function notForm(why: string): AppError {
  return new AppError('unprocessable', `The body is not a valid form: ${why}.`);
}
