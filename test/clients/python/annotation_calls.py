"""Every method of the client that writes or reads annotations, with spans of its own; `call` keeps what each gave."""

import asyncio
from datetime import datetime, timezone

import pandas
from phoenix.client import AsyncClient

PROJECT = "python-annotations"
NOW = datetime(2026, 3, 2, tzinfo=timezone.utc).isoformat()
SESSION = "judged-chat"


def span_id(number):
    return f"{0xA0 + number:016x}"


def trace_id(number):
    return f"{0xA0 + number:032x}"


def span(number, trace, **attributes):
    context = {"trace_id": trace_id(trace), "span_id": span_id(number)}
    documents = {f"retrieval.documents.{at}.document.content": f"document {at}" for at in range(3)}
    return {"name": f"judged {number}", "context": context, "span_kind": "RETRIEVER", "start_time": NOW, "end_time": NOW, "status_code": "OK", "attributes": {"session.id": SESSION, **documents, **attributes}}


def short(annotations):
    """By name and identifier, what a test compares."""
    rows = [{"name": each["name"], "identifier": each["identifier"], "kind": each["annotator_kind"], **each["result"], "metadata": each["metadata"]} for each in annotations]
    return sorted(rows, key=lambda row: (row["name"], row["identifier"]))


def annotate(client, call):
    client.spans.log_spans(project_identifier=PROJECT, spans=[span(1, 1), span(2, 1), span(3, 2)])
    one, two, three = span_id(1), span_id(2), span_id(3)
    read = lambda *ids, **options: client.spans.get_span_annotations(span_ids=list(ids), project_identifier=PROJECT, **options)

    # Spans, one by one and many
    result = {"label": "good", "score": 0.5, "explanation": "because", "metadata": {"by": "me", "deep": [1, None]}}
    call("add_span_annotation sync", lambda: client.spans.add_span_annotation(span_id=one, annotation_name="tone", sync=True, **result))
    call("add_span_annotation again", lambda: client.spans.add_span_annotation(span_id=one, annotation_name="tone", sync=True, **result))
    call("add_span_annotation async", lambda: client.spans.add_span_annotation(span_id=one, annotation_name="later", annotator_kind="LLM", score=1))
    call("add_span_annotation identifier", lambda: client.spans.add_span_annotation(span_id=one, annotation_name="tone", identifier="second", label="bad", sync=True))
    call("add_span_annotation unknown", lambda: client.spans.add_span_annotation(span_id="f" * 16, annotation_name="x", score=1, sync=True))
    call("add_span_annotation note", lambda: client.spans.add_span_annotation(span_id=one, annotation_name="note", label="x", sync=True))
    many = [{"span_id": each, "name": "many", "annotator_kind": "CODE", "result": {"score": score}} for each, score in [(one, 1), (two, 2), (one, 3)]]
    call("log_span_annotations sync", lambda: [each["id"] for each in client.spans.log_span_annotations(span_annotations=many, sync=True)])
    call("log_span_annotations async", lambda: client.spans.log_span_annotations(span_annotations=many))
    call("add_span_note", lambda: [client.spans.add_span_note(span_id=one, note=f"note {at}")["id"] for at in range(2)])
    call("add_span_note unknown", lambda: client.spans.add_span_note(span_id="f" * 16, note="x"))
    call("get_span_annotations", lambda: short(read(one)))
    call("get_span_annotations whole", lambda: read(one, include_annotation_names=["tone"])[1])
    call("get_span_annotations notes", lambda: [each["result"]["explanation"] for each in read(one, include_annotation_names=["note"], exclude_annotation_names=[])])
    call("get_span_annotations pages", lambda: len(read(one, two, limit=1)))
    call("get_span_annotations none", lambda: read(three))
    call("get_span_annotations unknown", lambda: read("f" * 16))
    call("get_span_annotations some unknown", lambda: len(read("f" * 16, two)))
    call("get_span_annotations_dataframe", lambda: frame_of(client.spans.get_span_annotations_dataframe(span_ids=[one, two], project_identifier=PROJECT)))

    # Data frames
    frame = pandas.DataFrame({"name": ["frame"] * 250, "annotator_kind": ["LLM"] * 250, "label": ["a", None] * 125, "score": [0.25, 0.75] * 125, "identifier": [f"row {at}" for at in range(250)]}, index=[three] * 250)
    frame.index.name = "span_id"
    call("log_span_annotations_dataframe sync", lambda: len({each["id"] for each in client.spans.log_span_annotations_dataframe(dataframe=frame, sync=True)}))
    named = pandas.DataFrame({"span_id": [two, three], "label": ["x", "y"], "explanation": ["why", "how"]})
    call("log_span_annotations_dataframe async", lambda: client.spans.log_span_annotations_dataframe(dataframe=named, annotation_name="named", annotator_kind="HUMAN"))
    call("get_span_annotations of the frame", lambda: [len(read(three, limit=100)), short(read(two, three, include_annotation_names=["named"]))])

    # Documents
    call("add_document_annotation", lambda: client.spans.add_document_annotation(span_id=one, document_position=2, annotation_name="relevance", label="relevant", score=1, sync=True))
    call("add_document_annotation out of range", lambda: client.spans.add_document_annotation(span_id=one, document_position=3, annotation_name="relevance", score=1, sync=True))
    documents = pandas.DataFrame({"span_id": [one, one, two], "document_position": [0, 1, 0], "name": ["relevance"] * 3, "annotator_kind": ["LLM"] * 3, "score": [1, 0, 1]})
    call("log_document_annotations_dataframe", lambda: len(client.spans.log_document_annotations_dataframe(dataframe=documents, sync=True)))
    listed = [{"span_id": two, "document_position": 1, "name": "note", "annotator_kind": "HUMAN", "result": {"label": "odd"}}]
    call("log_document_annotations", lambda: [client.spans.log_document_annotations(document_annotations=listed), len(client.spans.log_document_annotations(document_annotations=listed, sync=True))])

    # Traces and sessions
    call("add_trace_annotation", lambda: client.traces.add_trace_annotation(trace_id=trace_id(1), annotation_name="whole", label="fine", sync=True))
    traces = [{"trace_id": trace_id(at), "name": "many", "annotator_kind": "CODE", "result": {"score": at}} for at in (1, 2)]
    call("log_trace_annotations", lambda: [client.traces.log_trace_annotations(trace_annotations=traces), len(client.traces.log_trace_annotations(trace_annotations=traces, sync=True))])
    by_trace = pandas.DataFrame({"trace_id": [trace_id(1), trace_id(2)], "score": [0.5, 1.0]})
    call("log_trace_annotations_dataframe", lambda: len(client.traces.log_trace_annotations_dataframe(dataframe=by_trace, annotation_name="framed", annotator_kind="LLM", sync=True)))
    call("add_trace_annotation unknown", lambda: client.traces.add_trace_annotation(trace_id="f" * 32, annotation_name="x", score=1, sync=True))
    call("add_session_annotation", lambda: client.sessions.add_session_annotation(session_id=SESSION, annotation_name="mood", score=0.9, sync=True))
    chats = [{"session_id": SESSION, "name": "many", "annotator_kind": "HUMAN", "result": {"label": "ok"}}]
    call("log_session_annotations", lambda: [client.sessions.log_session_annotations(session_annotations=chats), len(client.sessions.log_session_annotations(session_annotations=chats, sync=True))])
    by_session = pandas.DataFrame({"session_id": [SESSION], "name": ["framed"], "annotator_kind": ["LLM"], "score": [1.0]})
    call("log_session_annotations_dataframe", lambda: len(client.sessions.log_session_annotations_dataframe(dataframe=by_session, sync=True)))
    call("add_session_annotation unknown", lambda: client.sessions.add_session_annotation(session_id="nobody's", annotation_name="x", score=1, sync=True))

    before_their_spans(client, call, read)
    call("asynchronous client", lambda: asyncio.run(through_async_client()))


def before_their_spans(client, call, read):
    """Annotations of spans, traces and sessions that arrive before their targets."""
    client.spans.add_span_annotation(span_id=span_id(9), annotation_name="early", score=1)
    client.spans.add_document_annotation(span_id=span_id(9), document_position=1, annotation_name="early", score=1)
    client.traces.add_trace_annotation(trace_id=trace_id(9), annotation_name="early", score=1)
    client.sessions.add_session_annotation(session_id="early", annotation_name="early", score=1)
    call("early, before", lambda: read(span_id(9)))
    client.spans.log_spans(project_identifier=PROJECT, spans=[span(9, 9, **{"session.id": "early"})])
    call("early, after", lambda: short(read(span_id(9))))


async def through_async_client():
    client = AsyncClient()
    made = await client.spans.add_span_annotation(span_id=span_id(2), annotation_name="async", label="a", sync=True)
    await client.traces.add_trace_annotation(trace_id=trace_id(2), annotation_name="async", label="a")
    note = await client.spans.add_span_note(span_id=span_id(2), note="async")
    read = await client.spans.get_span_annotations(span_ids=[span_id(2)], project_identifier=PROJECT, include_annotation_names=["async"])
    return [made["id"] == read[0]["id"], "id" in note]


def frame_of(frame):
    return {"columns": sorted(frame.columns), "index": frame.index.name, "rows": len(frame), "scores": sorted(frame["result.score"].dropna().tolist())}
