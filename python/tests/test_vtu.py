"""Mesh files are read and drawn, and what is none is refused in one line."""

import base64
import struct
from pathlib import Path

import pytest

from isthmus.cli import main
from isthmus.errors import BadInputError
from isthmus.vtu import read_vtu


def array(attributes: str, packed: bytes) -> str:
    text = base64.b64encode(struct.pack("<Q", len(packed)) + packed).decode()
    return f'<DataArray {attributes} format="binary">{text}</DataArray>'


def mesh_text(corners: tuple[int, ...] = (0, 1, 2, 0, 2, 3), pes: tuple[int, ...] = (4, 9)) -> str:
    points = struct.pack("<12d", 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0)
    return (
        '<VTKFile><UnstructuredGrid><Piece NumberOfPoints="4" NumberOfCells="2"><Points>'
        + array('type="Float64" Name="Points" NumberOfComponents="3"', points)
        + "</Points><Cells>"
        + array('type="Int32" Name="connectivity"', struct.pack(f"<{len(corners)}i", *corners))
        + "</Cells><CellData>"
        + array('type="Int32" Name="pe"', struct.pack(f"<{len(pes)}i", *pes))
        + "</CellData></Piece></UnstructuredGrid></VTKFile>"
    )


def test_a_mesh_is_read(tmp_path: Path) -> None:
    path = tmp_path / "mesh.vtu"
    path.write_text(mesh_text())
    mesh = read_vtu(path)
    assert mesh.points.tolist() == [[0, 0], [1, 0], [1, 1], [0, 1]]
    assert mesh.triangles.tolist() == [[0, 1, 2], [0, 2, 3]]
    assert mesh.cells["pe"].tolist() == [4, 9]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<VTKFile>", "no element found"),
        ("<VTKFile/>", "no UnstructuredGrid"),
        (mesh_text().replace("Float64", "Float99"), "Float99"),
        (mesh_text().replace('Name="Points"', 'Name="Places"'), "Points"),
        (mesh_text((0, 1, 4)), "points that there are not"),
        (mesh_text((0, 1)), "reshape"),
        (mesh_text(pes=(1, 2, 3)), "more or fewer"),
        (
            mesh_text().replace(">CAAA", ">DAAA"),
            "cut short",
        ),
    ],
)
def test_what_is_no_mesh_is_refused(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "mesh.vtu"
    path.write_text(text)
    with pytest.raises(BadInputError, match=said):
        read_vtu(path)


def test_the_command_draws_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, plot = tmp_path / "mesh.vtu", tmp_path / "mesh.png"
    path.write_text(mesh_text())
    assert main(["mesh", str(path), "--plot", str(plot), "--by", "pe"]) == 0
    assert plot.read_bytes().startswith(b"\x89PNG")
    assert "4 points, 2 triangles" in capsys.readouterr().out
    assert main(["mesh", str(path), "--plot", str(plot), "--by", "colour"]) == 2
    assert "colour: no such value (there are: pe)" in capsys.readouterr().err
