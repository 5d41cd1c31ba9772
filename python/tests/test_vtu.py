"""Mesh files are read and drawn, and what is none is refused in one line."""

import base64
import struct
from pathlib import Path

import pytest

from isthmus.cli import main
from isthmus.errors import BadInputError
from isthmus.vtu import SolidMesh, read_mesh, read_vtu


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


def solid_text(corners: tuple[int, ...] = (0, 1, 2, 3), kind: int = 10) -> str:
    points = struct.pack("<12d", 0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 0)
    moved = struct.pack("<12d", *(0.01 * number for number in range(12)))
    return (
        '<VTKFile><UnstructuredGrid><Piece NumberOfPoints="4" NumberOfCells="1"><Points>'
        + array('type="Float64" Name="Points" NumberOfComponents="3"', points)
        + "</Points><Cells>"
        + array('type="Int32" Name="connectivity"', struct.pack("<4i", *corners))
        + array('type="UInt8" Name="types"', bytes([kind]))
        + "</Cells><PointData>"
        + array('type="Float64" Name="displacement" NumberOfComponents="3"', moved)
        + "</PointData><CellData>"
        + array('type="Float64" Name="damage"', struct.pack("<d", 0.5))
        + "</CellData></Piece></UnstructuredGrid></VTKFile>"
    )


def test_a_solid_is_told_of_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, picture = tmp_path / "solid.vtu", tmp_path / "solid.png"
    path.write_text(solid_text())
    mesh = read_mesh(path)
    assert isinstance(mesh, SolidMesh)
    assert mesh.nodes["displacement"].shape == (4, 3)
    for words in ((), ("--by", "displacement"), ("--stretch", "3")):
        assert main(["mesh", str(path), "--plot", str(picture), *words]) == 0
        assert picture.read_bytes()[:4] == b"\x89PNG"
    assert "4 points, 1 tetrahedra\n" in capsys.readouterr().out
    assert main(["mesh", str(path), "--plot", str(picture), "--by", "luck"]) == 2
    assert "luck: no such value (there are: damage, displacement)" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (solid_text((0, 1, 2, 4)), "points that there are not"),
        (solid_text().replace('Float64" Name="damage', 'Float99" Name="damage'), "Float99"),
        (solid_text(kind=12), "reshape"),
    ],
)
def test_what_is_no_solid_is_refused(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "solid.vtu"
    path.write_text(text)
    with pytest.raises(BadInputError, match=said):
        read_mesh(path)
