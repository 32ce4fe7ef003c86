import { langchain, anthropic, crewai, llamaIndex, openaiPython, plainPython } from './python-lines.ts';
import { nodeOpenai, plainNode, vercelAi } from './node-lines.ts';
import { curlLines, environmentLines } from './shell-lines.ts';

/** Where spans go: what is filled into the lines. */
export interface SendTarget {
  /** Of this server, as the browser reaches it: `http://localhost:6006`. */
  readonly origin: string;
  /** Where OTLP over gRPC is reached: `http://localhost:4317`; null when it is off. */
  readonly grpc: string | null;
  readonly project: string;
  /** Whether the server asks for a key, which the lines take from `SERVICE_API_KEY`. */
  readonly needsKey: boolean;
}

interface Recipe {
  readonly name: string;
  readonly lines: (target: SendTarget) => string;
}

/** How to send spans: from a language alone first, then from what people build with. */
export const RECIPES: readonly Recipe[] = [
  { name: 'Python', lines: plainPython },
  { name: 'Node', lines: plainNode },
  { name: 'curl', lines: curlLines },
  { name: 'OTel env', lines: environmentLines },
  { name: 'OpenAI', lines: openaiPython },
  { name: 'OpenAI, Node', lines: nodeOpenai },
  { name: 'Anthropic', lines: anthropic },
  { name: 'LangChain', lines: langchain },
  { name: 'LlamaIndex', lines: llamaIndex },
  { name: 'Vercel AI SDK', lines: vercelAi },
  { name: 'CrewAI', lines: crewai },
];
