import { expect, it } from 'vitest';
import { frameCount, stackParts } from './stack-frames.ts';

it('keeps the frames of a Node application and gathers those of libraries', () => {
  const stack = `TypeError: no
    at refund (/app/src/refund.ts:7:1)
    at Layer.handle (/app/node_modules/express/lib/router.js:1:2)
    at next (/app/node_modules/express/lib/next.js:1:2)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)
    at main (/app/src/main.ts:1:1)
`;
  expect(stackParts(stack).map((part) => [part.type, part.lines.length, frameCount(part)])).toEqual([
    ['own', 2, 1],
    ['library', 3, 3],
    ['own', 1, 1],
  ]);
});

it('keeps the source line below a Python frame with its frame', () => {
  const stack = `Traceback (most recent call last):
  File "/usr/lib/python3.12/site-packages/openai/_base.py", line 10, in request
    raise self._make_status_error()
    ^^^^^^^
  File "/srv/app/agent.py", line 3, in run
    client.create()
openai.RateLimitError: 429`;
  expect(stackParts(stack).map((part) => [part.type, part.lines.length])).toEqual([
    ['own', 1],
    ['library', 3],
    ['own', 3],
  ]);
});

it('folds frames of the Java platform and of frameworks, with what a cause repeats', () => {
  const stack = `java.lang.IllegalStateException: no bean
\tat com.acme.shop.OrderService.find(OrderService.java:42)
\tat org.springframework.web.servlet.FrameworkServlet.service(FrameworkServlet.java:897)
\tat app//jakarta.servlet.http.HttpServlet.service(HttpServlet.java:750)
\tat java.base/java.lang.Thread.run(Thread.java:1583)
Caused by: java.sql.SQLException: closed
\tat com.acme.shop.Db.query(Db.java:9)
\tat org.postgresql.jdbc.PgConnection.check(PgConnection.java:10)
\t... 3 more`;
  expect(stackParts(stack).map((part) => [part.type, part.lines.length, frameCount(part)])).toEqual([
    ['own', 2, 1],
    ['library', 3, 3],
    ['own', 2, 1],
    ['library', 2, 1],
  ]);
});

it('folds frames of Go and of its modules, two lines each', () => {
  const stack = `goroutine 1 [running]:
runtime/debug.Stack()
\t/usr/local/go/src/runtime/debug/stack.go:26 +0x5e
github.com/acme/shop/orders.Find(...)
\t/home/ci/shop/orders/find.go:31 +0x1d
go.opentelemetry.io/otel/sdk/trace.(*recordingSpan).RecordError(0xc0001, {0x1, 0x2})
\t/home/ci/go/pkg/mod/go.opentelemetry.io/otel/sdk@v1.28.0/trace/span.go:480 +0x1c
main.main()
\t/home/ci/shop/main.go:12 +0x18`;
  expect(stackParts(stack).map((part) => [part.type, part.lines.length, frameCount(part)])).toEqual([
    ['own', 1, 0],
    ['library', 2, 1],
    ['own', 2, 1],
    ['library', 2, 1],
    ['own', 2, 1],
  ]);
});

it('takes text that is no stack as it is, and cuts an endless one', () => {
  expect(stackParts('just text')).toEqual([{ type: 'own', lines: ['just text'] }]);
  expect(stackParts('    at f (/app/a.js:1:1)\n'.repeat(5000))[0]?.lines.length).toBe(2000);
});
