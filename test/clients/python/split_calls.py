"""Datasets by split through the client, sync and async; prints what each call gave as one JSON object, by name."""

import asyncio
import json
import os
import urllib.request

from phoenix.client import AsyncClient, Client
from finish import finish
from patience import Patient

SERVER = os.environ["PHOENIX_ENDPOINT"]
NAME = "splits of python"
client = Client()
datasets = Patient(client.datasets)
results = {}


def call(name, action):
    """Keeps what the action gave, or which error it raised."""
    try:
        results[name] = action()
    except Exception as error:  # the test says which ones it expects
        results[name] = {"raised": type(error).__name__, "message": str(error)}


def ask(method, path, body=None):
    """A route the client has no function for."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{SERVER}{path}", data=data, method=method, headers={"content-type": "application/json"} if data else {})
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)


def questions(dataset):
    return [example["input"]["q"] for example in dataset.examples]


dataset = datasets.create_dataset(
    name=NAME,
    examples=[
        {"input": {"q": 1}, "output": {"a": 1}, "id": "one", "splits": "train"},
        {"input": {"q": 2}, "output": {"a": 2}, "id": "two", "splits": ["test", "hard"]},
        {"input": {"q": 3}, "output": {"a": 3}},
    ],
)
call("all", lambda: questions(datasets.get_dataset(dataset=NAME)))
call("train", lambda: questions(datasets.get_dataset(dataset=NAME, splits=["train"])))
call("train or hard", lambda: datasets.get_dataset(dataset=dataset.id, splits=["train", "hard"]).to_dict()["filtered_splits"])
call("unknown", lambda: questions(datasets.get_dataset(dataset=NAME, splits=["nothing"])))

splits = ask("GET", f"/v1/datasets/{dataset.id}/splits")["data"]
results["splits"] = {split["name"]: split["example_count"] for split in splits}
train = next(split for split in splits if split["name"] == "train")
ask("PATCH", f"/v1/datasets/{dataset.id}/splits/{train['id']}", {"name": "training", "add_example_ids": ["two"]})
call("renamed", lambda: questions(datasets.get_dataset(dataset=NAME, splits=["training"])))
call("by id", lambda: questions(datasets.get_dataset(dataset=NAME, splits=[train["id"]])))

ask("PATCH", f"/v1/datasets/{dataset.id}/examples/one", {"input": {"q": 10}, "version_description": "by hand"})
call("edited", lambda: questions(datasets.get_dataset(dataset=NAME)))
call("as it was", lambda: questions(datasets.get_dataset(dataset=NAME, version_id=dataset.version_id)))
call("versions", lambda: [version["description"] for version in datasets.get_dataset_versions(dataset=NAME)])


async def calls():
    results["async train"] = questions(await Patient(AsyncClient().datasets).get_dataset(dataset=NAME, splits=["training", "hard"]))


asyncio.run(calls())
finish(results)
