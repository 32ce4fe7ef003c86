"""What the programs about experiments keep of each call."""

import json
import os
import urllib.request

SERVER = os.environ["PHOENIX_ENDPOINT"]


class RecordedCalls:
    """Keeps what each action gave, or which error it raised, by name."""

    def __init__(self):
        self.results = {}

    def __call__(self, name, action):
        """Runs the action and hands on what it gave."""
        try:
            self.results[name] = action()
        except Exception as error:  # the test says which ones it expects
            self.results[name] = {"raised": type(error).__name__, "message": str(error)}
        return self.results[name]

    async def wait(self, name, coroutine):
        """The same for a coroutine."""
        try:
            self.results[name] = await coroutine
        except Exception as error:  # the test says which ones it expects
            self.results[name] = {"raised": type(error).__name__, "message": str(error)}
        return self.results[name]


def ask(method, path, body=None):
    """A route the client has no function for."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{SERVER}{path}", data=data, method=method, headers={"content-type": "application/json"} if data else {})
    with urllib.request.urlopen(request) as reply:
        text = reply.read()
        return json.loads(text) if text else None


def counts(experiment):
    """The counts of runs that a record of an experiment has."""
    return {name: experiment[f"{name}_run_count"] for name in ("successful", "failed", "missing")}


def scores(ran):
    """What an experiment's evaluations say, by name: how many there are, who made them, their mean score and their labels."""
    found = {}
    for run in sorted(ran["evaluation_runs"], key=lambda run: run.name):
        row = found.setdefault(run.name, {"count": 0, "kind": run.annotator_kind, "sum": 0, "labels": set()})
        result = run.result or {}
        row["count"] += 1
        row["sum"] += result.get("score") or 0
        row["labels"].add(result.get("label"))
    return {
        name: [row["count"], row["kind"], round(row["sum"] / row["count"], 3), sorted(label for label in row["labels"] if label is not None)]
        for name, row in found.items()
    }


def outputs(ran):
    """Outputs of the runs, sorted."""
    return sorted(json.dumps(run["output"]) for run in ran["task_runs"])
