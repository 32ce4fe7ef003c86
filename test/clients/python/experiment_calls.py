"""Experiments through the client; prints what each call gave as one JSON object, by name."""

from contextlib import redirect_stdout
from datetime import datetime, timedelta, timezone
import sys

from phoenix.client import Client
from phoenix.client.experiments import create_evaluator, evaluate_experiment, get_experiment, resume_evaluation, resume_experiment, run_experiment
from phoenix.client.resources.datasets import Dataset
from phoenix.evals import bind_evaluator, create_classifier
from phoenix.evals import create_evaluator as create_evals_evaluator
from phoenix.evals.llm import LLM
from phoenix.evals.metrics import MatchesRegex, exact_match
from finish import finish
from judge_server import start_judge
from patience import Patient
from recorded_calls import RecordedCalls, ask, counts, outputs, scores

start_judge()
client = Client()
datasets = Patient(client.datasets)
experiments = client.experiments
call = RecordedCalls()

ANSWERS = {
    "Where is my parcel?": "On its way, two more days.",
    "Can I get a refund?": "Yes, within 30 days.",
    "Is it blue?": "No, it is green.",
}


def create_dataset() -> Dataset:
    return datasets.create_dataset(
        name="support of python",
        examples=[
            {"input": {"question": "Where is my parcel?"}, "output": {"answer": "On its way, two more days."}, "splits": "train", "id": "parcel"},
            {"input": {"question": "Can I get a refund?"}, "output": {"answer": "Within 30 days."}, "splits": ["test"], "id": "refund"},
            {"input": {"question": "Is it blue?"}, "output": {"answer": "No, it is green."}, "metadata": {"topic": "color"}},
        ],
    )


def answer(input):
    return ANSWERS[input["question"]]


def length(output):
    return len(output) / 100


def correct(output, expected):
    return output == expected["answer"]


@create_evaluator(kind="CODE", name="tone")
def tone(output):
    return {"score": 0.5, "label": "plain", "explanation": f"{len(output)} characters", "metadata": {"words": len(output.split())}}


def two_results(output):
    return [{"name": "starts", "score": 1.0, "label": output[:1]}, {"name": "ends", "score": 0.0, "label": output[-1:]}]


@create_evals_evaluator(name="short_enough", kind="code")
def short_enough(output: str) -> bool:
    return len(output) < 20


def main():
    dataset = create_dataset()

    # One of each form of evaluator: functions, the client's own, those of arize-phoenix-evals with and without a model.
    says_when = create_classifier(
        name="says_when",
        llm=LLM(provider="openai", model="gpt-4o-mini"),
        prompt_template="How long does it take?\n\n{output}",
        choices={"yes": 1.0, "no": 0.0},
    )
    exact = bind_evaluator(evaluator=exact_match, input_mapping={"expected": "expected.answer"})
    ran = call(
        "run",
        lambda: run_experiment(
            client=client,
            dataset=dataset,
            task=answer,
            evaluators=[length, correct, tone, two_results, short_enough, exact, MatchesRegex(pattern="days"), says_when],
            experiment_name="first",
            experiment_description="answers by heart",
            experiment_metadata={"model": "none", "temperature": 0},
            repetitions=2,
        ),
    )
    call.results["run"] = {key: ran[key] for key in ("dataset_id", "dataset_version_id", "experiment_metadata", "project_name")}
    call("run outputs", lambda: outputs(ran))
    call("run scores", lambda: scores(ran))
    first = ran["experiment_id"]
    call("get", lambda: experiments.get(experiment_id=first))
    again = get_experiment(client=client, experiment_id=first)
    call("get_experiment outputs", lambda: outputs(again))
    call("get_experiment scores", lambda: scores(again))
    call("run keys", lambda: sorted(again["task_runs"][0]))
    call("runs are the same", lambda: sorted(run["id"] for run in again["task_runs"]) == sorted(run["id"] for run in ran["task_runs"]))
    traces = [run["trace_id"] for run in again["task_runs"]] + [run.trace_id for run in again["evaluation_runs"]]
    call.results["traces"] = {"project": ran["project_name"], "of runs": traces[:6], "of evaluations": traces[6:]}
    call("complete resume", lambda: resume_experiment(client=client, experiment_id=first, task=answer))

    # More evaluations of what ran: one new, one again.
    more = call("evaluate", lambda: evaluate_experiment(client=client, experiment=again, evaluators={"polite": lambda output: 0.25, "length": lambda output: 1.0}))
    call("evaluate", lambda: scores(more))
    call("evaluated scores", lambda: {name: row for name, row in scores(get_experiment(client=client, experiment_id=first)).items() if name in ("polite", "length")})

    # Tasks that fail are resumed; what succeeded stays.
    asked = []

    def flaky(input):
        asked.append(input["question"])
        if input["question"] == "Can I get a refund?":
            raise ValueError("the model is busy")
        return answer(input)

    failed = run_experiment(client=client, dataset=dataset, task=flaky, experiment_name="flaky", evaluators={"length": length}, retries=1)
    flaky_id = failed["experiment_id"]
    call("failed", lambda: {"asked": len(asked), **counts(experiments.get(experiment_id=flaky_id))})
    call("failed runs", lambda: sorted((run.get("error") or "", run["output"]) for run in failed["task_runs"] if run.get("error")))
    refund_id = next(run["id"] for run in failed["task_runs"] if run.get("error"))
    asked.clear()
    resume_experiment(client=client, experiment_id=flaky_id, task=lambda input: asked.append(input["question"]) or answer(input), evaluators={"length": length})
    resumed = get_experiment(client=client, experiment_id=flaky_id)
    call("resumed", lambda: {"asked": asked, **counts(experiments.get(experiment_id=flaky_id))})
    call("resumed outputs", lambda: outputs(resumed))
    call("resumed scores", lambda: scores(resumed))
    call("resumed run kept its id", lambda: refund_id in [run["id"] for run in resumed["task_runs"]])

    # Evaluators that fail are resumed.
    def broken(output):
        if "days" in output:
            raise RuntimeError("the judge is busy")
        return 1.0

    evaluate_experiment(client=client, experiment=resumed, evaluators={"quality": broken}, retries=0)
    exported = ask("GET", f"/v1/experiments/{flaky_id}/json")
    call("failed evaluations", lambda: sorted(str(each["error"]) for row in exported for each in row["annotations"] if each["name"] == "quality"))
    judged = []
    resume_evaluation(client=client, experiment_id=flaky_id, evaluators={"quality": lambda output: judged.append(output) or 0.5})
    call("resumed evaluations", lambda: scores(get_experiment(client=client, experiment_id=flaky_id))["quality"])
    call("judged again", lambda: sorted(judged))
    call("nothing to resume", lambda: resume_evaluation(client=client, experiment_id=flaky_id, evaluators={"quality": length}))

    # Splits fix the examples; resuming keeps to them.
    created = call("create", lambda: experiments.create(dataset_id=dataset.id, experiment_name="by split", splits=["train", "test"], repetitions=3))
    resume_experiment(client=client, experiment_id=created["id"], task=answer)
    call("by split", lambda: {"examples": experiments.get(experiment_id=created["id"])["example_count"], **counts(experiments.get(experiment_id=created["id"]))})
    train = run_experiment(client=client, dataset=datasets.get_dataset(dataset=dataset.id, splits=["train"]), task=answer)
    call("train", lambda: {"outputs": outputs(train), **counts(experiments.get(experiment_id=train["experiment_id"]))})
    call("unknown split", lambda: experiments.create(dataset_id=dataset.id, splits=["nothing"]))

    # One run and one evaluation at a time.
    at = datetime(2026, 3, 1, 12, tzinfo=timezone.utc)
    by_hand = experiments.create(dataset_id=dataset.id, experiment_name="by hand")
    log = {"experiment_id": by_hand["id"], "dataset_example_id": dataset.examples[0]["node_id"], "start_time": at, "end_time": at + timedelta(milliseconds=1_234)}
    one = call("log_run", lambda: experiments.log_run(output={"a": [1, None, "ü"]}, **log))
    call("log_run again", lambda: experiments.log_run(output="other", **log))
    call("log_run failed", lambda: experiments.log_run(output=None, repetition_number=1, error="busy", **{**log, "dataset_example_id": dataset.examples[1]["node_id"]}))
    call("log_evaluation", lambda: experiments.log_evaluation(experiment_run_id=one["id"], name="fit", annotator_kind="HUMAN", score=0.75, label="good", explanation="as asked", metadata={"by": "me"}))
    call("log_evaluation again", lambda: experiments.log_evaluation(experiment_run_id=one["id"], name="fit", annotator_kind="HUMAN", score=1.0))
    call("logged", lambda: ask("GET", f"/v1/experiments/{by_hand['id']}/json"))

    # Dry runs leave nothing.
    before = len(experiments.list(dataset_id=dataset.id))
    dry = call("dry run", lambda: run_experiment(client=client, dataset=dataset, task=answer, evaluators=[length], dry_run=2))
    call("dry run", lambda: [len(dry["task_runs"]), len(dry["evaluation_runs"]), len(experiments.list(dataset_id=dataset.id)) - before])

    call("list", lambda: [experiment["name"] for experiment in experiments.list(dataset_id=dataset.id) if experiment["name"] in ("first", "flaky", "by split", "by hand")])
    call("delete", lambda: experiments.delete(experiment_id=by_hand["id"]))
    call("delete with project", lambda: experiments.delete(experiment_id=flaky_id, delete_project=True))
    call("get deleted", lambda: experiments.get(experiment_id=flaky_id))
    call("delete again", lambda: experiments.delete(experiment_id=flaky_id))
    call("left", lambda: len(experiments.list(dataset_id=dataset.id)))


with redirect_stdout(sys.stderr):
    main()
finish(call.results)
