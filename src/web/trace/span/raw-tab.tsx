import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SpanDetail } from '#web/platform/http/model.ts';
import { sentSpanOptions } from '#web/trace/traces.calls.ts';
import { saveText } from '#web/platform/browser/save-text.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { TextBlock } from '#web/trace/text-block.tsx';

/** The span as its exporter sent it: OTLP/JSON that can be sent again. */
export function RawTab({ span }: { span: SpanDetail }) {
  const { data, error, refetch } = useQuery(sentSpanOptions(span.id));
  const text = useMemo(() => (data === undefined ? null : JSON.stringify(data, null, 2)), [data]);
  if (error !== null) return <ErrorNote what="The span could not be read as it was sent" error={error} onRetry={() => void refetch()} />;
  if (text === null) return <SkeletonRows rows={10} height={24} />;
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-center gap-8 text-12 text-text3">
        <span className="flex-1">OTLP/JSON, as it was sent</span>
        <CopyButton text={text} label="Copy" />
        <Button look="quiet" onClick={() => saveText(text, `span-${span.context.span_id}.otlp.json`, 'application/json')}>
          Download
        </Button>
      </div>
      <TextBlock text={text} label={`span ${span.context.span_id} as sent`} />
    </div>
  );
}
