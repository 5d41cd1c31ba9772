"""Two sites that believe each other's certificates, or do not; each has its own files."""

import shutil
import subprocess
from pathlib import Path

import pytest
from support import JACOBI2D, Done, finish, free_port, start

KEY = "the key of this job alone"
CHECKED = ("--mesh", "200", "--objects", "4", "--steps", "100", "--check", "--no-probe")
GRID = """
[[site]]
name = "here"
[[site]]
name = "there"
[link.between_sites]
chain = ["crypt", "tcp"]
crypt = { certificate = "site.pem", private_key = "site.key", authority = "authority.pem" }
"""
SITES = ("here", "there")

pytestmark = pytest.mark.skipif(
    shutil.which("openssl") is None, reason="no program openssl (Debian package openssl)"
)


def openssl(folder: Path, *words: str) -> None:
    subprocess.run(("openssl", *words), cwd=folder, check=True, capture_output=True)


def make_authority(folder: Path) -> Path:
    folder.mkdir()
    names = ("-keyout", "authority.key", "-out", "authority.pem", "-subj", "/CN=authority")
    openssl(folder, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *names)
    return folder


def make_site(folder: Path, authority: Path, days: int = 2) -> None:
    """Its key, what the authority signs for it, and whom it believes: the same authority."""
    folder.mkdir()
    shutil.copy(authority / "authority.pem", folder)
    subject = ("-subj", f"/CN={folder.name}")
    request = ("-keyout", "site.key", "-out", "site.csr")
    openssl(folder, "req", "-newkey", "rsa:2048", "-nodes", *request, *subject)
    signer = ("-CA", str(authority / "authority.pem"), "-CAkey", str(authority / "authority.key"))
    signed = ("-days", str(days), "-CAcreateserial", "-out", "site.pem")
    openssl(folder, "x509", "-req", "-in", "site.csr", *signer, *signed)


def run_job(folder: Path) -> list[Done]:
    """A process for each site, each begun in the folder with its site's files."""
    (folder / "grid.toml").write_text(GRID)
    meeting = ("--rendezvous", f"127.0.0.1:{free_port()}")
    runtime = ("--backend", "processes", "--grid", str(folder / "grid.toml"), *meeting)
    processes = []
    for rank, site in enumerate(SITES):
        words = (JACOBI2D, *runtime, "--rank", str(rank), "--", *CHECKED)
        processes.append(start("env", "-C", str(folder / site), *words, key=KEY))
    return [finish(process) for process in processes]


def errors_of(ends: list[Done]) -> list[str]:
    return [line for done in ends for line in done.lines if "isthmus: error" in line]


def test_sites_whose_certificates_one_authority_has_signed_do_a_job_together(
    tmp_path: Path,
) -> None:
    authority = make_authority(tmp_path / "authority")
    for site in SITES:
        make_site(tmp_path / site, authority)
    ends = run_job(tmp_path)
    assert [done.status for done in ends] == [0, 0], [done.err for done in ends]
    assert "bit for bit" in ends[0].out, ends[0].out


def test_a_site_that_a_stranger_has_signed_for_ends_the_job_and_is_named(tmp_path: Path) -> None:
    make_site(tmp_path / "here", make_authority(tmp_path / "authority"))
    make_site(tmp_path / "there", make_authority(tmp_path / "stranger"))
    ends = run_job(tmp_path)
    assert [done.status for done in ends] == [1, 1], [done.err for done in ends]
    assert any("certificate" in line for line in errors_of(ends)), errors_of(ends)
    assert all("bit for bit" not in done.out for done in ends)


def test_a_certificate_that_is_no_longer_valid_ends_the_job_and_the_line_says_so(
    tmp_path: Path,
) -> None:
    authority = make_authority(tmp_path / "authority")
    make_site(tmp_path / "here", authority)
    make_site(tmp_path / "there", authority, days=-1)
    ends = run_job(tmp_path)
    assert 0 not in [done.status for done in ends], [done.err for done in ends]
    assert any("expired" in line for line in errors_of(ends)), [done.err for done in ends]


def test_a_site_without_its_private_key_is_told_which_file_it_lacks(tmp_path: Path) -> None:
    authority = make_authority(tmp_path / "authority")
    for site in SITES:
        make_site(tmp_path / site, authority)
    (tmp_path / "there" / "site.key").unlink()
    ends = run_job(tmp_path)
    assert ends[1].status == 2, ends[1].err
    assert any("site.key" in line for line in errors_of(ends[1:])), ends[1].err
