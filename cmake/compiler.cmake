# SPDX-License-Identifier: BSD-3-Clause
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

find_program(STICTION_CCACHE ccache)
if(STICTION_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${STICTION_CCACHE})
endif()
find_program(STICTION_MOLD mold)
if(STICTION_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

# A designated initialiser that leaves members at their defaults is what we want.
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wno-missing-field-initializers)
if(STICTION_WARNINGS_AS_ERRORS)
  add_compile_options(-Werror)
endif()
if(STICTION_SANITIZE)
  # At a fixed address a process starts with two thirds of the effort, and each test is one.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
                      $<$<NOT:$<BOOL:$<TARGET_PROPERTY:POSITION_INDEPENDENT_CODE>>>:-fno-pie>)
  add_link_options(-fsanitize=address,undefined $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>)
endif()
if(STICTION_LTO AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  message(STATUS "STICTION_LTO is for GCC: off")
  set(STICTION_LTO OFF)
endif()
# Objects hold the code of their own file as well. What is not marked LINK_TIME_OPTIMIZED is linked from that, in no time.
if(STICTION_LTO)
  add_link_options($<IF:$<BOOL:$<TARGET_PROPERTY:LINK_TIME_OPTIMIZED>>,-flto=auto,-fno-lto>)
endif()
# To GCC, a source that is put together with others is a header, whose classes should not have members of unnamed namespaces.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-Wno-subobject-linkage)
endif()
