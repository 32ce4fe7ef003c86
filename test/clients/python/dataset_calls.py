"""The client's methods for datasets; prints what each gave as one JSON object, by name."""

import asyncio
import tempfile
from pathlib import Path

import pandas
from phoenix.client import AsyncClient, Client
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
    return results[name]


def short(dataset):
    """What is in it, without ids that differ from run to run."""
    return {
        "name": dataset.name,
        "description": dataset.description,
        "count": dataset.example_count,
        "examples": [{"input": dict(each["input"]), "output": dict(each["output"]), "metadata": dict(each["metadata"])} for each in dataset.examples],
    }


def questions(dataset):
    return [each["input"].get("q") for each in dataset.examples]


# Lists of dicts
first = datasets.create_dataset(
    name="python lists",
    inputs=[{"q": 1, "nested": {"a": [1, 2.5, None]}}, {"q": 2}],
    outputs=[{"a": "one"}, {"a": "zwei \u00e9 \U0001f600"}],
    metadata=[{"tier": "gold"}, {}],
    dataset_description="made by a client",
)
call("create", lambda: short(first))
second = datasets.add_examples_to_dataset(dataset=first, inputs=[{"q": 3}], outputs=[{"a": "three"}])
call("append", lambda: questions(second))
call("append by name", lambda: questions(datasets.add_examples_to_dataset(dataset="python lists", inputs=[{"q": 4}])))
call("append unknown", lambda: questions(datasets.add_examples_to_dataset(dataset="nobody", inputs=[{"q": 4}])))
call("create again, the same", lambda: datasets.create_dataset(name="python lists", inputs=[{"q": 1, "nested": {"a": [1, 2.5, None]}}, {"q": 2}], outputs=[{"a": "one"}, {"a": "zwei \u00e9 \U0001f600"}], metadata=[{"tier": "gold"}, {}]).example_count)
call("get by name", lambda: questions(datasets.get_dataset(dataset="python lists")))
call("get by id", lambda: questions(datasets.get_dataset(dataset=first.id)))
call("get version", lambda: questions(datasets.get_dataset(dataset=first.id, version_id=second.version_id)))
call("get unknown", lambda: datasets.get_dataset(dataset="nowhere"))
call("get unknown version", lambda: datasets.get_dataset(dataset=first.id, version_id="RGF0YXNldFZlcnNpb246OTk5OQ=="))
call("versions", lambda: len(datasets.get_dataset_versions(dataset=first)))
call("versions, some", lambda: [each["version_id"] == datasets.get_dataset(dataset=first).version_id for each in datasets.get_dataset_versions(dataset=first, limit=1)])
call("to_dataframe", lambda: list(first.to_dataframe().columns))

# Examples with ids and splits
examples = [
    {"input": {"q": "x"}, "output": {"a": 1}, "id": "x", "splits": ["train"]},
    {"input": {"q": "y"}, "output": {"a": 2}, "id": "y", "splits": ["test", "hard"]},
]
split = datasets.create_dataset(name="python examples", examples=examples)
call("examples", lambda: [[each["id"], each["input"]["q"]] for each in split.examples])
call("splits", lambda: questions(datasets.get_dataset(dataset="python examples", splits=["test", "train"])))
call("one split", lambda: questions(datasets.get_dataset(dataset="python examples", splits=["hard"])))
call("unknown split", lambda: datasets.get_dataset(dataset="python examples", splits=["nowhere"]))
call("patch by id", lambda: [[each["id"], each["output"]["a"]] for each in datasets.create_dataset(name="python examples", examples=[{"input": {"q": "y"}, "output": {"a": 9}, "id": "y"}]).examples])

# Tables
frame = pandas.DataFrame({"q": ["a", "b"], "a": ["1", "2"], "tier": ["gold", "tin"], "split": ["train", "test"]})
call("dataframe", lambda: short(datasets.create_dataset(name="python frame", dataframe=frame, input_keys=["q"], output_keys=["a"], metadata_keys=["tier"], split_key="split")))
with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "rows.csv"
    file.write_text("q,a\nhello,world\n\"with, comma\",\"two\nlines\"\n")
    call("csv", lambda: short(datasets.create_dataset(name="python csv", csv_file_path=file, input_keys=["q"], output_keys=["a"])))

# Many, in pages
for number in range(0, 12):
    datasets.create_dataset(name=f"page {number}", inputs=[{"q": number}])
call("list", lambda: len(datasets.list()))
call("list, some", lambda: [each["name"] for each in datasets.list(limit=11)][:2])
big = call("big", lambda: datasets.create_dataset(name="big", inputs=[{"q": number} for number in range(0, 5000)], timeout=60).example_count)


async def asynchronous():
    other = AsyncClient()
    made = await Patient(other.datasets).create_dataset(name="async", inputs=[{"q": 1}])
    more = await Patient(other.datasets).add_examples_to_dataset(dataset=made, inputs=[{"q": 2}])
    return [questions(more), len(await Patient(other.datasets).get_dataset_versions(dataset="async")), questions(await Patient(other.datasets).get_dataset(dataset=made.id))]


call("async", lambda: asyncio.run(asynchronous()))
finish(results)
