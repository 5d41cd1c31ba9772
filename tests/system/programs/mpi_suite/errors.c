// Wrong arguments, where the program has asked to be told: a class of error each, and no end.
#include <mpi.h>
#include <stdio.h>

static void expect(int code, int wanted, const char* what) {
  int found = MPI_SUCCESS;
  MPI_Error_class(code, &found);
  if (found != wanted) printf("%s: class %d (expected %d)\n", what, found, wanted);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  int value = 1, one = 0;
  MPI_Group group;
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  expect(MPI_Comm_size(MPI_COMM_WORLD, NULL), MPI_ERR_ARG, "size nowhere");
  expect(MPI_Comm_group(MPI_COMM_WORLD, NULL), MPI_ERR_ARG, "group nowhere");
  expect(MPI_Comm_dup(MPI_COMM_WORLD, NULL), MPI_ERR_ARG, "communicator nowhere");
  expect(MPI_Group_translate_ranks(group, 1, &one, group, NULL), MPI_ERR_ARG, "ranks nowhere");
  expect(MPI_Group_incl(group, 1, NULL, &group), MPI_ERR_ARG, "no ranks");
  expect(MPI_Group_range_incl(group, 1, NULL, &group), MPI_ERR_ARG, "no ranges");
  expect(MPI_Reduce_local(&value, &value, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER, "one place");
  expect(MPI_Reduce_local(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER, "in place");
  expect(MPI_Send(MPI_IN_PLACE, 1, MPI_INT, 0, 0, MPI_COMM_SELF), MPI_ERR_BUFFER, "send in place");

  // A class that has no text has an empty one.
  int class = 0, length = -1;
  char text[MPI_MAX_ERROR_STRING] = "something";
  MPI_Add_error_class(&class);
  MPI_Error_string(class, text, &length);
  if (length != 0 || text[0] != '\0') printf("text '%s' (expected none)\n", text);
  MPI_Group_free(&group);
  printf("well\n");
  MPI_Finalize();
  return 0;
}
