// A raw pointer is refused by name.
#include "isthmus/serial/serial.hpp"

void send(double* cells) { isthmus::engine::serial::to_bytes(cells); }
