"""`isthmus kubernetes`: the manifest of an Indexed Job whose pods make one job together."""

import argparse
import json
import re
import secrets
from typing import Any

from isthmus.arguments import Commands, positive
from isthmus.errors import BadInputError
from isthmus.invitation import JOB_KEY
from isthmus.together import DEFAULT_WAIT

EPILOG = """\
The pods of an Indexed Job run the same command, `isthmus join`, and have their ranks from their
index; no ssh and no operator is needed. The image holds `isthmus` and the program, at the same path
in each or on its PATH. Beside the Job the manifest has a service without an address of its own, by
which pods find the first one, and a secret with a job key that is made anew each time: who can read
the manifest can join the job.

examples:
  isthmus kubernetes jacobi2d --image registry.example/isthmus:0.1 --pods 4 --cpus 8 --print \\
      -- --mesh 4096 > job.yaml
  kubectl apply -f job.yaml && kubectl logs -f -l job-name=jacobi2d --prefix
"""

PORT = 7100
NAME = re.compile(r"[a-z]([a-z0-9-]{0,50}[a-z0-9])?")  # a DNS label, with room for "-INDEX"


def add_parser(commands: Commands) -> None:
    parser = commands.add("kubernetes", "write a manifest for Kubernetes", EPILOG)
    parser.add_argument(
        "app", metavar="APP", help="the application's name, or its path in the image"
    )
    parser.add_argument("--print", action="store_true", required=True, help="on standard output")
    parser.add_argument("--image", required=True, help="of the container, with isthmus in it")
    parser.add_argument("--name", help="of the Job and what belongs to it (the application's)")
    parser.add_argument("--namespace", help="where it is to run (that of kubectl)")
    parser.add_argument("--pods", metavar="N", type=positive, default=2, help="how many (2)")
    parser.add_argument("--cpus", metavar="N", type=positive, default=1, help="of each pod (1)")
    parser.add_argument("--memory", metavar="SIZE", help="of each pod, such as 4Gi")
    parser.add_argument(
        "--wait", default=DEFAULT_WAIT, help=f"for all pods to be there ({DEFAULT_WAIT})"
    )


def run(parsed: argparse.Namespace, app_options: list[str]) -> int:
    name = parsed.name or parsed.app.rpartition("/")[2].replace("_", "-").lower()
    if not NAME.fullmatch(name):
        raise BadInputError(f"--name '{name}' (expected small letters, digits and '-', at most 52)")
    if not re.fullmatch(r"[0-9]+(ns|us|ms|s|min|h)", parsed.wait):
        raise BadInputError(f"--wait '{parsed.wait}' (expected a time such as 5min)")
    documents = manifest(name, parsed, app_options)
    if parsed.namespace:
        for document in documents:
            document["metadata"]["namespace"] = parsed.namespace
    print("\n---\n".join("\n".join(yaml_lines(document)) for document in documents))
    return 0


def manifest(name: str, parsed: argparse.Namespace, app_options: list[str]) -> list[dict[str, Any]]:
    """Secret, Service and Job."""
    labels = {"app.kubernetes.io/name": name, "app.kubernetes.io/managed-by": "isthmus"}
    resources = {"cpu": str(parsed.cpus)} | ({"memory": parsed.memory} if parsed.memory else {})
    command = [
        *("isthmus", "join", name, "--rendezvous", f"{name}-0.{name}:{PORT}"),
        *("--processes", str(parsed.pods), "--pes", str(parsed.cpus), "--wait", parsed.wait),
        *("--", parsed.app, *(["--", *app_options] if app_options else [])),
    ]
    container = {
        "name": "isthmus",
        "image": parsed.image,
        # Kubernetes puts variables in for $(NAME), and takes $$ for a plain $.
        "command": [word.replace("$", "$$") for word in command],
        "env": [
            {
                "name": JOB_KEY,
                "valueFrom": {"secretKeyRef": {"name": name, "key": "job-key"}},
            }
        ],
        "ports": [{"name": "rendezvous", "containerPort": PORT}],
        # Equal requests and limits in whole CPUs: a node with the static policy gives whole cores.
        "resources": {"requests": resources, "limits": resources},
    }
    secret = {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": name, "labels": labels},
        "type": "Opaque",
        "stringData": {"job-key": secrets.token_hex(32)},
    }
    service = {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": name, "labels": labels},
        "spec": {
            "clusterIP": "None",
            # Pods meet before any of them is ready.
            "publishNotReadyAddresses": True,
            "selector": {"job-name": name},
            "ports": [{"name": "rendezvous", "port": PORT}],
        },
    }
    job = {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": name, "labels": labels},
        "spec": {
            "completionMode": "Indexed",
            "completions": parsed.pods,
            "parallelism": parsed.pods,
            # One that fails has ended the job for all.
            "backoffLimit": 0,
            "template": {
                "metadata": {"labels": labels},
                "spec": {
                    "subdomain": name,
                    "restartPolicy": "Never",
                    "containers": [container],
                },
            },
        },
    }
    return [secret, service, job]


def yaml_lines(value: object, indent: str = "") -> list[str]:
    """Block style."""
    lines: list[str] = []
    if isinstance(value, dict):
        for key, held in value.items():
            lines += _entry(f"{indent}{key}:", held, indent + "  ")
    elif isinstance(value, list):
        for held in value:
            below = yaml_lines(held, indent + "  ")
            lines += [f"{indent}- {below[0].strip()}", *below[1:]]
    else:
        lines.append(indent + _scalar(value))
    return lines


def _entry(head: str, held: object, indent: str) -> list[str]:
    if isinstance(held, dict | list) and held:
        return [head, *yaml_lines(held, indent)]
    return [f"{head} {_scalar(held)}"]


def _scalar(value: object) -> str:
    """As JSON writes it, which YAML reads alike, but for letters beyond ASCII: JSON may make two of
    one, and YAML knows no halves."""
    text = json.dumps(value, ensure_ascii=False)
    return "".join(one if " " <= one <= "~" else f"\\U{ord(one):08x}" for one in text)
