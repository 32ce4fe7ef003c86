"""DSPy over LiteLLM over OpenAI's client, each recorded by an instrumentation of its own: the tokens of a call are in two spans."""

from set_up import provider

from openinference.instrumentation.openai import OpenAIInstrumentor

OpenAIInstrumentor().instrument(tracer_provider=provider)

import dspy
from openinference.instrumentation import using_session, using_user
from story import MODEL, QUESTION, SESSION, USER

with using_session(SESSION), using_user(USER):
    lm = dspy.LM(f"openai/{MODEL}", cache=False)
    lm(messages=[{"role": "user", "content": QUESTION}])
    lm(messages=[{"role": "user", "content": QUESTION}], temperature=0.5)
provider.shutdown()
