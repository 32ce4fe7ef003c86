"""LlamaIndex, by OpenInference's instrumentation."""

from set_up import provider

import asyncio

from openinference.instrumentation import using_session, using_user
from pydantic import BaseModel
from story import MISSING_MODEL, MODEL, QUESTION, SESSION, SYSTEM, USER, failing, weather_of


from llama_index.core import Document, VectorStoreIndex
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.embeddings.openai import OpenAIEmbedding
from llama_index.llms.openai import OpenAI


class Weather(BaseModel):
    """The weather in a city."""

    city: str
    degrees: int


def get_weather(city: str) -> str:
    """The weather in a city."""
    return weather_of(city)


async def run_agent() -> None:
    agent = FunctionAgent(name="weather", tools=[get_weather], llm=OpenAI(model=MODEL), system_prompt=SYSTEM, streaming=False)
    await agent.run(QUESTION)


with using_session(SESSION), using_user(USER):
    asyncio.run(run_agent())
    for _ in OpenAI(model=MODEL, additional_kwargs={"stream_options": {"include_usage": True}}).stream_complete(QUESTION):
        pass
    OpenAI(model=MODEL).as_structured_llm(Weather).complete(QUESTION)
    index = VectorStoreIndex.from_documents(
        [Document(text="Lisbon is sunny.")], embed_model=OpenAIEmbedding(model="text-embedding-3-small")
    )
    index.as_query_engine(llm=OpenAI(model=MODEL)).query(QUESTION)
    failing(lambda: OpenAI(model=MODEL, max_retries=0).complete(QUESTION, model=MISSING_MODEL))
provider.shutdown()
