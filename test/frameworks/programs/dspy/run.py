"""DSPy, by OpenInference's instrumentation."""

from set_up import provider

import dspy
from openinference.instrumentation import using_session, using_user
from story import MISSING_MODEL, MODEL, QUESTION, SESSION, USER, failing, weather_of



def lm(name: str) -> dspy.LM:
    return dspy.LM(f"openai/{name}", cache=False, num_retries=0)


def get_weather(city: str) -> str:
    """The weather in a city."""
    return weather_of(city)


with using_session(SESSION), using_user(USER):
    dspy.configure(lm=lm(MODEL))
    lm(MODEL)(messages=[{"role": "system", "content": "You are a weather assistant."}, {"role": "user", "content": QUESTION}])
    dspy.Tool(get_weather)(city="Lisbon")
    dspy.Embedder("openai/text-embedding-3-small", caching=False)([QUESTION])
    failing(lambda: lm(MISSING_MODEL)(QUESTION))
provider.shutdown()
