"""The manifest that `isthmus kubernetes` writes: what it says, and that Kubernetes' own schemas
take it."""

from typing import Any

import pytest

from isthmus.cli import main
from isthmus.rendezvous import rank_in

yaml = pytest.importorskip("yaml", reason="no PyYAML")

WORDS = ("kubernetes", "jacobi2d", "--image", "registry.example/isthmus:0.1", "--pods", "4")
OWN = (
    "--mesh",
    "64",
    "--title",
    'it\'s: a "quote" # no comment',
    "1e3",
    "yes",
    "",
    "\N{SNOWMAN}\N{HIGH VOLTAGE SIGN}\N{ROCKET}\x7f",
)


def documents(
    capsys: pytest.CaptureFixture[str], *words: str, own: tuple[str, ...] = OWN
) -> dict[str, Any]:
    """By kind."""
    assert main([*WORDS, "--cpus", "8", *words, "--print", "--", *own]) == 0
    read = list(yaml.safe_load_all(capsys.readouterr().out))
    assert [document["metadata"]["name"] for document in read] == [read[0]["metadata"]["name"]] * 3
    return {document["kind"]: document for document in read}


def test_pods_are_as_many_as_the_job_has_processes(capsys: pytest.CaptureFixture[str]) -> None:
    job = documents(capsys)["Job"]["spec"]
    assert (job["completionMode"], job["completions"], job["parallelism"]) == ("Indexed", 4, 4)
    (container,) = job["template"]["spec"]["containers"]
    assert container["command"] == [
        *("isthmus", "join", "jacobi2d", "--rendezvous", "jacobi2d-0.jacobi2d:7100"),
        *("--processes", "4", "--pes", "8", "--wait", "5min", "--", "jacobi2d", "--", *OWN),
    ]
    assert container["resources"] == {"requests": {"cpu": "8"}, "limits": {"cpu": "8"}}


def test_kubernetes_puts_nothing_in_for_dollars(capsys: pytest.CaptureFixture[str]) -> None:
    job = documents(capsys, own=("$(ISTHMUS_JOB_KEY)", "a$$b"))["Job"]["spec"]
    (container,) = job["template"]["spec"]["containers"]
    assert container["command"][-2:] == ["$$(ISTHMUS_JOB_KEY)", "a$$$$b"]


def test_pods_find_the_first_one_by_the_service(capsys: pytest.CaptureFixture[str]) -> None:
    read = documents(capsys, "--name", "plate")
    pod = read["Job"]["spec"]["template"]["spec"]
    service = read["Service"]
    assert pod["subdomain"] == service["metadata"]["name"] == "plate"
    assert service["spec"]["selector"] == {"job-name": read["Job"]["metadata"]["name"]}
    assert service["spec"]["clusterIP"] == "None"
    assert service["spec"]["publishNotReadyAddresses"] is True
    assert "plate-0.plate:7100" in pod["containers"][0]["command"]


def test_the_key_is_new_each_time_and_on_no_command_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    keys = []
    for _ in range(2):
        read = documents(capsys)
        keys.append(read["Secret"]["stringData"]["job-key"])
        (container,) = read["Job"]["spec"]["template"]["spec"]["containers"]
        assert keys[-1] not in str(container)
        (variable,) = container["env"]
        assert variable["name"] == "ISTHMUS_JOB_KEY"
        assert variable["valueFrom"]["secretKeyRef"] == {"name": "jacobi2d", "key": "job-key"}
    assert keys[0] != keys[1]
    assert len(keys[0]) == 64


def test_a_namespace_is_that_of_all(capsys: pytest.CaptureFixture[str]) -> None:
    for document in documents(capsys, "--namespace", "labs", "--memory", "4Gi").values():
        assert document["metadata"]["namespace"] == "labs"


def test_schemas_of_kubernetes_take_it(capsys: pytest.CaptureFixture[str]) -> None:
    schemas = pytest.importorskip("kubernetes_validate", reason="no kubernetes-validate")
    for document in documents(capsys, "--memory", "4Gi", "--namespace", "labs").values():
        schemas.validate(document, "1.31", strict=True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--name", "Plate_1"), "--name 'Plate_1'"),
        (("--name", "p" * 60), "at most 52"),
        (("--pods", "0"), "not a whole number of at least 1"),
        (("--wait", "soon"), "--wait 'soon'"),
    ],
)
def test_what_cannot_be_is_one_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert main([*WORDS, *words, "--print"]) == 2
    answer = capsys.readouterr()
    assert said in answer.err
    assert len(answer.err.splitlines()) == 1
    assert not answer.out


def test_a_pods_index_is_its_rank() -> None:
    assert rank_in({"JOB_COMPLETION_INDEX": "3"}) == 3
