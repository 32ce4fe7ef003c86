"""AutoGen's own tracing."""

from set_up import provider

import asyncio

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_agentchat.conditions import MaxMessageTermination
from autogen_core import SingleThreadedAgentRuntime
from autogen_ext.models.openai import OpenAIChatCompletionClient
from openinference.instrumentation import using_session, using_user
from story import MISSING_MODEL, MODEL, QUESTION, SESSION, SYSTEM, USER, weather_of

INFO = {"vision": False, "function_calling": True, "json_output": True, "structured_output": True, "family": "gpt-4o"}


async def get_weather(city: str) -> str:
    """The weather in a city."""
    return weather_of(city)


async def main() -> None:
    model = OpenAIChatCompletionClient(model=MODEL)
    agent = AssistantAgent("weather", model_client=model, tools=[get_weather], system_message=SYSTEM, reflect_on_tool_use=True)
    runtime = SingleThreadedAgentRuntime(tracer_provider=provider)
    runtime.start()
    await RoundRobinGroupChat([agent], termination_condition=MaxMessageTermination(3), runtime=runtime).run(task=QUESTION)
    await runtime.stop_when_idle()
    broken = AssistantAgent("broken", model_client=OpenAIChatCompletionClient(model=MISSING_MODEL, model_info=INFO))
    try:
        await broken.run(task=QUESTION)
    except Exception:
        pass


with using_session(SESSION), using_user(USER):
    asyncio.run(main())
provider.shutdown()
