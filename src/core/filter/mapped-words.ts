/**
 * Words that the mapping of conventions writes into attributes, whatever was sent: keys, roles,
 * kinds, names of providers. A longer word stands for its parts. A test compares them with the
 * mapping (`test/mapped-words.test.ts`).
 */
const MAPPED_WORDS = `
  action add adk advisor agno aimessagechunk aioperation amazon annotations answers application
  arguments assistant association audioinput audiooutput autogen aws azure base64 bedrock bnone
  body boolean branch budget bundle by cachedcontenttokencount cachedinputtokens cachereadtokens
  cachewritetokens callkey candidatestokencount charsmax chat choices classifier client code
  completionaudiotokens completionimagetokens completiontokens computedcostusd constructor
  contents control convention conversation costdetails create creation crewai cycle definitions
  depth description developer doembed dogenerate dorerank dostream dspy durationnano embeddings
  embedmany encrypted endtime enduser entity error evaluation evaluator events execute expected
  fact false field final firsttokenms firsttokenseconds firsttokentime founddocuments framework
  functioncall functionresponse functions gcp gemini genai generateobject generatetext
  generations generic google gpt4all guardrail hasrequestmodel haystackagent haystackcomponent
  haystackmodelcall haystackpipeline haystackstep haystacktoolcall humanmessage imageinput
  imageoutput infinity ingestion inner inputtokendetails instructions invocation invoke item
  json kernel keys kinds koboldcpp kwargs langchain langfusekind langgraph langsmithkind last
  length libraries litellm llamacpp llamaindex lmstudio localai logfire maphaystack maplangsmith
  mapmlflow mastrakind maxretries mcpmethod mediatype memory messages metadata microsoft
  mimetype mistralai mlflowkind mlx modality modelid modelname more most moved msg
  mstofirstchunk names nested null observation ollama openai openinference opentelemetry
  operationid orchestrate origin others outer outputdocuments outputtokendetails outputtokens
  pagecontent parameters parent parser parts path plain prefixes processor promptaudiotokens
  promptimagetokens prompts prompttokencount prompttokens properties provider pydantic queries
  query question rag raw reasoningcontent reasoningtext reasoningtokens recent redactedcontent
  refusal renumbered replace replies reply requestedmodel requesttype reranker resources
  responses retrieval retriever right role row runs schema scorer sdk search segments semantic
  server sessionid settings sglang side signature smolagents spaninputs spanoutputs spans
  spantype springkind starttime steps store strands streamobject streamtext string summary
  systemmessage tags target tasks template tensorrt texts tgi than that themselves thinking this
  thoughtstokencount thread tokenusage toolcallid toolcalls toolmessage toolname toolresult
  tools tooluseid totaltokencount totaltokens traceback traceloopkind triton true unknown update
  uri url userid values variables vector vendor vercel version vertexai vllm whose workflow wrap
  xinference
`;
/** Of numbers and times as text. */
const WRITTEN_NUMBER = /^[\detz]+$/;

/**
 * Whether a part of a word, in lower-case ASCII, may be in the text of an attribute though no text
 * that was sent holds it: as part of what the mapping writes, of a number, or of True, False and
 * None.
 */
export function isMappedWord(part: string): boolean {
  return WRITTEN_NUMBER.test(part) || MAPPED_WORDS.includes(part);
}
