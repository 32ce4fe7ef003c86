"""What MLflow traces: its own decorator, OpenAI's client, sessions and users."""

from set_up import mlflow

import openai
from mlflow.entities import SpanType
from openai_chat import run_chat, run_responses
from story import QUESTION, SESSION, USER, weather_of


@mlflow.trace(span_type=SpanType.TOOL)
def get_weather(city: str) -> str:
    return weather_of(city)


@mlflow.trace(span_type=SpanType.RETRIEVER)
def retrieve(question: str) -> list:
    return [{"page_content": "Lisbon is sunny.", "metadata": {"doc_uri": "lisbon.md"}, "id": "1"}]


@mlflow.trace(span_type=SpanType.AGENT)
def agent(question: str) -> str:
    mlflow.update_current_trace(metadata={"mlflow.trace.session": SESSION, "mlflow.trace.user": USER}, tags={"team": "weather"})
    retrieve(question)
    answer = get_weather("Lisbon")
    client = openai.OpenAI()
    run_chat(client)
    run_responses(client)
    return answer


@mlflow.trace
def broken() -> None:
    raise ValueError("The thermometer is broken.")


def run() -> None:
    agent(QUESTION)
    try:
        broken()
    except ValueError:
        pass
    mlflow.flush_trace_async_logging()
