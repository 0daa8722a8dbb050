# SPDX-License-Identifier: BSD-3-Clause
# Every third-party library enters here, once, under a name of ours. All come from Debian's packages.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(Eigen3 REQUIRED NO_MODULE)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(OpenMP REQUIRED)
find_package(ZLIB REQUIRED)
find_library(ZLIB_STATIC libz.a)
find_package(SUNDIALS REQUIRED CONFIG COMPONENTS ida nvecserial)
find_package(PkgConfig REQUIRED)
pkg_check_modules(CAIRO REQUIRED cairo)
pkg_check_modules(LIBZIP REQUIRED libzip)
find_library(PUGIXML_LIBRARY NAMES libpugixml.a pugixml REQUIRED)
pkg_check_modules(JEMALLOC QUIET IMPORTED_TARGET jemalloc)
find_library(JEMALLOC_STATIC libjemalloc_pic.a)
find_library(ASMJIT_LIBRARY NAMES libasmjit.a asmjit REQUIRED)
find_package(antlr4-runtime REQUIRED CONFIG)
find_program(ANTLR4_TOOL antlr4 REQUIRED)
# Each shared library takes a tenth of a millisecond and more at each start of the command: where Debian has a static
# one, it is taken.
foreach(library btf klu amd colamd suitesparseconfig)
  string(TOUPPER ${library} name)
  find_library(${name}_LIBRARY NAMES lib${library}.a ${library} REQUIRED)
endforeach()

add_library(stiction_dep_fmt INTERFACE)
target_link_libraries(stiction_dep_fmt INTERFACE fmt::fmt)

add_library(stiction_dep_eigen INTERFACE)
target_link_libraries(stiction_dep_eigen INTERFACE Eigen3::Eigen)

add_library(stiction_dep_json INTERFACE)
target_link_libraries(stiction_dep_json INTERFACE nlohmann_json::nlohmann_json)

# Its headers: the library is loaded when it is needed (runtime/report/cairo_library.h).
add_library(stiction_dep_cairo INTERFACE)
target_include_directories(stiction_dep_cairo SYSTEM INTERFACE ${CAIRO_INCLUDE_DIRS})
target_link_libraries(stiction_dep_cairo INTERFACE ${CMAKE_DL_LIBS})

add_library(stiction_dep_cli11 INTERFACE)
target_link_libraries(stiction_dep_cli11 INTERFACE CLI11::CLI11)

add_library(stiction_dep_sundials INTERFACE)
target_link_libraries(stiction_dep_sundials INTERFACE
  $<IF:$<TARGET_EXISTS:SUNDIALS::ida_static>,SUNDIALS::ida_static,SUNDIALS::ida>
  $<IF:$<TARGET_EXISTS:SUNDIALS::nvecserial_static>,SUNDIALS::nvecserial_static,SUNDIALS::nvecserial>)

# Looking up the symbols of the shared library takes a third of the time that the command needs to start.
add_library(stiction_dep_antlr INTERFACE)
target_link_libraries(stiction_dep_antlr INTERFACE $<IF:$<TARGET_EXISTS:antlr4_static>,antlr4_static,antlr4_shared>)
target_include_directories(stiction_dep_antlr SYSTEM INTERFACE ${ANTLR4_INCLUDE_DIR})

add_library(stiction_dep_btf INTERFACE)
target_link_libraries(stiction_dep_btf INTERFACE ${BTF_LIBRARY} ${SUITESPARSECONFIG_LIBRARY})
target_include_directories(stiction_dep_btf SYSTEM INTERFACE /usr/include/suitesparse)

add_library(stiction_dep_klu INTERFACE)
target_link_libraries(stiction_dep_klu INTERFACE
  ${KLU_LIBRARY} ${AMD_LIBRARY} ${COLAMD_LIBRARY} ${BTF_LIBRARY} ${SUITESPARSECONFIG_LIBRARY})
target_include_directories(stiction_dep_klu SYSTEM INTERFACE /usr/include/suitesparse)

# Machine code for programs (runtime/execute/native_code.h).
add_library(stiction_dep_asmjit INTERFACE)
target_link_libraries(stiction_dep_asmjit INTERFACE ${ASMJIT_LIBRARY})

# The library of exported models needs nothing but the C library: what it is linked to has to be in it.
add_library(stiction_dep_zlib INTERFACE)
target_link_libraries(stiction_dep_zlib INTERFACE
  $<IF:$<AND:$<BOOL:${ZLIB_STATIC}>,$<STREQUAL:$<TARGET_PROPERTY:TYPE>,SHARED_LIBRARY>>,${ZLIB_STATIC},ZLIB::ZLIB>)

# Archives of exported models: its headers, for the library is loaded when it is needed (fmi/zip/zip_library.h).
add_library(stiction_dep_zip INTERFACE)
target_include_directories(stiction_dep_zip SYSTEM INTERFACE ${LIBZIP_INCLUDE_DIRS})
target_link_libraries(stiction_dep_zip INTERFACE ${CMAKE_DL_LIBS})

add_library(stiction_dep_pugixml INTERFACE)
target_link_libraries(stiction_dep_pugixml INTERFACE ${PUGIXML_LIBRARY})

# The allocator of the command. All works without it, and translation takes half as long again; sanitizers bring
# their own.
add_library(stiction_dep_allocator INTERFACE)
if(JEMALLOC_FOUND AND NOT STICTION_SANITIZE)
  target_link_libraries(stiction_dep_allocator INTERFACE $<IF:$<BOOL:${JEMALLOC_STATIC}>,${JEMALLOC_STATIC},PkgConfig::JEMALLOC>)
elseif(NOT JEMALLOC_FOUND)
  message(STATUS "jemalloc not found: translation will take longer (Debian: libjemalloc-dev)")
endif()
