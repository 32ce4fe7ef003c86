import { useState } from 'react';
import type { Embedding } from './documents.ts';
import { exactCount, plural } from '#web/platform/text/format-number.ts';
import { TextBlock } from '#web/trace/text-block.tsx';

const SHOWN_FIRST = 50;

/** Texts that were embedded, each with the size of its vector; the numbers on demand. */
export function EmbeddingList({ embeddings }: { embeddings: readonly Embedding[] }) {
  const [count, setCount] = useState(SHOWN_FIRST);
  return (
    <ol className="flex flex-col gap-8">
      {embeddings.slice(0, count).map((one, index) => (
        <li key={index} className="tone-embedding flex flex-col gap-4 border-l-2 border-bar pl-10">
          <TextBlock text={one.text} label={`text ${index + 1}`} look="prose" />
          {one.vector.length > 0 && (
            <details>
              <summary className="nums text-12 text-text3 hover:text-text1">vector of {exactCount(one.vector.length)} numbers</summary>
              <TextBlock text={JSON.stringify(one.vector)} label={`vector ${index + 1}`} look="line" />
            </details>
          )}
        </li>
      ))}
      {count < embeddings.length && (
        <button type="button" className="self-start text-12 text-link" onClick={() => setCount(embeddings.length)}>
          Show all {plural(embeddings.length, 'text')}
        </button>
      )}
    </ol>
  );
}
