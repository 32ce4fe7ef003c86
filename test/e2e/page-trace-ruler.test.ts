import { sendJsonSpans } from './browser.ts';
import { it } from './page-test.ts';

const TRACE = 'a'.repeat(32);
const STEPS = 400;

it('brings the spans of the time that was marked on the ruler on screen', async ({
  page,
  server,
}) => {
  const root = { traceId: TRACE, spanId: 'f'.repeat(16), name: 'batch', durationMs: STEPS * 10 };
  const steps = Array.from({ length: STEPS }, (_, at) => ({
    traceId: TRACE,
    spanId: (at + 1).toString(16).padStart(16, '0'),
    parentSpanId: root.spanId,
    name: `step ${at}`,
    startMs: at * 10,
    durationMs: 10,
  }));
  await sendJsonSpans(server.url, 'shop', [root, ...steps]);
  await page.goto(`/projects/shop/traces/${TRACE}`);
  await page.getByRole('treeitem', { name: 'step 3', exact: false }).first().waitFor();
  const ruler = await page
    .getByTitle('Drag to zoom, or turn the wheel with Ctrl; + − and 0 by key')
    .boundingBox();
  if (ruler === null) throw new Error('The ruler is not drawn.');
  const [y, at] = [ruler.y + ruler.height / 2, (share: number) => ruler.x + ruler.width * share];
  await page.mouse.move(at(0.75), y);
  await page.mouse.down();
  await page.mouse.move(at(0.8), y, { steps: 4 });
  await page.mouse.up();
  await page.waitForURL(/zoom=/);
  await page
    .getByRole('treeitem', { name: /^step 30\d/ })
    .first()
    .waitFor();
});
