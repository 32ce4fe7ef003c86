"""Haystack's own tracing, with contents."""

from set_up import provider

from story import MISSING_MODEL, MODEL, QUESTION, SYSTEM, failing, weather_of

from haystack import Document, Pipeline
from haystack.components.agents import Agent
from haystack.components.builders import ChatPromptBuilder
from haystack.components.embedders import OpenAITextEmbedder
from haystack.components.generators.chat import OpenAIChatGenerator
from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
from haystack.dataclasses import ChatMessage
from haystack.document_stores.in_memory import InMemoryDocumentStore
from haystack.tools import tool


@tool
def get_weather(city: str) -> str:
    """The weather in a city."""
    return weather_of(city)


store = InMemoryDocumentStore()
store.write_documents([Document(content="Lisbon is sunny.")])
rag = Pipeline()
rag.add_component("embedder", OpenAITextEmbedder(model="text-embedding-3-small"))
rag.add_component("retriever", InMemoryBM25Retriever(store))
rag.add_component("prompt", ChatPromptBuilder([ChatMessage.from_user("{{question}}")], required_variables=["question"]))
rag.add_component("llm", OpenAIChatGenerator(model=MODEL))
rag.connect("prompt", "llm")
rag.run({"embedder": {"text": QUESTION}, "retriever": {"query": QUESTION}, "prompt": {"question": QUESTION}})

agents = Pipeline()
agents.add_component("agent", Agent(chat_generator=OpenAIChatGenerator(model=MODEL), tools=[get_weather], system_prompt=SYSTEM))
agents.run({"agent": {"messages": [ChatMessage.from_user(QUESTION)]}})

broken = Pipeline()
broken.add_component("llm", OpenAIChatGenerator(model=MISSING_MODEL))
failing(lambda: broken.run({"llm": {"messages": [ChatMessage.from_user(QUESTION)]}}))
provider.shutdown()
