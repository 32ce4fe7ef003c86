"""Experiments through the client's coroutines; prints what each call gave as one JSON object, by name."""

import asyncio
from contextlib import redirect_stdout
import sys

from phoenix.client import AsyncClient
from phoenix.client.experiments import async_evaluate_experiment, async_get_experiment, async_resume_evaluation, async_resume_experiment, async_run_experiment
from phoenix.evals import bind_evaluator, create_classifier
from phoenix.evals.llm import LLM
from phoenix.evals.metrics import exact_match
from finish import finish
from judge_server import start_judge
from patience import Patient
from recorded_calls import RecordedCalls, counts, outputs, scores

EXAMPLES = 60
# The client sleeps for a second whenever three tasks for each worker wait: with its default of three workers that would be most of the time.
CONCURRENCY = 24
call = RecordedCalls()
start_judge()


async def double(input):
    await asyncio.sleep(0)
    return input["n"] * 2


async def is_double(output, expected):
    return output == expected["n"]


async def main():
    client = AsyncClient()
    experiments = client.experiments
    dataset = await Patient(client.datasets).create_dataset(
        name="numbers of python", examples=[{"input": {"n": n}, "output": {"n": 2 * n}, "splits": "even" if n % 2 == 0 else "odd"} for n in range(EXAMPLES)]
    )
    judge = create_classifier(
        name="says_when", llm=LLM(provider="openai", model="gpt-4o-mini"), prompt_template="How long does it take?\n\n{output}", choices={"yes": 1.0, "no": 0.0}
    )
    exact = bind_evaluator(evaluator=exact_match, input_mapping={"output": lambda data: str(data["output"]), "expected": lambda data: str(data["expected"]["n"])})

    ran = await async_run_experiment(
        client=client, dataset=dataset, task=double, evaluators=[is_double, exact, judge], experiment_name="async", repetitions=2, concurrency=CONCURRENCY
    )
    first = ran["experiment_id"]
    call("run", lambda: {"runs": len(ran["task_runs"]), "evaluations": len(ran["evaluation_runs"]), "scores": scores(ran)})
    await call.wait("get", experiments.get(experiment_id=first))
    again = await async_get_experiment(client=client, experiment_id=first)
    call("get_experiment", lambda: {"same": outputs(again) == outputs(ran), "scores": scores(again)})

    # More than a page of failures, and the second half of them fails once more.
    calls = []

    async def flaky(input):
        calls.append(input["n"])
        if input["n"] % 10 != 0:
            raise ValueError("the model is busy")
        return input["n"] * 2

    failed = await async_run_experiment(client=client, dataset=dataset, task=flaky, experiment_name="async flaky", retries=0, concurrency=CONCURRENCY)
    call("failed", lambda: {"asked": len(calls)})
    await call.wait("failed counts", counted(experiments, failed["experiment_id"]))
    calls.clear()

    async def better(input):
        calls.append(input["n"])
        if input["n"] >= 30:
            raise ValueError("still busy")
        return input["n"] * 2

    await async_resume_experiment(client=client, experiment_id=failed["experiment_id"], task=better, retries=0, concurrency=CONCURRENCY)
    call("resumed", lambda: {"asked": len(calls)})
    await call.wait("resumed counts", counted(experiments, failed["experiment_id"]))
    await async_resume_experiment(client=client, experiment_id=failed["experiment_id"], task=double, evaluators={"is_double": is_double}, concurrency=CONCURRENCY)
    await call.wait("resumed twice", counted(experiments, failed["experiment_id"]))

    async def broken(output):
        raise RuntimeError("the judge is busy")

    complete = await async_get_experiment(client=client, experiment_id=failed["experiment_id"])
    await async_evaluate_experiment(client=client, experiment=complete, evaluators={"quality": broken}, retries=0, concurrency=CONCURRENCY)
    await async_resume_evaluation(client=client, experiment_id=failed["experiment_id"], evaluators={"quality": is_double}, concurrency=CONCURRENCY)
    call.results["resumed evaluations"] = scores(await async_get_experiment(client=client, experiment_id=failed["experiment_id"]))

    created = await experiments.create(dataset_id=dataset.id, splits=["even"], experiment_name="async by split")
    await async_resume_experiment(client=client, experiment_id=created["id"], task=double, concurrency=CONCURRENCY)
    await call.wait("by split", counted(experiments, created["id"]))
    call.results["list"] = [experiment["name"] for experiment in await experiments.list(dataset_id=dataset.id)]
    await call.wait("delete", experiments.delete(experiment_id=created["id"], delete_project=True))
    await call.wait("get deleted", experiments.get(experiment_id=created["id"]))


async def counted(experiments, experiment_id):
    return counts(await experiments.get(experiment_id=experiment_id))


with redirect_stdout(sys.stderr):
    asyncio.run(main())
finish(call.results)
