#include "isthmus/bootstrap/agreement/agreement.hpp"

#include <gtest/gtest.h>
