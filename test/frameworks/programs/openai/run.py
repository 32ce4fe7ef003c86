"""OpenAI's client, both of its APIs, by OpenInference's instrumentation."""

from set_up import provider

import openai
from openai_chat import run_chat, run_image, run_responses
from openinference.instrumentation import using_session, using_user
from story import SESSION, USER

client = openai.OpenAI()
with using_session(SESSION), using_user(USER):
    run_chat(client)
    run_responses(client)
    run_image(client)
provider.shutdown()
