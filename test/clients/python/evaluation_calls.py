"""Evaluations as data frames with pandas and pyarrow, as older clients sent and read them; prints what each call gave as one JSON object, by name."""

import gzip
import io
import json
import os
from uuid import uuid4

import httpx
import pandas as pd
import pyarrow as pa
from phoenix.client import Client
from finish import finish

PROJECT = "evaluations"
http = httpx.Client(base_url=os.environ["PHOENIX_ENDPOINT"], timeout=60)
results = {}


def call(name, action):
    """Keeps what the action gave, or which error it raised."""
    try:
        results[name] = action()
    except Exception as error:  # the test says which ones it expects
        results[name] = {"raised": type(error).__name__, "message": str(error)}


def span(number, trace, **attributes):
    return {
        "name": f"step {number}",
        "context": {"trace_id": f"{trace:032x}", "span_id": f"{number:016x}"},
        "span_kind": "LLM",
        "start_time": "2026-03-01T12:00:00+00:00",
        "end_time": "2026-03-01T12:00:01+00:00",
        "status_code": "OK",
        "attributes": attributes,
    }


documents = {f"retrieval.documents.{at}.document.content": text for at, text in enumerate(["a", "b"])}
Client().spans.log_spans(project_identifier=PROJECT, spans=[span(number, number, **documents) for number in range(1, 41)])


def spans(*numbers):
    return [f"{number:016x}" for number in numbers]


def traces(*numbers):
    return [f"{number:032x}" for number in numbers]


def arrow_table(frame, name, kind, schema=None):
    """A table as older clients made it: the frame with its index, and what it is in the metadata of the schema."""
    table = pa.Table.from_pandas(frame, schema=schema)
    meta = json.dumps({"eval_id": str(uuid4()), "eval_name": name, "eval_type": kind})
    return table.replace_schema_metadata({**table.schema.metadata, b"arize": meta.encode()})


def stream(table, options=None):
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema, options=options) as writer:
        writer.write_table(table, max_chunksize=10_000)
    return sink.getvalue().to_pybytes()


def file(table):
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue().to_pybytes()


def post(content, content_type="application/x-pandas-arrow", packed=True, **params):
    headers = {"content-type": content_type, **({"content-encoding": "gzip"} if packed else {})}
    response = http.post("/v1/evaluations", params=params, headers=headers, content=gzip.compress(content) if packed else content)
    return {"status": response.status_code, "detail": response.json()["detail"] if response.content else None}


def read(project):
    """Opens streams until the bytes run out, as older clients did."""
    response = http.get("/v1/evaluations", params={"project_name": project})
    if response.status_code == 404:
        return {"status": 404, "bytes": len(response.content)}
    body, frames = io.BytesIO(response.content), {}
    while True:
        try:
            with pa.ipc.open_stream(body) as reader:
                meta = json.loads(reader.schema.metadata[b"arize"])
                frames[f"{meta['eval_type']} {meta['eval_name']}"] = reader.read_all().to_pandas()
        except pa.lib.ArrowInvalid:
            break
    assert body.read() == b"", "bytes are left"
    return frames


def shown(frame):
    return {
        "index": list(frame.index.names),
        "keys": [list(key) if isinstance(key, tuple) else key for key in frame.index],
        "rows": json.loads(frame.reset_index(drop=True).to_json(orient="records")),
    }


by_span = pd.DataFrame(
    {"label": ["good", None, "bad"], "score": [1.0, float("nan"), 0.25], "explanation": ["é ü", "", None]},
    index=pd.Index(spans(1, 2, 3), name="context.span_id"),
)
call("nothing yet", lambda: read(PROJECT))
call("spans", lambda: post(stream(arrow_table(by_span, "quality", "SpanEvaluations"))))
by_trace = pd.DataFrame({"trace_id": traces(1, 2), "score": [1, 2]}).set_index("trace_id")
call("traces", lambda: post(stream(arrow_table(by_trace, "quality", "TraceEvaluations"))))
by_document = pd.DataFrame(
    {"label": ["relevant", "irrelevant", "relevant"], "score": [1, 0, 1]},
    index=pd.MultiIndex.from_tuples([(spans(1)[0], 0), (spans(1)[0], 1), (spans(2)[0], 0)], names=["context.span_id", "document_position"]),
)
call("documents", lambda: post(stream(arrow_table(by_document, "relevance", "DocumentEvaluations"))))

one = pd.DataFrame({"span_id": spans(4), "label": ["x"], "explanation": ["why " * 1000]})
call("range index", lambda: post(stream(arrow_table(one, "range index", "SpanEvaluations"))))
call("index without a name", lambda: post(stream(arrow_table(one.set_index(pd.Index([7])), "unnamed", "SpanEvaluations"))))
call("categories", lambda: post(stream(arrow_table(one.astype({"label": "category"}), "categories", "SpanEvaluations"))))
call("nothing but an explanation", lambda: post(stream(arrow_table(one.assign(label=None), "null label", "SpanEvaluations"))))
call("a file", lambda: post(file(arrow_table(one, "file", "SpanEvaluations")), "application/vnd.apache.arrow.stream"))
for codec in ["lz4", "zstd"]:
    options = pa.ipc.IpcWriteOptions(compression=codec)
    call(codec, lambda: post(stream(arrow_table(one, codec, "SpanEvaluations"), options), packed=False))
plain = {"span_id": spans(5, 6), "label": ["a", "b"], "score": [0.5, 1.5]}
for name, text in [("string", pa.string()), ("large_string", pa.large_string()), ("string_view", pa.string_view()), ("dictionary", pa.dictionary(pa.int8(), pa.large_string()))]:
    table = pa.table({key: pa.array(values, type=text if key != "score" else pa.float32()) for key, values in plain.items()})
    for kind in ["application/x-pandas-pyarrow", "application/x-dataframe-arrow"]:
        call(f"plain {name} {kind}", lambda: post(stream(table), kind, packed=False, eval_name=name, eval_type="SpanEvaluations"))
call("decimal", lambda: post(stream(pa.table({"span_id": spans(5), "score": pa.array([1], pa.decimal128(5, 2))})), eval_name="decimal", eval_type="SpanEvaluations"))
call("early", lambda: post(stream(pa.table({"span_id": spans(100), "label": ["early"]})), eval_name="early", eval_type="SpanEvaluations"))
Client().spans.log_spans(project_identifier=PROJECT, spans=[span(100, 100)])

call("no metadata", lambda: post(stream(pa.Table.from_pandas(one))))
call("blank name", lambda: post(stream(arrow_table(one, " ", "SpanEvaluations"))))
call("list column", lambda: post(stream(arrow_table(one.assign(label=[["x"]]), "bad", "SpanEvaluations"))))
call("another column", lambda: post(stream(arrow_table(one.assign(model="m"), "bad", "SpanEvaluations"))))
call("not Arrow", lambda: post(one.to_csv().encode(), packed=False))
call("not gzip", lambda: {**post(gzip.compress(b"x") + b"junk"), "detail": None})
call("JSON", lambda: post(b"{}", "application/json", packed=False))

frames = read(PROJECT)
call("frames", lambda: {name: shown(frame) for name, frame in frames.items()})
# What was read may be sent again as it is, to where the same things are scored under another name.
call("again", lambda: post(stream(arrow_table(frames["DocumentEvaluations relevance"], "again", "DocumentEvaluations"))))
call("same again", lambda: frames["DocumentEvaluations relevance"].sort_index().equals(read(PROJECT)["DocumentEvaluations again"].sort_index()))
call("unknown project", lambda: read("unknown"))
finish(results)
