// A usual executable takes over variables of libstdc++.
#include <iostream>

int main() {
  std::cout << "hello\n";
  return 0;
}
