import type { SpanDetail } from '../../../api/model.ts';
import { CopyButton } from '../../../components/copy-button.tsx';

interface Exception {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
}

function exceptionsOf(span: SpanDetail): readonly Exception[] {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return span.events
    .filter((event) => event.name === 'exception')
    .map(({ attributes }) => ({
      type: text(attributes['exception.type']),
      message: text(attributes['exception.message']),
      stack: text(attributes['exception.stacktrace']),
    }));
}

/** What went wrong: type, message, stack with the application's own frames strong. */
export function ErrorBox({ span }: { span: SpanDetail }) {
  const exceptions = exceptionsOf(span);
  const bare = exceptions.length === 0 && span.status_code === 'ERROR';
  if (exceptions.length === 0 && !bare) return null;
  const shown = bare
    ? [
        {
          type: 'Error',
          message: span.status_message === '' ? (span.error_message ?? 'The span says no more.') : span.status_message,
          stack: '',
        },
      ]
    : exceptions;
  return (
    <>
      {shown.map((one, index) => (
        <section key={index} aria-label="Exception" className="tone-error overflow-hidden rounded-control border border-bar/40">
          <div className="flex items-start gap-8 bg-tint px-10 py-8 text-tone">
            <p className="verbatim flex-1 text-13">
              {one.type !== '' && <strong className="font-semibold">{one.type}: </strong>}
              {one.message}
            </p>
            <CopyButton text={one.stack === '' ? `${one.type}: ${one.message}` : one.stack} quiet />
          </div>
          {one.stack !== '' && (
            <div className="mono max-h-320 overflow-auto px-10 py-8">
              {one.stack
                .slice(0, 40_000)
                .split('\n')
                .map((line, at) => (
                  <div key={at} className={`verbatim ${isLibraryFrame(line) ? 'text-text3' : 'text-text1'}`}>
                    {line}
                  </div>
                ))}
            </div>
          )}
        </section>
      ))}
    </>
  );
}

const LIBRARY = /node_modules|site-packages|dist-packages|node:internal|lib\/python\d|<frozen /;

function isLibraryFrame(line: string): boolean {
  return LIBRARY.test(line);
}
