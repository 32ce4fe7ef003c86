import type { SendTarget } from './send-spans.ts';

/** Sets up the provider: the same lines before every library. */
function setUp({ origin, project, needsKey }: SendTarget, packages: string, imports: string, processor: string): string {
  const key = needsKey ? ', headers={"api_key": os.environ["SERVICE_API_KEY"]}' : '';
  return `# pip install ${packages} opentelemetry-sdk opentelemetry-exporter-otlp-proto-http
${needsKey ? 'import os\n\n' : ''}${imports}from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import ${processor}

provider = TracerProvider(resource=Resource({"openinference.project.name": ${JSON.stringify(project)}}))
exporter = OTLPSpanExporter(${JSON.stringify(`${origin}/v1/traces`)}${key})
provider.add_span_processor(${processor}(exporter))
trace.set_tracer_provider(provider)
`.replace('install  ', 'install ');
}

export function plainPython(target: SendTarget): string {
  return `${setUp(target, '', '', 'SimpleSpanProcessor')}
with trace.get_tracer("first").start_as_current_span("hello") as span:
    span.set_attribute("openinference.span.kind", "LLM")
    span.set_attribute("input.value", "Where is my order?")
    span.set_attribute("output.value", "It arrives on Tuesday.")`;
}

/** An OpenInference instrumentor: its module, and its class. */
type Instrumentor = readonly [module: string, name: string];

/** A library that has OpenInference instrumentors: one line more for each, and its calls are spans. */
function instrumented(target: SendTarget, library: string, instrumentors: readonly Instrumentor[], use: string): string {
  const packages = instrumentors.map(([module]) => `openinference-instrumentation-${module.replaceAll('_', '-')}`);
  const imports = instrumentors.map(([module, name]) => `from openinference.instrumentation.${module} import ${name}\n`);
  return `${setUp(target, [library, ...packages].join(' '), imports.join(''), 'BatchSpanProcessor')}
${instrumentors.map(([, name]) => `${name}().instrument(tracer_provider=provider)`).join('\n')}

${use}`;
}

const OPENAI: Instrumentor = ['openai', 'OpenAIInstrumentor'];

export function openaiPython(target: SendTarget): string {
  return instrumented(
    target,
    'openai',
    [OPENAI],
    `import openai

reply = openai.OpenAI().chat.completions.create(
    model="gpt-4o-mini", messages=[{"role": "user", "content": "Where is my order?"}]
)
print(reply.choices[0].message.content)`,
  );
}

export function anthropic(target: SendTarget): string {
  return instrumented(
    target,
    'anthropic',
    [['anthropic', 'AnthropicInstrumentor']],
    `${target.needsKey ? '' : 'import os\n'}import anthropic

os.environ["ANTHROPIC_OPEN_TELEMETRY"] = "false"  # or the SDK's own spans tell each call a second time
reply = anthropic.Anthropic().messages.create(
    model="claude-sonnet-4-5", max_tokens=200, messages=[{"role": "user", "content": "Where is my order?"}]
)
print(reply.content)`,
  );
}

export function langchain(target: SendTarget): string {
  return instrumented(
    target,
    'langchain langchain-openai',
    [['langchain', 'LangChainInstrumentor']],
    `from langchain_openai import ChatOpenAI

print(ChatOpenAI(model="gpt-4o-mini").invoke("Where is my order?").content)  # LangGraph's graphs are traced too`,
  );
}

export function llamaIndex(target: SendTarget): string {
  return instrumented(
    target,
    'llama-index',
    [['llama_index', 'LlamaIndexInstrumentor']],
    `from llama_index.core import Document, VectorStoreIndex

index = VectorStoreIndex.from_documents([Document(text="Refunds take five days.")])
print(index.as_query_engine().query("How long does a refund take?"))`,
  );
}

export function crewai(target: SendTarget): string {
  return instrumented(
    target,
    'crewai',
    // Its own makes spans of crews, agents and tools; the model is called through the provider's library.
    [['crewai', 'CrewAIInstrumentor'], OPENAI],
    `from crewai import Agent, Crew, Task

clerk = Agent(role="Clerk", goal="Answer customers", backstory="You know every order.")
task = Task(description="Where is order 7?", expected_output="One sentence.", agent=clerk)
print(Crew(agents=[clerk], tasks=[task]).kickoff())`,
  );
}
