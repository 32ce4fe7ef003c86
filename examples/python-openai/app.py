"""An agent with two tools, a streamed answer, retrieval and an error, traced with OpenInference and sent to Telltale."""

import json
from contextlib import contextmanager
from math import sqrt

import openai
from openinference.instrumentation import using_attributes
from opentelemetry import trace
from opentelemetry.trace import Status, StatusCode

from tracing import flush

client = openai.OpenAI()
tracer = trace.get_tracer("shop-assistant")

TOOLS = [
    {"type": "function", "function": {"name": name, "description": description, "parameters": {"type": "object", "properties": {key: {"type": "string"}}, "required": [key]}}}
    for name, description, key in [("get_weather", "The weather in a city.", "city"), ("lookup_order", "The state of an order.", "order_id")]
]
IMPLEMENTATIONS = {
    "get_weather": lambda city: f"it is 19 °C and sunny in {city}",
    "lookup_order": lambda order_id: f"order {order_id} left the warehouse on Monday",
}
DOCUMENTS = {
    "delivery": "Delivery takes two to four working days; express delivery takes one.",
    "returns": "Articles can be returned within thirty days, unworn and with the label.",
    "payment": "We accept cards, bank transfer and vouchers.",
}


@contextmanager
def span(name, kind, value):
    """A span of the given kind; an exception is recorded and raised on."""
    attributes = {"openinference.span.kind": kind, "input.value": value, "input.mime_type": "text/plain"}
    with tracer.start_as_current_span(name, attributes=attributes) as current:
        yield current
        current.set_status(Status(StatusCode.OK))


def finish(current, output):
    current.set_attributes({"output.value": output, "output.mime_type": "text/plain"})
    return output


def agent(question):
    """The model asks for tools until it can answer."""
    with span("shop_agent", "AGENT", question) as current:
        messages = [{"role": "system", "content": "You help the customers of a shop."}, {"role": "user", "content": question}]
        while True:
            message = client.chat.completions.create(model="gpt-4o-mini", temperature=0, messages=messages, tools=TOOLS).choices[0].message
            messages.append(message.model_dump(exclude_none=True))
            if not message.tool_calls:
                return finish(current, message.content)
            for call in message.tool_calls:
                with span(call.function.name, "TOOL", call.function.arguments) as tool:
                    result = finish(tool, IMPLEMENTATIONS[call.function.name](**json.loads(call.function.arguments)))
                messages.append({"role": "tool", "tool_call_id": call.id, "content": result})


def streamed(question):
    chunks = client.chat.completions.create(model="gpt-4o", stream=True, stream_options={"include_usage": True}, messages=[{"role": "user", "content": question}])
    return "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)


def retrieve(question):
    with span("retrieve", "RETRIEVER", question) as current:
        reply = client.embeddings.create(model="text-embedding-3-small", input=[question, *DOCUMENTS.values()])
        asked, *known = [item.embedding for item in reply.data]
        scores = {key: sum(a * b for a, b in zip(asked, vector)) / (sqrt(sum(b * b for b in vector)) or 1) for key, vector in zip(DOCUMENTS, known)}
        found = sorted(scores, key=scores.get, reverse=True)[:2]
        for at, key in enumerate(found):
            current.set_attributes({
                f"retrieval.documents.{at}.document.id": key,
                f"retrieval.documents.{at}.document.content": DOCUMENTS[key],
                f"retrieval.documents.{at}.document.score": scores[key],
            })
        finish(current, ", ".join(found))
        return found


def ask_docs(question):
    with span("ask_docs", "CHAIN", question) as current:
        passages = "\n".join(DOCUMENTS[key] for key in retrieve(question))
        messages = [{"role": "system", "content": f"Answer from these passages:\n{passages}"}, {"role": "user", "content": question}]
        return finish(current, client.chat.completions.create(model="gpt-4o-mini", messages=messages).choices[0].message.content)


with using_attributes(session_id="python-session-1", user_id="grace", tags=["example"], metadata={"release": "1.4.2"}):
    print("agent:    ", agent("Where is my order A-1001, and do I need a coat in Lisbon?"))
    print("streaming:", streamed("What is the answer? Olé!"))
    print("retrieval:", ask_docs("How long does delivery take?"))
    try:
        with span("broken_agent", "AGENT", "Use a model that does not exist."):
            client.chat.completions.create(model="no-such-model", messages=[{"role": "user", "content": "Anyone there?"}])
    except openai.NotFoundError as error:
        print("error:    ", error)
flush()
