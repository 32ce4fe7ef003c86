import { EmptyNote } from '#web/ui/states.tsx';

const EXAMPLES = [
  ['refund policy', 'both words, in any order'],
  ['"refund policy"', 'one word after the other'],
  ['refu*', 'words that begin like this'],
] as const;

/** What can be searched for, before something is, or where what was typed can't be. */
export function SearchHelp({ reason }: { readonly reason: string | null }) {
  return (
    <EmptyNote title="Search what spans hold">
      {reason !== null && (
        <p role="status" className="text-text1">
          {reason}
        </p>
      )}
      <p>
        Finds words in the names, attributes, events, links and error messages of spans, such as
        what a customer wrote or a tool returned. Upper and lower case are the same.
      </p>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-16 gap-y-6">
        {EXAMPLES.map(([example, meaning]) => (
          <div key={example} className="contents">
            <dt>
              <code className="mono rounded-chip bg-bg2 px-4">{example}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </EmptyNote>
  );
}
