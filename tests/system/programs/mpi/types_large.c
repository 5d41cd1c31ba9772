// The twin calls with large counts (MPI 4.0).
#include "types_checks.h"

static void envelope(MPI_Datatype type, MPI_Count integers, MPI_Count addresses, MPI_Count counts,
                     MPI_Count types, int combiner) {
  MPI_Count got[4] = {-1, -1, -1, -1};
  int got_combiner = -1;
  CHECK(MPI_Type_get_envelope_c(type, &got[0], &got[1], &got[2], &got[3], &got_combiner) ==
        MPI_SUCCESS);
  CHECK(got[0] == integers && got[1] == addresses && got[2] == counts && got[3] == types);
  CHECK(got_combiner == combiner);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Datatype type, other;
  MPI_Count size, lb, extent, counts[16];
  int small, integers[16], combiner;
  MPI_Aint addresses[4];
  MPI_Datatype types[4];

  const MPI_Count large = (MPI_Count)5 << 30;
  MPI_Type_contiguous_c(large, MPI_INT, &type);
  MPI_Type_size_c(type, &size);
  CHECK(size == 4 * large);
  MPI_Type_size(type, &small);
  CHECK(small == MPI_UNDEFINED);
  MPI_Type_get_extent_c(type, &lb, &extent);
  CHECK(lb == 0 && extent == 4 * large);
  envelope(type, 0, 0, 1, 1, MPI_COMBINER_CONTIGUOUS);
  CHECK(MPI_Type_get_envelope(type, integers, integers, integers, &combiner) != MPI_SUCCESS);
  CHECK(MPI_Type_get_contents_c(type, 0, 0, 1, 1, integers, addresses, counts, types) ==
        MPI_SUCCESS);
  CHECK(counts[0] == large && types[0] == MPI_INT);
  CHECK(MPI_Type_get_contents(type, 1, 1, 1, integers, addresses, types) != MPI_SUCCESS);
  MPI_Type_free(&type);

  MPI_Type_vector_c(3, 1, 2, MPI_INT, &type);
  envelope(type, 0, 0, 3, 1, MPI_COMBINER_VECTOR);
  MPI_Type_create_hvector_c(2, 1, large, type, &other);
  MPI_Type_get_true_extent_c(other, &lb, &extent);
  CHECK(lb == 0 && extent == large + 20);
  envelope(other, 0, 0, 3, 1, MPI_COMBINER_HVECTOR);
  MPI_Type_get_contents_c(other, 0, 0, 3, 1, integers, addresses, counts, types);
  CHECK(counts[2] == large);
  envelope(types[0], 0, 0, 3, 1, MPI_COMBINER_VECTOR);
  MPI_Type_free(&types[0]);
  MPI_Type_free(&other);
  MPI_Type_free(&type);

  MPI_Count lengths[] = {1, 2}, places[] = {3, 5};
  MPI_Type_indexed_c(2, lengths, places, MPI_INT, &type);
  envelope(type, 0, 0, 5, 1, MPI_COMBINER_INDEXED);
  MPI_Type_free(&type);
  MPI_Type_create_hindexed_c(2, lengths, places, MPI_CHAR, &type);
  envelope(type, 0, 0, 5, 1, MPI_COMBINER_HINDEXED);
  MPI_Type_free(&type);
  MPI_Type_create_indexed_block_c(2, 1, places, MPI_INT, &type);
  envelope(type, 0, 0, 4, 1, MPI_COMBINER_INDEXED_BLOCK);
  MPI_Type_free(&type);
  MPI_Type_create_hindexed_block_c(2, 1, places, MPI_CHAR, &type);
  envelope(type, 0, 0, 4, 1, MPI_COMBINER_HINDEXED_BLOCK);
  MPI_Type_free(&type);
  MPI_Type_create_struct_c(2, lengths, (MPI_Count[]){0, 8}, (MPI_Datatype[]){MPI_INT, MPI_DOUBLE},
                           &type);
  envelope(type, 0, 0, 5, 2, MPI_COMBINER_STRUCT);
  MPI_Type_free(&type);
  MPI_Type_create_subarray_c(1, (MPI_Count[]){large}, (MPI_Count[]){2}, (MPI_Count[]){large - 2},
                             MPI_ORDER_C, MPI_CHAR, &type);
  envelope(type, 2, 0, 3, 1, MPI_COMBINER_SUBARRAY);
  MPI_Type_get_true_extent_c(type, &lb, &extent);
  CHECK(lb == large - 2 && extent == 2);
  MPI_Type_free(&type);
  MPI_Type_create_darray_c(2, 0, 1, (MPI_Count[]){8}, (int[]){MPI_DISTRIBUTE_BLOCK},
                           (int[]){MPI_DISTRIBUTE_DFLT_DARG}, (int[]){2}, MPI_ORDER_C, MPI_INT,
                           &type);
  envelope(type, 7, 0, 1, 1, MPI_COMBINER_DARRAY);
  MPI_Type_size_c(type, &size);
  CHECK(size == 16);
  MPI_Type_free(&type);
  MPI_Type_create_resized_c(MPI_INT, 0, large, &type);
  envelope(type, 0, 0, 2, 1, MPI_COMBINER_RESIZED);
  MPI_Type_get_extent_c(type, &lb, &extent);
  CHECK(extent == large);
  MPI_Type_free(&type);

  // Packing.
  double values[] = {1.5, -2.25, 1e300}, back[3] = {0, 0, 0};
  char room[128];
  MPI_Count position = 0, bytes;
  MPI_Pack_size_c(3, MPI_DOUBLE, MPI_COMM_WORLD, &bytes);
  CHECK(bytes >= 24);
  CHECK(MPI_Pack_c(values, 3, MPI_DOUBLE, room, sizeof room, &position, MPI_COMM_WORLD) == 0);
  bytes = position;
  position = 0;
  MPI_Unpack_c(room, bytes, &position, back, 3, MPI_DOUBLE, MPI_COMM_WORLD);
  CHECK(position == bytes && memcmp(values, back, sizeof back) == 0);
  position = 0;
  memset(back, 0, sizeof back);
  MPI_Pack_external_size_c("external32", 3, MPI_DOUBLE, &bytes);
  CHECK(bytes == 24);
  MPI_Pack_external_c("external32", values, 3, MPI_DOUBLE, room, bytes, &position);
  CHECK(position == 24 && room[0] == 0x3f && (unsigned char)room[1] == 0xf8);
  position = 0;
  MPI_Unpack_external_c("external32", room, 24, &position, back, 3, MPI_DOUBLE);
  CHECK(position == 24 && memcmp(values, back, sizeof back) == 0);
  return finish("large counts");
}
