import { useMemo } from 'react';
import type { SpanDetail } from '../../../api/model.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { TextBlock } from './text-block.tsx';

/** The span as the REST interface gives it. */
export function RawTab({ span }: { span: SpanDetail }) {
  const text = useMemo(() => JSON.stringify(span, null, 2), [span]);
  return (
    <div className="flex flex-col gap-8">
      <div className="flex items-center justify-between text-12 text-text3">
        <span className="mono clip">GET /v1/spans/{span.id}</span>
        <CopyButton text={text} />
      </div>
      <TextBlock text={text} />
    </div>
  );
}
