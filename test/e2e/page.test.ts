import { expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { it } from './page-test.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';

it('shows how to send a first span, and moves on automatically when one arrives', async ({
  page,
  server,
}) => {
  await page.goto('/');
  await page.getByRole('heading', { name: 'Send a first span', level: 2 }).waitFor();
  for (const tab of ['Python', 'Node', 'curl', 'OTel env']) {
    await page.getByRole('option', { name: tab }).first().click();
    await expect
      .poll(() => page.getByRole('figure').textContent())
      .toContain(`${server.url}/v1/traces`);
  }
  await page.getByText('listening on').waitFor();
  await sendJsonSpans(server.url, 'first', [
    {
      traceId: TRACE,
      spanId: '00000000000000a1',
      name: 'hello',
      attributes: { 'openinference.span.kind': 'LLM', 'input.value': 'Where is my order?' },
    },
  ]);
  await page.getByText('received 1 span').waitFor();
  await page.waitForURL(`**/projects/first/traces/${TRACE}`);
  await page.getByRole('treeitem').filter({ hasText: 'hello' }).waitFor();
  await page.getByText('Where is my order?').waitFor();
});

it('goes from the projects to a trace and a span, by mouse and by keyboard, with every state in the address', async ({
  page,
  server,
  allowed,
}) => {
  await sendJsonSpans(server.url, 'shop', [
    {
      traceId: TRACE,
      spanId: '00000000000000a1',
      name: 'agent',
      durationMs: 900,
      attributes: {
        'openinference.span.kind': 'AGENT',
        'input.value': 'Refund me',
        'session.id': 'chat-1',
      },
    },
    {
      traceId: TRACE,
      spanId: '00000000000000a2',
      parentSpanId: '00000000000000a1',
      name: 'ChatCompletion',
      startMs: 10,
      attributes: {
        'openinference.span.kind': 'LLM',
        'llm.model_name': 'gpt-5-mini',
        'llm.token_count.prompt': 120,
        'llm.token_count.completion': 30,
        'llm.input_messages.0.message.role': 'user',
        'llm.input_messages.0.message.content': 'Refund me',
        'llm.output_messages.0.message.role': 'assistant',
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'refund_order',
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments':
          '{"order":"ORD-7"}',
      },
    },
    {
      traceId: TRACE,
      spanId: '00000000000000a3',
      parentSpanId: '00000000000000a1',
      name: 'refund_order',
      startMs: 200,
      error: 'The bank declined it',
      attributes: { 'openinference.span.kind': 'TOOL' },
      events: [
        {
          name: 'exception',
          attributes: {
            'exception.type': 'BankError',
            'exception.message': 'The bank declined it',
            'exception.stacktrace': 'BankError: no\n  at refund (/app/refund.ts:7:1)',
          },
        },
      ],
    },
    {
      traceId: TRACE,
      spanId: '00000000000000a4',
      parentSpanId: '00000000000000ff',
      name: 'lost child',
      startMs: 300,
    },
  ]);
  await page.goto('/projects');
  await page.getByRole('link', { name: 'shop', exact: true }).click();
  await page.waitForURL('**/projects/shop/traces');
  await page.getByRole('row', { name: /agent/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/traces/${TRACE}*`);
  await page.getByText('1 error in 4 spans').waitFor();
  await page.getByText('parent 0000… not received').waitFor();
  await page.keyboard.press('e');
  await page.getByText('BankError:').first().waitFor();
  await expect.poll(() => page.url()).toContain('span=00000000000000a3');
  await page.keyboard.press('ArrowUp');
  // The call in the answer is joined to the span that ran it.
  await page
    .getByRole('tabpanel')
    .getByRole('button', { name: 'failed 100 ms refund_order' })
    .waitFor();
  await page.getByRole('tab', { name: /Attributes/ }).click();
  await page.getByText('llm.model_name', { exact: true }).waitFor();
  await page.waitForURL('**tab=attributes**');
  const address = page.url();
  await page.reload();
  await page.getByText('llm.model_name', { exact: true }).waitFor();
  await expect.poll(() => page.url()).toBe(address);
  await page.getByRole('link', { name: 'chat-1' }).click();
  await page.getByText('Refund me').waitFor();
  await page.goto('/projects/shop/traces?scope=llm');
  await page.getByRole('row', { name: /ChatCompletion/ }).waitFor();
  await expect
    .poll(() => page.getByRole('radio', { name: 'LLM calls' }).getAttribute('aria-checked'))
    .toBe('true');
  // The refused filter is the only thing the console may complain about.
  allowed.push(/422|400/);
  await page.getByLabel('Filter', { exact: true }).fill('latency_ms >');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('filter');
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await page.getByRole('row', { name: /ChatCompletion/ }).waitFor();
});

it('lets new traces in at the top while the list is open', async ({ open, server }) => {
  await sendJsonSpans(server.url, 'live', [
    { traceId: TRACE, spanId: '00000000000000a1', name: 'first' },
  ]);
  const page = await open({ width: 390, height: 844 });
  await page.goto('/projects/live/traces');
  await page.getByRole('row', { name: /first/ }).waitFor();
  await page.getByRole('button', { name: 'Live' }).waitFor();
  await sendJsonSpans(server.url, 'live', [
    { traceId: TRACE.replace('0af', '1af'), spanId: '00000000000000b1', name: 'second' },
  ]);
  await page.getByRole('row', { name: /second/ }).waitFor();
});

it('opens a trace of 20,000 spans with a small document', async ({ page, server }) => {
  const id = (index: number): string => (index + 1).toString(16).padStart(16, '0');
  for (let from = 0; from < 20_000; from += 4000) {
    const spans = Array.from({ length: 4000 }, (_, at) => {
      const index = from + at;
      return {
        traceId: TRACE,
        spanId: id(index),
        name: `step ${index % 50}`,
        startMs: index / 100,
        ...(index === 0 ? {} : { parentSpanId: id(Math.floor((index - 1) / 8)) }),
      };
    });
    await sendJsonSpans(server.url, 'large', spans);
  }
  await page.goto(`/projects/large/traces/${TRACE}`);
  await page.getByText('20,000 spans').first().waitFor();
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('tree').evaluate((element) => element.scrollTo(0, 260_000));
  await page.getByRole('treeitem').first().waitFor();
  await expect
    .poll(() => page.evaluate(() => document.querySelectorAll('*').length))
    .toBeLessThan(3000);
});
