"""Every method of the client whose routes the server has; prints what each gave as one JSON object, by name."""

from datetime import datetime, timedelta, timezone

from phoenix.client import Client

from annotation_calls import annotate
from finish import finish

PROJECT = "python-client"
START = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=timezone.utc)
client = Client()
results = {}


def call(name, action):
    """Keeps what the action gave, or which error it raised."""
    try:
        results[name] = action()
    except Exception as error:  # the test says which ones it expects
        results[name] = {"raised": type(error).__name__, "message": str(error), "duplicates": getattr(error, "duplicate_spans", None), "invalid": getattr(error, "invalid_spans", None)}
    return results[name]


def span(number, trace, parent=None, seconds=0.0, latency_ms=100, **fields):
    start = START + timedelta(seconds=seconds)
    return {
        "name": f"step {number}",
        "context": {"trace_id": f"{trace:032x}", "span_id": f"{number:016x}"},
        "span_kind": "CHAIN",
        "parent_id": None if parent is None else f"{parent:016x}",
        "start_time": start.isoformat(),
        "end_time": (start + timedelta(milliseconds=latency_ms)).isoformat(),
        "status_code": "OK",
        "attributes": {},
        **fields,
    }


def turn(session, question, answer):
    return {"session.id": session, "input.value": question, "input.mime_type": "text/plain", "output.value": answer}


def names(spans):
    return [each["name"] for each in spans]


def short(traces):
    return [int(each["trace_id"], 16) for each in traces]


# Projects
created = call("projects.create", lambda: client.projects.create(name="python-made", description="made by a client"))
call("projects.create again", lambda: client.projects.create(name="python-made"))
call("projects.get by id", lambda: client.projects.get(project_id=created["id"]))
call("projects.get by name", lambda: client.projects.get(project_name="python-made"))
call("projects.get unknown", lambda: client.projects.get(project_name="nobody"))
call("projects.update", lambda: client.projects.update(project_name="python-made", description="changed"))
call("projects.list", lambda: names(client.projects.list()))
call("projects.list by name", lambda: names(client.projects.list(name_contains="THON-MA")))
call("projects.delete", lambda: client.projects.delete(project_name="python-made"))
call("projects.delete default", lambda: client.projects.delete(project_name="default"))
call("projects.list after delete", lambda: names(client.projects.list()))
for number in range(105):
    client.projects.create(name=f"many-{number:03}")
call("projects.list in pages", lambda: sorted(names(client.projects.list(name_contains="many-"))))

# Spans
spans = [
    span(1, 1, attributes=turn("chat-1", "hello?", "hello!"), events=[{"name": "note", "timestamp": START.isoformat(), "attributes": {"n": 1}}]),
    span(2, 1, 1, 0.01, 50, span_kind="LLM", attributes={"llm.model_name": "gpt-4o", "llm.token_count.prompt": 10, "llm.token_count.completion": 5, "llm.input_messages.0.message.role": "user"}),
    span(3, 2, None, 10, 2000, status_code="ERROR", status_message="broken", attributes=turn("chat-1", "again?", "again!")),
    span(4, 2, 3, 10.1, 20, span_kind="TOOL", attributes={"flag": True, "count": 3, "ratio": 0.5, "quoted": "3", "deep": {"er": "yes"}}),
    span(5, 3, None, 20, 0.25, attributes=turn("chat-2", "other?", "other!")),
]
call("spans.log_spans", lambda: client.spans.log_spans(project_identifier=PROJECT, spans=spans))
call("spans.log_spans again", lambda: client.spans.log_spans(project_identifier=PROJECT, spans=[spans[0], span(9, 9)]))
call("spans.log_spans without a name", lambda: client.spans.log_spans(project_identifier=PROJECT, spans=[{key: value for key, value in span(9, 9).items() if key != "name"}]))
call("spans.log_spans naive", lambda: client.spans.log_spans(project_identifier=PROJECT, spans=[span(9, 9, start_time="2026-03-01T12:00:00")]))
call("spans.get_spans whole", lambda: client.spans.get_spans(project_identifier=PROJECT, span_ids=[f"{1:016x}"]))


def log_dataframe():
    import pandas

    rows = [{"name": f"row {n}", "span_kind": "CHAIN", "parent_id": None, "start_time": START, "end_time": START, "status_code": "OK", "context.trace_id": f"{n:032x}", "context.span_id": f"{n:016x}", "attributes.input.value": "x"} for n in range(1000, 1250)]
    return client.spans.log_spans_dataframe(project_identifier="python-frame", spans_dataframe=pandas.DataFrame(rows))


call("spans.log_spans_dataframe", log_dataframe)
FILTERS = {
    "none": {},
    "time": {"start_time": START, "end_time": START + timedelta(seconds=10)},
    "naive time": {"start_time": (START + timedelta(seconds=10)).replace(tzinfo=None)},
    "trace_ids": {"trace_ids": [f"{1:032x}", f"{3:032x}"]},
    "span_ids": {"span_ids": [f"{2:016x}", f"{4:016x}"]},
    "parent": {"parent_id": f"{3:016x}"},
    "roots": {"parent_id": "null"},
    "name": {"name": "step 3"},
    "names": {"name": ["step 1", "step 4", "Step 5"]},
    "kind": {"span_kind": "llm"},
    "kinds": {"span_kind": ["LLM", "TOOL"]},
    "status": {"status_code": "ERROR"},
    "statuses": {"status_code": ["OK", "ERROR"]},
    "attribute bool": {"attributes": {"flag": True}},
    "attribute int": {"attributes": {"count": 3}},
    "attribute float": {"attributes": {"ratio": 0.5}},
    "attribute text": {"attributes": {"quoted": "3"}},
    "attribute text, not a number": {"attributes": {"count": "3"}},
    "attribute nested": {"attributes": {"deep.er": "yes"}},
    "attributes together": {"attributes": {"flag": True, "count": 4}},
    "everything": {"trace_ids": [f"{2:032x}"], "span_kind": "TOOL", "status_code": "OK", "parent_id": f"{3:016x}", "name": "step 4", "attributes": {"flag": True}},
    "limit": {"limit": 2},
    "wrong kind": {"span_kind": "NONSENSE"},
}
for label, filters in FILTERS.items():
    call(f"spans.get_spans {label}", lambda f=filters: names(client.spans.get_spans(project_identifier=PROJECT, **f)))
call("spans.get_spans pages", lambda: sorted(names(client.spans.get_spans(project_identifier="python-frame", limit=230))))
call("spans.get_spans unknown project", lambda: client.spans.get_spans(project_identifier="nobody"))

# Traces
TRACES = {
    "none": {},
    "ascending": {"sort": "start_time", "order": "asc"},
    "slowest first": {"sort": "latency_ms", "order": "desc"},
    "time": {"start_time": START + timedelta(seconds=10), "end_time": START + timedelta(seconds=20)},
    "session": {"session_id": "chat-1"},
    "sessions": {"session_id": ["chat-1", "chat-2"]},
    "unknown session": {"session_id": "nobody"},
    "error": {"error": True},
    "no error": {"error": False},
    "latency from": {"min_latency_ms": 100},
    "latency to": {"max_latency_ms": 0.25},
    "latency between": {"min_latency_ms": 0.3, "max_latency_ms": 100},
    "limit": {"limit": 1},
    "negative latency": {"min_latency_ms": -1},
}
for label, filters in TRACES.items():
    call(f"traces.get_traces {label}", lambda f=filters: short(client.traces.get_traces(project_identifier=PROJECT, **f)))
call("traces.get_traces include_spans", lambda: client.traces.get_traces(project_identifier=PROJECT, include_spans=True, session_id="chat-1", sort="start_time", order="asc"))
call("traces.get_traces pages", lambda: sorted(short(client.traces.get_traces(project_identifier="python-frame", sort="latency_ms", limit=230))))
call("traces.get_traces by id", lambda: short(client.traces.get_traces(project_identifier=client.projects.get(project_name=PROJECT)["id"])))

# Sessions
call("sessions.get", lambda: client.sessions.get(session_id="chat-1"))
call("sessions.get by id", lambda: client.sessions.get(session_id=results["sessions.get"]["id"])["session_id"])
call("sessions.get unknown", lambda: client.sessions.get(session_id="nobody"))
call("sessions.list", lambda: [each["session_id"] for each in client.sessions.list(project_name=PROJECT)])
call("sessions.list limit", lambda: len(client.sessions.list(project_name=PROJECT, limit=1)))
call("sessions.get_sessions_dataframe", lambda: [list(frame.columns) + [frame.index.name, len(frame)] for frame in [client.sessions.get_sessions_dataframe(project_name=PROJECT)]][0])
call("sessions.get_session_turns", lambda: [{"trace": int(each["trace_id"], 16), "input": each.get("input"), "output": each.get("output"), "root": each["root_span"]["name"]} for each in client.sessions.get_session_turns(session_id="chat-1")])

# Deletion
call("spans.delete", lambda: client.spans.delete(span_identifier=f"{4:016x}"))
call("spans.delete again", lambda: client.spans.delete(span_identifier=f"{4:016x}"))
call("spans.get_spans after delete", lambda: names(client.spans.get_spans(project_identifier=PROJECT)))
call("sessions.delete", lambda: client.sessions.delete(session_id="chat-2"))
call("sessions.delete again", lambda: client.sessions.delete(session_id="chat-2"))
call("sessions.bulk_delete", lambda: client.sessions.bulk_delete(session_ids=["chat-1", "nobody"]))
call("sessions.list after delete", lambda: client.sessions.list(project_name=PROJECT))
call("traces.get_traces after delete", lambda: client.traces.get_traces(project_identifier=PROJECT))

# Annotations, of spans of their own
annotate(client, call)

finish(results)
