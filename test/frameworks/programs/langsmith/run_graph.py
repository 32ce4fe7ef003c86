"""LangChain and LangGraph over LangSmith's OpenTelemetry mode."""

from set_up import provider

from langchain.agents import create_agent
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.tools import tool
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_openai import ChatOpenAI, OpenAIEmbeddings
from langchain_core.tracers.langchain import wait_for_all_tracers
from langsmith import traceable
from langsmith.run_trees import get_cached_client
from pydantic import BaseModel
from story import MISSING_MODEL, MODEL, QUESTION, SESSION, SYSTEM, USER, failing, weather_of

config = {"metadata": {"session_id": SESSION, "user_id": USER}, "tags": ["demo"]}


class Weather(BaseModel):
    """The weather in a city."""

    city: str
    degrees: int


@tool
def get_weather(city: str) -> str:
    """The weather in a city."""
    return weather_of(city)


@traceable(run_type="tool")
def look_up(city: str) -> dict:
    return {"weather": weather_of(city)}


model = ChatOpenAI(model=MODEL)
agent = create_agent(model, tools=[get_weather], system_prompt=SYSTEM)
agent.invoke({"messages": [{"role": "user", "content": QUESTION}]}, config)

chain = ChatPromptTemplate.from_messages([("system", SYSTEM), ("user", "{question}")]) | model | StrOutputParser()
for _ in chain.stream({"question": QUESTION}, config):
    pass
model.with_structured_output(Weather).invoke(QUESTION, config)

store = InMemoryVectorStore.from_texts(
    ["Lisbon is sunny.", "Oslo is cold."], OpenAIEmbeddings(model="text-embedding-3-small", check_embedding_ctx_length=False)
)
store.as_retriever(search_kwargs={"k": 1}).invoke(QUESTION, config)
look_up("Lisbon", langsmith_extra={"metadata": {"thread_id": SESSION}})
failing(lambda: ChatOpenAI(model=MISSING_MODEL).invoke(QUESTION, config))

wait_for_all_tracers()
get_cached_client().flush()
provider.shutdown()
