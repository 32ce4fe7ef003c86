import { AppError } from '#contracts/wire/errors.ts';

/** The one message of a unary call, as it came: still compressed if it was. */
export interface GrpcMessage {
  readonly pieces: readonly Buffer[];
  readonly compressed: boolean;
}

/** Bytes before each message: a flag and the length. */
export const FRAME_HEAD_BYTES = 5;
const STATUS_MESSAGE_CHARS_MAX = 1_000;

/**
 * Takes the frame off a call's whole body. Rejects what is not exactly one message: reading only a
 * part would lose spans unseen.
 */
export function unframe(body: readonly Buffer[]): GrpcMessage {
  const pieces = headInOnePiece(body);
  const [first, ...rest] = pieces;
  if (first === undefined || first.length < FRAME_HEAD_BYTES)
    throw new AppError('invalid_request', 'The call ended before its message.');
  const flag = first.readUInt8(0);
  const declared = first.readUInt32BE(1);
  const length = pieces.reduce((total, piece) => total + piece.length, -FRAME_HEAD_BYTES);
  if (flag > 1)
    throw new AppError(
      'invalid_request',
      `The message's flag is ${flag}, which gRPC does not know.`,
    );
  if (length !== declared) {
    throw new AppError(
      'invalid_request',
      `The message says it has ${declared} bytes, but ${length} came; a call carries one message.`,
    );
  }
  return { pieces: [first.subarray(FRAME_HEAD_BYTES), ...rest], compressed: flag === 1 };
}

function headInOnePiece(pieces: readonly Buffer[]): readonly Buffer[] {
  const [first] = pieces;
  return first === undefined || first.length >= FRAME_HEAD_BYTES ? pieces : [Buffer.concat(pieces)];
}

/** A message as a call's body. Never compressed: replies are a few bytes. */
export function frame(message: Buffer): Buffer {
  const head = Buffer.alloc(FRAME_HEAD_BYTES);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

/**
 * `grpc-message` as the protocol has it: percent-encoded UTF-8, printable ASCII as it is; long
 * texts are cut, since headers have limits.
 */
export function statusMessage(text: string): string {
  return text
    .slice(0, STATUS_MESSAGE_CHARS_MAX)
    .toWellFormed()
    .replaceAll(/[^ -$&-~]+/g, encodeURIComponent);
}
