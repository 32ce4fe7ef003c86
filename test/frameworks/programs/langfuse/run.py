"""Langfuse's SDK: its decorator, its OpenAI client, all types of observations."""

from set_up import langfuse, observe, propagate_attributes
from langfuse.openai import openai
from openai_chat import run_chat, run_responses
from story import QUESTION, SESSION, USER, weather_of


@observe(as_type="tool")
def get_weather(city: str) -> str:
    return weather_of(city)


@observe(as_type="retriever")
def retrieve(question: str) -> list:
    return [{"content": "Lisbon is sunny.", "id": "1"}]


@observe(as_type="agent")
def agent(question: str) -> str:
    with propagate_attributes(session_id=SESSION, user_id=USER, tags=["demo"], metadata={"team": "weather"}):
        retrieve(question)
        answer = get_weather("Lisbon")
        client = openai.OpenAI()
        run_chat(client)
        run_responses(client)
        return answer


@observe()
def broken() -> None:
    raise ValueError("The thermometer is broken.")


agent(QUESTION)
try:
    broken()
except ValueError:
    pass

with langfuse.start_as_current_observation(as_type="generation", name="own call", model="claude-sonnet-4-5", input=[{"role": "user", "content": QUESTION}]) as own:
    own.update(
        output={"role": "assistant", "content": "It is sunny."},
        usage_details={"input": 56, "cache_read_input_tokens": 64, "output": 30, "total": 150},
        cost_details={"input": 0.0004, "output": 0.0005, "total": 0.0009},
        model_parameters={"temperature": 0.2},
    )
with langfuse.start_as_current_observation(as_type="guardrail", name="check", input="text") as check:
    check.update(output={"allowed": True}, level="WARNING", status_message="Close to the limit.")
with langfuse.start_as_current_observation(as_type="evaluator", name="score"):
    pass
with langfuse.start_as_current_observation(as_type="chain", name="step"):
    pass
langfuse.flush()
langfuse.shutdown()
