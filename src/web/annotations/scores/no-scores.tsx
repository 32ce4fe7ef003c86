import { Link } from '@tanstack/react-router';
import { CodeTabs } from '#web/ui/code-tabs.tsx';
import { KeyNote } from '#web/accounts/key-note.tsx';
import { useNeedsKey } from '#web/accounts/use-needs-key.ts';
import { tracesPath } from '#web/platform/address/paths.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { ANNOTATION_SETTINGS_PATH } from '#web/platform/address/settings-pages.ts';

/** Before anything was annotated in this time: the ways to it. */
export function NoScores({ project, isAllTime, onAllTime }: { project: string; isAllTime: boolean; onAllTime: () => void }) {
  const origin = location.origin + ROOT_PATH;
  const needsKey = useNeedsKey();
  return (
    <div className="mx-auto flex w-full max-w-720 flex-col gap-16 px-16 py-48 max-md:py-24">
      <h2 className="text-24 font-semibold">No annotations {isAllTime ? 'yet' : 'in this time range'}</h2>
      {!isAllTime && (
        <button type="button" className="self-start text-13 text-link underline" onClick={onAllTime}>
          Search all time
        </button>
      )}
      <p className="max-w-560 text-14 text-text2">
        Scores and labels of spans, traces and sessions appear here: over time, by human, LLM and code annotators, with the agreement of
        humans and LLMs.
      </p>
      <section className="flex flex-col gap-8">
        <h3 className="text-14 font-semibold">By hand</h3>
        <p className="text-13 text-text2">
          <Link to={tracesPath(project)} className="text-link underline">
            Open a trace
          </Link>{' '}
          and press A. Labels and scores to choose from are annotation configs, under{' '}
          <Link to={ANNOTATION_SETTINGS_PATH} className="text-link underline">
            Settings, Annotations
          </Link>
          .
        </p>
      </section>
      <section className="flex flex-col gap-8">
        <h3 className="text-14 font-semibold">From code</h3>
        {needsKey && <KeyNote scopes={['traces:write']} />}
        <CodeTabs
          label="Language"
          tabs={[
            { name: 'Python', text: pythonLines(origin, needsKey) },
            { name: 'curl', text: curlLines(origin, needsKey) },
          ]}
        />
      </section>
    </div>
  );
}

function pythonLines(origin: string, needsKey: boolean): string {
  return `# pip install arize-phoenix-client
${needsKey ? 'import os\n\n' : ''}from phoenix.client import Client

client = Client(base_url="${origin}"${needsKey ? ', api_key=os.environ["SERVICE_API_KEY"]' : ''})
client.spans.add_span_annotation(
    span_id="00f067aa0ba902b7",
    annotation_name="correctness",
    annotator_kind="LLM",
    label="correct",
    score=1,
)`;
}

function curlLines(origin: string, needsKey: boolean): string {
  return `curl -s ${origin}/v1/span_annotations -H 'content-type: application/json'${needsKey ? ' -H "api_key: $SERVICE_API_KEY"' : ''} -d '{
  "data": [{ "span_id": "00f067aa0ba902b7", "name": "correctness", "annotator_kind": "LLM",
             "result": { "label": "correct", "score": 1 } }]
}'`;
}
