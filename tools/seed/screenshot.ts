import { crc32, deflateSync } from 'node:zlib';

type Color = readonly [red: number, green: number, blue: number];

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly color: Color;
}

const WIDTH = 240;
const HEIGHT = 320;
const PAPER: Color = [250, 250, 248];
const INK: Color = [52, 58, 64];
const GREY: Color = [206, 212, 218];
const GREEN: Color = [47, 133, 90];
const RED: Color = [224, 49, 49];

/** A card of a shop on a narrow phone whose price lies above the button. */
const BOXES: readonly Box[] = [
  { x: 0, y: 0, width: WIDTH, height: 36, color: INK },
  { x: 12, y: 14, width: 90, height: 8, color: PAPER },
  { x: 16, y: 52, width: 208, height: 150, color: GREY },
  { x: 78, y: 84, width: 84, height: 86, color: GREEN },
  { x: 16, y: 214, width: 150, height: 10, color: INK },
  { x: 16, y: 232, width: 190, height: 6, color: GREY },
  { x: 16, y: 244, width: 170, height: 6, color: GREY },
  { x: 96, y: 266, width: 128, height: 32, color: GREEN },
  { x: 16, y: 270, width: 126, height: 24, color: RED },
];

let made: string | null = null;

/** A drawing of a page with a fault of layout, as a data URL: what a user attaches to a report. */
export function screenshot(): string {
  made ??= `data:image/png;base64,${png().toString('base64')}`;
  return made;
}

function png(): Buffer {
  const stride = 1 + WIDTH * 3;
  const pixels = Buffer.alloc(stride * HEIGHT);
  fillBox(pixels, { x: 0, y: 0, width: WIDTH, height: HEIGHT, color: PAPER });
  for (const box of BOXES) fillBox(pixels, box);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // 8 bits a channel, red, green and blue.
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function fillBox(pixels: Buffer, { x, y, width, height, color }: Box): void {
  const row = Buffer.from(Array.from({ length: width }, () => color).flat());
  // Each line begins with the number of its filter: none.
  for (let line = y; line < y + height; line++)
    row.copy(pixels, line * (1 + WIDTH * 3) + 1 + x * 3);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
