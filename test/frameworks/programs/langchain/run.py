"""LangChain and LangGraph, by OpenInference's instrumentation."""

from set_up import provider

from langchain.agents import create_agent
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.tools import tool
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_openai import ChatOpenAI, OpenAIEmbeddings
from openinference.instrumentation import using_user
from pydantic import BaseModel
from story import MISSING_MODEL, MODEL, QUESTION, SESSION, SYSTEM, USER, failing, weather_of

config = {"metadata": {"session_id": SESSION}}


class Weather(BaseModel):
    """The weather in a city."""

    city: str
    degrees: int


@tool
def get_weather(city: str) -> str:
    """The weather in a city."""
    return weather_of(city)


with using_user(USER):
    model = ChatOpenAI(model=MODEL, stream_usage=True)
    agent = create_agent(model, tools=[get_weather], system_prompt=SYSTEM)
    agent.invoke({"messages": [{"role": "user", "content": QUESTION}]}, config)
    chain = ChatPromptTemplate.from_messages([("system", SYSTEM), ("user", "{question}")]) | model | StrOutputParser()
    for _ in chain.stream({"question": QUESTION}, config):
        pass
    model.with_structured_output(Weather).invoke(QUESTION, config)
    embeddings = OpenAIEmbeddings(model="text-embedding-3-small", check_embedding_ctx_length=False)
    store = InMemoryVectorStore.from_texts(["Lisbon is sunny.", "Oslo is cold."], embeddings)
    store.as_retriever(search_kwargs={"k": 1}).invoke(QUESTION, config)
    failing(lambda: ChatOpenAI(model=MISSING_MODEL).invoke(QUESTION, config))
provider.shutdown()
