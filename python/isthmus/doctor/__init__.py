"""`isthmus doctor`: tries the way between every two sites of a grid file before a job does."""
