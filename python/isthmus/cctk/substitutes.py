"""Thorns of infrastructure that parameter files of Cactus activate, and what takes their place."""

_DRIVER = "[driver] and the command's --sites, --pes"
_OUTPUT = "[output]"

# By names in small letters.
SUBSTITUTES = {
    "pugh": _DRIVER,
    "pughslab": _OUTPUT,
    "pughreduce": "reductions of the driver",
    "pughinterp": "interpolation of the driver",
    "localreduce": "reductions of the driver",
    "localinterp": "interpolation of the driver",
    "localinterp2": "interpolation of the driver",
    "aeilocalinterp": "interpolation of the driver",
    "carpet": _DRIVER,
    "carpetlib": _DRIVER,
    "carpetreduce": "reductions of the driver",
    "carpetinterp": "interpolation of the driver",
    "carpetslab": _OUTPUT,
    "carpetregrid": "[refinement]",
    "carpetregrid2": "[refinement]",
    "cartgrid3d": "[grid] and [boundaries]",
    "coordbase": "[grid]",
    "symbase": "[boundaries]",
    "reflectionsymmetry": "[boundaries]",
    "periodic": "[boundaries]",
    "boundary": "boundaries of the driver",
    "time": "[time]",
    "initbase": "[start]",
    "mol": "the method of [time]",
    "ellbase": "equations of the driver",
    "ellsor": "equations of the driver",
    "ioutil": _OUTPUT,
    "iobasic": "norms of [output]",
    "ioascii": "slices and functions of [output]",
    "iohdf5": "functions of [output]",
    "iohdf5util": _OUTPUT,
    "ioflexio": _OUTPUT,
    "iojpeg": "isthmus mesh plot",
    "libjpeg": "isthmus mesh plot",
    "hdf5": _OUTPUT,
    "carpetioscalar": "norms of [output]",
    "carpetiobasic": "norms of [output]",
    "carpetioascii": "slices and functions of [output]",
    "carpetiohdf5": "functions of [output]",
    "nanchecker": "norms of [output]",
    "timerreport": "the report at a job's end",
    "httpd": "the page of isthmus page",
    "httpdextra": "the page of isthmus page",
    "socket": "the page of isthmus page",
    "formaline": "the report at a job's end",
    "loopcontrol": "nothing: blocks are small",
    "fortran": "nothing",
    "slab": "nothing",
    "mpi": "nothing",
}
# What they implement, where that is another word: settings go by both.
IMPLEMENTED = {
    "driver": "pugh",
    "grid": "cartgrid3d",
    "methodoflines": "mol",
    "io": "ioutil",
    "cactus": "cactus",
}


def is_infrastructure(owner: str) -> bool:
    """Whether settings of it, by a name in small letters, are no application's."""
    return owner in SUBSTITUTES or owner in IMPLEMENTED
