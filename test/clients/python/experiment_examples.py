"""
Runs the examples that the client's own documentation has for experiments, as they are printed there; only the ids that they make up are put in. Prints which
of them ended well, and which error the others gave, as one JSON object.
"""

import ast
import asyncio
from contextlib import redirect_stdout
import importlib.metadata
import inspect
import re
import sys
import textwrap

from phoenix.client import AsyncClient, Client
from phoenix.client.resources.experiments import AsyncExperiments, Experiments
from finish import finish
from patience import Patient

client = Client()
dataset = Patient(client.datasets).create_dataset(
    name="my-dataset",
    examples=[
        {"input": {"name": "Ada", "question": "Who?"}, "output": {"text": "Hello Ada"}, "splits": "train"},
        {"input": {"name": "Alan", "question": "Where?"}, "output": {"text": "Hello Alan"}},
    ],
)
results = {}


def blocks_of(documentation):
    """What is indented below a line that ends in two colons."""
    lines = inspect.cleandoc(documentation or "").split("\n")
    indent = [len(line) - len(line.lstrip()) for line in lines]
    blocks = []
    for start in [place for place, line in enumerate(lines) if line.endswith("::") and not line.lstrip().startswith("..")]:
        end = start + 1
        while end < len(lines) and (lines[end].strip() == "" or indent[end] > indent[start]):
            end += 1
        blocks.append(textwrap.dedent("\n".join(lines[start + 1 : end])).strip())
    return blocks


def examples_of(owner):
    """Of the class first, which defines what those of the methods call; the one that deletes comes last."""
    named = {"class": owner, **dict(inspect.getmembers(owner, inspect.isfunction))}
    order = sorted(named, key=lambda name: (name != "class", name == "delete", name))
    return [(f"{owner.__name__}.{name} {at + 1}", block) for name in order for at, block in enumerate(blocks_of(named[name].__doc__))]


def readme_examples():
    text = importlib.metadata.metadata("arize-phoenix-client").get_payload()
    blocks = [block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "client.experiments" in block]
    return [(f"README {at + 1}", block) for at, block in enumerate(blocks)]


def with_ids(block):
    experiment = client.experiments.create(dataset_id=dataset.id)
    example = dataset.examples[0]["node_id"]
    made_up = {"dataset_123": dataset.id, "exp_123": experiment["id"], '"123"': f'"{experiment["id"]}"', "my-experiment-id": experiment["id"], "my-example-id": example}
    for name, value in made_up.items():
        block = block.replace(name, value)
    return block


async def task_later(input):
    return f"Hello {input['name']}"


async def run(examples, asynchronous):
    async def correctness_later(output):
        return 1.0

    scope = {
        "Client": Client,
        "AsyncClient": AsyncClient,
        "calculate_similarity": lambda output, expected: 0.9,
        "correctness": correctness_later if asynchronous else lambda output: 1.0,
        "my_async_task": task_later,
        "client": client,
    }
    for name, block in examples:
        try:
            code = compile(with_ids(block), name, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
            waiting = eval(code, scope)
            if inspect.iscoroutine(waiting):
                await waiting
            results[name] = "ran"
        except Exception as error:  # the test says which ones it expects
            results[name] = f"{type(error).__name__}: {error}"


with redirect_stdout(sys.stderr):
    asyncio.run(run(examples_of(Experiments), False))
    asyncio.run(run(examples_of(AsyncExperiments), True))
    asyncio.run(run(readme_examples(), False))
finish(results)
