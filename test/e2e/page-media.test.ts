import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { it } from './page-test.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const panel = (page: Page) => page.getByRole('region', { name: 'Span', exact: true });
const picture = (width: number, height: number): string =>
  `data:image/png;base64,${PNG.sync.write(new PNG({ width, height })).toString('base64')}`;

/** A tenth of a second of silence. */
function recording(): string {
  const samples = 1600;
  const wav = Buffer.alloc(44 + samples);
  wav.write('RIFF');
  wav.writeUInt32LE(36 + samples, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(16_000, 24);
  wav.writeUInt32LE(16_000, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples, 40);
  wav.fill(128, 44);
  return wav.toString('base64');
}

const PARTS = [
  {
    type: 'text',
    content: `See ![a chart](${picture(40, 20)}) and ![far away](https://example.com/far.png).`,
  },
  {
    type: 'blob',
    modality: 'image',
    mime_type: 'image/png',
    content: picture(1600, 900).split(',')[1],
  },
  { type: 'uri', modality: 'image', uri: 'https://example.com/near.png' },
  { type: 'image_url', image_url: { url: '__REDACTED__' } },
  {
    type: 'blob',
    modality: 'audio',
    mime_type: 'audio/wav',
    content: recording(),
    transcript: 'Hello there',
  },
  {
    type: 'file',
    file: { filename: 'terms.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
  },
];

it.for([
  ['light', 1440],
  ['dark', 390],
] as const)(
  'opens embedded pictures in a viewer on the page, plays recordings, and fetches nothing from elsewhere: %s, %s px',
  async ([theme, width], { open, server }) => {
    const attributes = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: PARTS }]),
    };
    const tool = { 'openinference.span.kind': 'TOOL', 'output.value': picture(200, 100) };
    await sendJsonSpans(server.url, 'shop', [
      { traceId: TRACE, spanId: '00000000000000a1', name: 'look', attributes },
      {
        traceId: TRACE,
        spanId: '00000000000000a2',
        parentSpanId: '00000000000000a1',
        name: 'screenshot',
        attributes: tool,
      },
    ]);
    const page = await open({ width, height: 800 });
    const tabs = page.context().pages().length;
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(`/projects/shop/traces/${TRACE}?span=00000000000000a1`);
    const span = panel(page);
    await span.getByRole('button', { name: 'Image in the message' }).click();
    const viewer = page.getByRole('dialog', { name: 'Image in the message' });
    await viewer.getByRole('img').waitFor();
    if (width > 900) await viewer.getByText('1,600 × 900 pixels · image/png').waitFor();
    const shownWidth = async (): Promise<number> =>
      (await viewer.getByRole('img').boundingBox())?.width ?? 0;
    await expect.poll(shownWidth).toBeLessThan(width);
    await viewer.getByRole('button', { name: 'Actual size' }).click();
    await expect.poll(shownWidth).toBe(1600);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      viewer.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('picture.png');
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    // The focus is where it was, and Esc closed nothing else.
    await page.locator('button:focus', { has: page.getByRole('img') }).waitFor();
    await span.getByRole('button', { name: 'a chart' }).click();
    await page
      .getByRole('dialog', { name: 'a chart' })
      .getByRole('button', { name: 'Close' })
      .click();
    for (const name of ['far', 'near'])
      await span.getByRole('link', { name: `https://example.com/${name}.png` }).waitFor();
    await span.getByText('OPENINFERENCE_BASE64_IMAGE_MAX_LENGTH').waitFor();
    const seconds = (): Promise<number> =>
      span.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).duration);
    await expect.poll(seconds).toBeCloseTo(0.1);
    await span.getByText('Hello there').waitFor();
    await span.getByText('terms.pdf · application/pdf').waitFor();
    await page.goto(`/projects/shop/traces/${TRACE}?span=00000000000000a2`);
    await panel(page).getByRole('button', { name: 'output.value' }).getByRole('img').waitFor();
    expect(page.context().pages()).toHaveLength(tabs);
  },
);
