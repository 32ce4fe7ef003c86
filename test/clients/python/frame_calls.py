"""Spans as data frames through the client; prints what each call gave as one JSON object, by name."""

import asyncio
import json
from datetime import datetime, timedelta, timezone

import pyarrow
from phoenix.client import AsyncClient, Client
from phoenix.client.helpers.spans import get_input_output_context, get_retrieved_documents
from phoenix.client.types.spans import SpanQuery
from finish import finish

PROJECT = "frames"
START = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=timezone.utc)
client = Client()
results = {}


def call(name, action):
    """Keeps what the action gave, or which error it raised."""
    try:
        results[name] = action()
    except Exception as error:  # the test says which ones it expects
        results[name] = {"raised": type(error).__name__, "message": str(error)}


def span(number, trace, kind, seconds, parent=None, **attributes):
    start = START + timedelta(seconds=seconds)
    return {
        "name": f"step {number}",
        "context": {"trace_id": f"{trace:032x}", "span_id": f"{number:016x}"},
        "span_kind": kind,
        "parent_id": None if parent is None else f"{parent:016x}",
        "start_time": start.isoformat(),
        "end_time": (start + timedelta(milliseconds=250)).isoformat(),
        "status_code": "OK",
        "attributes": attributes,
    }


def documents(*texts):
    return {f"retrieval.documents.{at}.document.{key}": value for at, text in enumerate(texts) for key, value in (("content", text), ("score", 1 / (at + 1)))}


client.spans.log_spans(
    project_identifier=PROJECT,
    spans=[
        span(1, 1, "CHAIN", 0, **{"input.value": "who?", "output.value": "you", "mine.a": 1, "mine.b": [1, 2], "flag": True}),
        span(2, 1, "RETRIEVER", 1, 1, **{"input.value": "who?", **documents("first", "second")}),
        span(3, 1, "LLM", 2, 1, **{"llm.model_name": "m", "llm.token_count.prompt": 7, "llm.input_messages.0.message.role": "user", "llm.custom": "x"}),
        span(4, 2, "CHAIN", 3, **{"input.value": "when?", "llm.token_count.prompt": 8}),
    ],
)


client.spans.log_spans(
    project_identifier="items",
    spans=[
        span(
            900,
            900,
            "LLM",
            0,
            **{
                "llm.output_messages.0.message.role": "assistant",
                "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "search",
                "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments": "{}",
                "llm.output_messages.0.message.contents.0.message_content.type": "image",
                "llm.output_messages.0.message.contents.0.message_content.image.image.url": "x.png",
                "reranker.output_documents.0.document.content": "best",
                "reranker.output_documents.0.document.metadata": json.dumps({"page": {"number": 1}}),
                "embedding.embeddings.0.embedding.text": "who?",
                "embedding.embeddings.0.embedding.vector": [0.5, 1],
            },
        )
    ],
)


def table(frame):
    """A frame as plain data: index names, index, columns with their types, rows."""
    return {
        "index": list(frame.index.names),
        "keys": [list(key) if isinstance(key, tuple) else key for key in frame.index],
        "types": {column: str(dtype) for column, dtype in frame.dtypes.items()},
        "rows": json.loads(frame.reset_index(drop=True).to_json(orient="records", date_format="iso", date_unit="ns")),
    }


def frame(query=None, **options):
    return table(client.spans.get_spans_dataframe(query=query, project_identifier=PROJECT, **options))


call("whole", frame)
call("whole of one", lambda: frame(SpanQuery().where("name == 'step 1'")))
call("items", lambda: table(client.spans.get_spans_dataframe(project_identifier="items")))
call("items, async", lambda: table(asyncio.run(AsyncClient().spans.get_spans_dataframe(project_identifier="items"))))
call("select", lambda: frame(SpanQuery().select("name", "latency_ms", "llm.token_count.prompt", "input.value").rename(**{"input.value": "input"})))
call("explode", lambda: frame(SpanQuery().explode("retrieval.documents", text="document.content", score="document.score")))
call("explode all", lambda: frame(SpanQuery().select("name").explode("retrieval.documents")))
call("concat", lambda: frame(SpanQuery().where("span_kind == 'RETRIEVER'").concat("retrieval.documents", text="document.content").with_index("trace_id")))
call("limit", lambda: frame(SpanQuery().select("name"), limit=2))
call("roots", lambda: frame(SpanQuery().select("name"), root_spans_only=True))
call("time", lambda: frame(SpanQuery().select("name"), start_time=START + timedelta(seconds=1), end_time=START + timedelta(seconds=3)))
call("nothing", lambda: frame(SpanQuery().where("name == 'nobody'")))
call("unknown project", lambda: table(client.spans.get_spans_dataframe(project_identifier="nobody")))
call("wrong filter", lambda: frame(SpanQuery().where("name ==")))
call("retrieved documents", lambda: table(get_retrieved_documents(client, project_name=PROJECT)))
call("input, output, context", lambda: table(get_input_output_context(client, project_name=PROJECT)))


def many():
    spans = [span(n, n, "CHAIN", n / 1000, **{"input.value": "x" * 100, f"late.column{n // 500}": n}) for n in range(1000, 3600)]
    for at in range(0, len(spans), 500):
        client.spans.log_spans(project_identifier="many-frames", spans=spans[at : at + 500])
    found = client.spans.get_spans_dataframe(project_identifier="many-frames", limit=2500, timeout=60)
    return [len(found), found.index.is_unique, found["name"].iloc[0], found["name"].iloc[-1]]


def arrow(*queries):
    """The frames of queries as Arrow streams, opened one after the other until the bytes run out."""
    body = {"queries": [query.to_dict() for query in queries]}
    reply = client._client.post("v1/spans", params={"project_name": PROJECT}, json=body, headers={"accept": "*/*"})
    reply.raise_for_status()
    source, frames = pyarrow.BufferReader(reply.content), []
    while source.tell() < source.size():
        with pyarrow.ipc.open_stream(source) as stream:
            frames.append(table(stream.read_pandas()))
    return {"type": reply.headers["content-type"], "frames": frames}


call("in parts", many)
call("arrow", lambda: arrow(SpanQuery(), SpanQuery().select("name", "llm.token_count.prompt", "flag", "mine", "latency_ms"), SpanQuery().where("name == 'nobody'"), SpanQuery().explode("retrieval.documents", text="document.content", score="document.score")))
finish(results)
