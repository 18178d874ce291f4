"""The files in deploy/: the unit is confined, and what they start exists."""

import re
import shlex
import shutil
import subprocess
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from splendor.cli import make_parser
from splendor.server.settings import SETTINGS, Settings
from tools.lock import ROOT

DEPLOY = ROOT / "deploy"
EXPOSURE = 3.0  # at most; systemd calls this "OK"


def text_of(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def settings_of(command: list[str]) -> Settings:
    """The settings of a command line of `splendor`, which must be right."""
    typed = vars(make_parser().parse_args(command))
    names = SETTINGS.keys() & typed.keys()
    return Settings(**{name: typed[name] for name in names if typed[name] is not None})


# systemd


def test_the_unit_starts_a_server_behind_a_proxy() -> None:
    [line] = re.findall(r"^ExecStart=(.*)$", text_of("splendor.service"), re.M)
    program, *command = shlex.split(line)
    assert program.endswith("/bin/splendor")
    settings = settings_of(command)
    assert settings.secure
    assert settings.forwarded
    [limit] = re.findall(r"^LimitNOFILE=(\d+)$", text_of("splendor.service"), re.M)
    assert int(limit) > settings.most_sockets


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd")
def test_the_unit_is_confined() -> None:
    command = ["systemd-analyze", "security", "--offline=true", str(DEPLOY / "splendor.service")]
    done = subprocess.run(command, capture_output=True, text=True)
    found = re.search(r"Overall exposure level for splendor.service: ([\d.]+)", done.stdout)
    if found is None:
        pytest.skip(f"this systemd-analyze does not say: {done.stderr[:200]}")
    assert float(found[1]) <= EXPOSURE


# Containers


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(text_of("compose.yaml"))["services"]
    return found


def test_the_composed_server_is_started_with_options_that_exist(services: dict[str, Any]) -> None:
    command = [re.sub(r"\$\{.*?\}", "splendor.example.org", each) for each in services["splendor"]["command"]]  # fmt: skip # noqa: E501
    settings = settings_of(command)
    assert settings.public_url == "https://splendor.example.org"
    composed = yaml.safe_load(text_of("compose.yaml"))
    [front] = composed["networks"]["front"]["ipam"]["config"]
    assert [*settings.trusted_proxies] == [front["subnet"]]
    assert services["splendor"]["ulimits"]["nofile"] > settings.most_sockets


def test_only_the_proxy_can_be_reached_from_outside(services: dict[str, Any]) -> None:
    assert [name for name, each in services.items() if "ports" in each] == ["caddy"]
    assert services["database"]["networks"] == ["back"]
    assert yaml.safe_load(text_of("compose.yaml"))["networks"]["back"]["internal"]
    assert "reverse_proxy splendor:8000" in text_of("Caddyfile")


def test_no_password_is_in_a_file_and_none_is_forgotten() -> None:
    named = re.findall(r"\$\{(\w+)(:\?)?", text_of("compose.yaml"))
    assert {name for name, _ in named} == {"SPLENDOR_HOST", "POSTGRES_PASSWORD"}
    assert all(required for _, required in named)


def test_what_is_kept_is_in_a_volume(services: dict[str, Any]) -> None:
    volumes = yaml.safe_load(text_of("compose.yaml"))["volumes"]
    used = [each.partition(":") for one in services.values() for each in one["volumes"]]
    assert {name for name, _, _ in used if not name.startswith("./")} == set(volumes)
    declared = re.search(r'^VOLUME \["(.*)", "(.*)"\]$', text_of("Dockerfile"), re.M)
    assert declared
    assert {path.partition(":")[0] for name, _, path in used if name in ("data", "cache")} == {
        *declared.groups()
    }


def test_the_image_is_built_of_files_that_exist_and_runs_as_nobody_special() -> None:
    lines = text_of("Dockerfile").splitlines()
    admitted = {line[1:] for line in text_of("Dockerfile.dockerignore").splitlines() if line[:1] == "!"}  # fmt: skip # noqa: E501
    for line in lines:
        if line.startswith("COPY ") and "--from" not in line:
            for source in line.split()[1:-1]:
                assert (ROOT / source).exists(), source
                assert source.partition("/")[0] in admitted, source
    users = [line for line in lines if line.startswith("USER ")]
    assert users == ["USER 10001:10001"]
    [command] = [line.removeprefix("CMD ") for line in lines if line.startswith('CMD ["serve')]
    assert settings_of(yaml.safe_load(command)).host == "0.0.0.0"


def kuberay() -> dict[str, Any]:
    """The manifest on the page about clusters."""
    page = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(page.split("```yaml\n")[1].split("```")[0])
    return found


def test_the_manifest_of_kuberay_has_what_its_operator_needs() -> None:
    """Its fields as in the samples of KubeRay. It was not run on Kubernetes."""
    found = kuberay()
    assert (found["apiVersion"], found["kind"]) == ("ray.io/v1", "RayCluster")
    assert set(found["spec"]) == {"rayVersion", "headGroupSpec", "workerGroupSpecs"}
    head, [workers] = found["spec"]["headGroupSpec"], found["spec"]["workerGroupSpecs"]
    assert set(head) == {"rayStartParams", "template"}
    counts = [workers.pop(name) for name in ("minReplicas", "replicas", "maxReplicas")]
    assert counts == sorted(counts)
    assert set(workers) == {"groupName", "rayStartParams", "template"}
    for group in (head, workers):
        pod = group["template"]["spec"]
        [container] = pod["containers"]
        assert {"name", "image", "resources"} <= set(container)
        assert container["resources"]["requests"] == container["resources"]["limits"]
        assert int(container["resources"]["limits"]["cpu"]) > 0
        mounted = {mount["name"] for mount in container.get("volumeMounts", ())}
        assert mounted == {volume["name"] for volume in pod.get("volumes", ())}
        assert all(isinstance(value, str) for value in group["rayStartParams"].values())


def test_the_manifest_of_kuberay_names_the_tested_version_of_ray() -> None:
    lock = (ROOT / "requirements" / "ray.lock").read_text(encoding="utf-8")
    assert f"\nray=={kuberay()['spec']['rayVersion']} " in lock


def test_ray_knows_the_parameters_of_the_manifest() -> None:
    scripts = pytest.importorskip("ray.scripts.scripts")
    known = {option for each in scripts.start.params for option in each.opts}
    groups = (kuberay()["spec"]["headGroupSpec"], *kuberay()["spec"]["workerGroupSpecs"])
    assert {f"--{name}" for group in groups for name in group["rayStartParams"]} <= known
