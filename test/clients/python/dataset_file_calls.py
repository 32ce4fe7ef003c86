"""Datasets from CSV files and data frames, which the client sends as files; prints what each call gave as one JSON object, by name."""

import csv
import io
import json
import tempfile
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
from phoenix.client import Client
from finish import finish
from patience import Patient

client = Client()
datasets = Patient(client.datasets)
results = {}


def call(name, action):
    """Keeps what the action gave, or which error it raised."""
    try:
        results[name] = action()
    except Exception as error:  # the test says which ones it expects
        results[name] = {"raised": type(error).__name__, "message": str(error)}


def shown(dataset):
    """A dataset as the test compares it."""
    return {
        "name": dataset.name,
        "examples": [{"input": e["input"], "output": e["output"], "metadata": e["metadata"]} for e in dataset.examples],
        "ids": [e["id"] for e in dataset.examples],
    }


folder = Path(tempfile.mkdtemp())
path = folder / "questions.csv"
with open(path, "w", newline="", encoding="utf-8") as file:
    writer = csv.writer(file)
    writer.writerow(["question", "answer", "topic", "split", "id"])
    writer.writerow(["Why, \"really\"?", "so\nit is", "é", "train", "one"])
    writer.writerow(["How?", "", "b", "test", "two"])

COLUMNS = {"input_keys": ["question"], "output_keys": ["answer"], "metadata_keys": ["topic"]}
call("csv", lambda: shown(datasets.create_dataset(name="from csv", csv_file_path=path, **COLUMNS)))
call("csv again", lambda: shown(datasets.create_dataset(name="from csv", csv_file_path=path, **COLUMNS)))
call("csv append", lambda: shown(datasets.add_examples_to_dataset(dataset="from csv", csv_file_path=path, **COLUMNS)))
call("csv, unknown column", lambda: datasets.create_dataset(name="bad", csv_file_path=path, input_keys=["gone"]))

frame = pd.DataFrame(
    {
        "question": ["a", "b", "c"],
        "count": [1, 2, 3],
        "ratio": [0.5, None, 1.5],
        "answer": ["x", None, "z"],
        "split": ["train", "test", "train"],
    }
)
FRAME = {"input_keys": ["question", "count", "ratio"], "output_keys": ["answer"]}
call("frame", lambda: shown(datasets.create_dataset(name="from frame", dataframe=frame, split_keys=["split"], **FRAME)))
call("frame again", lambda: shown(datasets.create_dataset(name="from frame", dataframe=frame, split_keys=["split"], **FRAME)))
call("frame, one split", lambda: shown(datasets.get_dataset(dataset="from frame", splits=["train"])))
call("frame append", lambda: shown(datasets.add_examples_to_dataset(dataset="from frame", dataframe=frame.head(1), **FRAME)))
call("versions", lambda: len(datasets.get_dataset_versions(dataset="from frame")))
call("large frame", lambda: len(datasets.create_dataset(name="large", dataframe=pd.DataFrame({"n": range(5000)}), input_keys=["n"]).examples))


def parquet():
    """A dataset's export as pandas and pyarrow read it, and what comes of uploading it again."""
    rows = {"inputs": [{"q": "é"}, {"q": 2}], "outputs": [{"a": [1, None]}, {}], "splits": ["train", None], "example_ids": ["one", "two"]}
    made = client._client.post("v1/datasets/upload?sync=true", json={"name": "to parquet", **rows}).raise_for_status().json()["data"]
    file = client._client.get(f"v1/datasets/{made['dataset_id']}/parquet").raise_for_status().content
    read = pd.read_parquet(io.BytesIO(file)).to_dict("records")
    fields = {f"{part}_keys[]": part for part in ("input", "output", "metadata")}
    updated = client._client.post(
        "v1/datasets/upload?sync=true",
        data={"name": "to parquet", "action": "update", "split_key": "splits", "example_id_key": "id", "flatten_keys[]": list(fields.values()), **fields},
        files={"file": ("rows.parquet", file, "application/vnd.apache.parquet")},
    )
    return {
        "columns": pq.read_table(io.BytesIO(file)).column_names,
        "rows": [{"id": row["id"], **{part: json.loads(row[part]) for part in ("input", "output", "metadata", "splits")}} for row in read],
        "updated": updated.raise_for_status().json()["data"],
    }


call("parquet", parquet)
finish(results)
