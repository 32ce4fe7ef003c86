declare module 'lz4js' {
  /** The most bytes that a frame can inflate to, by its header and the number of its blocks. */
  export function decompressBound(frame: Uint8Array): number;
  /** Inflates a frame; throws for what is none. */
  export function decompress(frame: Uint8Array, bytesMax?: number): Uint8Array;
  /** Inflates a block without a frame into `into`, and gives the end of what it wrote; past the end of `into` nothing is written. */
  export function decompressBlock(block: Uint8Array, into: Uint8Array, from: number, length: number, at: number): number;
}
