// Elements to bytes and back, by hand, and as messages of MPI_PACKED.
#include "types_checks.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int before = (rank + size - 1) % size;

  int n = rank + 2, got_n = 0;
  double values[8], got[8] = {0};
  for (int i = 0; i < 8; ++i) values[i] = rank + i / 8.0;
  MPI_Datatype every_other;
  MPI_Type_vector(4, 1, 2, MPI_DOUBLE, &every_other);
  MPI_Type_commit(&every_other);
  int first, second, position = 0;
  MPI_Pack_size(1, MPI_INT, MPI_COMM_WORLD, &first);
  MPI_Pack_size(1, every_other, MPI_COMM_WORLD, &second);
  CHECK(first >= 4 && second >= 32);
  char* room = malloc((size_t)(first + second));
  MPI_Pack(&n, 1, MPI_INT, room, first + second, &position, MPI_COMM_WORLD);
  MPI_Pack(values, 1, every_other, room, first + second, &position, MPI_COMM_WORLD);
  CHECK(position >= 36);
  char into[256];
  MPI_Status status;
  MPI_Sendrecv(room, position, MPI_PACKED, (rank + 1) % size, 0, into, sizeof into, MPI_PACKED,
               before, 0, MPI_COMM_WORLD, &status);
  int bytes;
  MPI_Get_count(&status, MPI_PACKED, &bytes);
  CHECK(bytes == position);
  position = 0;
  MPI_Unpack(into, bytes, &position, &got_n, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Unpack(into, bytes, &position, got, 4, MPI_DOUBLE, MPI_COMM_WORLD);
  CHECK(position == bytes && got_n == before + 2);
  for (int i = 0; i < 4; ++i) CHECK(got[i] == before + 2 * i / 8.0);
  // The receiver need not unpack what was packed.
  double spread[8] = {0};
  MPI_Send(room, 36, MPI_PACKED, (rank + 1) % size, 1, MPI_COMM_WORLD);
  struct {
    int n;
    double d[4];
  } apart;
  MPI_Datatype both;
  MPI_Aint base, at;
  MPI_Get_address(&apart, &base);
  MPI_Get_address(apart.d, &at);
  MPI_Type_create_struct(2, (int[]){1, 4}, (MPI_Aint[]){0, MPI_Aint_diff(at, base)},
                         (MPI_Datatype[]){MPI_INT, MPI_DOUBLE}, &both);
  MPI_Type_commit(&both);
  MPI_Recv(&apart, 1, both, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(apart.n == before + 2 && apart.d[3] == before + 6 / 8.0);
  free(room);

  // External32: big-endian, whatever the machine, and a long has four bytes.
  MPI_Aint external, place = 0;
  MPI_Pack_external_size("external32", 1, MPI_INT, &external);
  CHECK(external == 4);
  unsigned char big[64];
  int number = 0x01020304, back = 0;
  MPI_Pack_external("external32", &number, 1, MPI_INT, big, sizeof big, &place);
  CHECK(place == 4 && big[0] == 1 && big[1] == 2 && big[2] == 3 && big[3] == 4);
  place = 0;
  MPI_Unpack_external("external32", big, 4, &place, &back, 1, MPI_INT);
  CHECK(place == 4 && back == number);
  place = 0;
  MPI_Pack_external("external32", values, 1, every_other, big, sizeof big, &place);
  CHECK(place == 32);
  place = 0;
  MPI_Unpack_external("external32", big, 32, &place, spread, 1, every_other);
  CHECK(place == 32 && spread[6] == values[6] && spread[1] == 0);
  MPI_Type_free(&every_other);
  MPI_Type_free(&both);
  return finish("packing");
}
