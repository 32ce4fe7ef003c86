declare module 'lz4js' {
  /** The most bytes that a frame can inflate to, by its header and the number of its blocks. */
  export function decompressBound(frame: Uint8Array): number;
  /** Inflates a frame; throws for what is none. */
  export function decompress(frame: Uint8Array, bytesMax?: number): Uint8Array;
}
