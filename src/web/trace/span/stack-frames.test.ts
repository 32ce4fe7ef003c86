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
  expect(stackParts(stack).map((part) => [part.type, part.lines.length, frameCount(part)])).toEqual(
    [
      ['own', 2, 1],
      ['library', 3, 3],
      ['own', 1, 1],
    ],
  );
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
\tat org.codehaus.mojo.exec.AbstractExecJavaBase.lambda$execute$0(AbstractExecJavaBase.java:287)
\tat app//jakarta.servlet.http.HttpServlet.service(HttpServlet.java:750)
\tat java.base/java.lang.Thread.run(Thread.java:1583)
Caused by: java.sql.SQLException: closed
\tat com.acme.shop.Db.query(Db.java:9)
\tat org.postgresql.jdbc.PgConnection.check(PgConnection.java:10)
\t... 3 more`;
  expect(stackParts(stack).map((part) => [part.type, part.lines.length, frameCount(part)])).toEqual(
    [
      ['own', 2, 1],
      ['library', 4, 4],
      ['own', 2, 1],
      ['library', 2, 1],
    ],
  );
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
  expect(stackParts(stack).map((part) => [part.type, part.lines.length, frameCount(part)])).toEqual(
    [
      ['own', 1, 0],
      ['library', 2, 1],
      ['own', 2, 1],
      ['library', 2, 1],
      ['own', 2, 1],
    ],
  );
});

it.each<[string, string, readonly string[]]>([
  [
    "the engine's own frames in JavaScript",
    `TypeError: no
    at async Promise.all (index 0)
    at findOrder (/srv/app/src/orders.ts:12:9)
    at new Promise (<anonymous>)
    at Array.map (<anonymous>)
    at <anonymous>`,
    ['TypeError: no', '    at findOrder (/srv/app/src/orders.ts:12:9)', '    at <anonymous>'],
  ],
  [
    "Java's proxies and LangChain4j",
    `\tat com.acme.OrderService.find(OrderService.java:42)
\tat com.acme.OrderService$$SpringCGLIB$$0.find(<generated>)
\tat dev.langchain4j.service.DefaultAiServices$1.invoke(DefaultAiServices.java:205)`,
    ['\tat com.acme.OrderService.find(OrderService.java:42)'],
  ],
  [
    "Go's packages wherever they lie, and with trimmed paths",
    `net/http.HandlerFunc.ServeHTTP(0x1)
\t/nix/store/abc-go-1.22/share/go/src/net/http/server.go:2166 +0x29
net/http.(*Server).Serve(0x1)
\tnet/http/server.go:3285 +0x4b4
google.golang.org/grpc.(*Server).handle(0x1)
\tgoogle.golang.org/grpc@v1.64.0/server.go:1 +0x4
main.main()
\tacme/shop/main.go:12 +0x18`,
    ['main.main()', '\tacme/shop/main.go:12 +0x18'],
  ],
  [
    "the rails of Python's groups of exceptions",
    `  + Exception Group Traceback (most recent call last):
  |   File "/usr/local/lib/python3.12/asyncio/taskgroups.py", line 145, in __aexit__
  |     raise me from None
  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/app/worker.py", line 3, in fetch
    |     raise ValueError("bad")
    |   File "/opt/venv/lib/python3.12/site-packages/httpx/_client.py", line 825, in request
    |     return self.send(request)
    | ValueError: bad`,
    [
      '  + Exception Group Traceback (most recent call last):',
      '  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)',
      '  +-+---------------- 1 ----------------',
      '    | Traceback (most recent call last):',
      '    |   File "/app/worker.py", line 3, in fetch',
      '    |     raise ValueError("bad")',
      '    | ValueError: bad',
    ],
  ],
  [
    '.NET',
    `   at System.Linq.Enumerable.First[TSource](IEnumerable\`1 source)
   at Acme.Shop.OrderService.Find(String id) in /src/Shop/OrderService.cs:line 42
   at Microsoft.SemanticKernel.KernelFunction.InvokeAsync(Kernel kernel) in /_/src/KernelFunction.cs:line 9`,
    ['   at Acme.Shop.OrderService.Find(String id) in /src/Shop/OrderService.cs:line 42'],
  ],
  [
    'Rust',
    `   0: std::backtrace::Backtrace::create
             at /rustc/9fc6b4312/library/std/src/backtrace.rs:331:13
   1: shop::orders::find
             at ./src/orders.rs:12:5
   2: tokio::runtime::task::core::Core<T,S>::poll
             at /home/ci/.cargo/registry/src/index.crates.io-6f17/tokio-1.38.0/src/core.rs:328:17`,
    ['   1: shop::orders::find', '             at ./src/orders.rs:12:5'],
  ],
  [
    'Ruby and PHP',
    `\tfrom /usr/local/bundle/gems/rack-3.0.8/lib/rack/builder.rb:24:in 'call'
\tfrom /app/config.rb:5:in 'block in <main>'
#0 /app/vendor/symfony/http-kernel/HttpKernel.php(163): Orders->find()
#1 /app/src/Kernel.php(20): HttpKernel->handle()`,
    [
      "\tfrom /app/config.rb:5:in 'block in <main>'",
      '#1 /app/src/Kernel.php(20): HttpKernel->handle()',
    ],
  ],
])('folds %s', (_what, stack, own) => {
  expect(stackParts(stack).flatMap((part) => (part.type === 'own' ? part.lines : []))).toEqual(own);
});

it('takes text that is no stack as it is, and cuts an endless one', () => {
  expect(stackParts('just text')).toEqual([{ type: 'own', lines: ['just text'] }]);
  expect(stackParts('    at f (/app/a.js:1:1)\n'.repeat(5000))[0]?.lines.length).toBe(2000);
});
