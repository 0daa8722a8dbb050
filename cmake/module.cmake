# SPDX-License-Identifier: BSD-3-Clause
# stiction_module(NAME [LINKS target...]): the folder being processed becomes the library stiction_NAME, made of all its
# .cpp files (an interface library if it has none). Includes are written from the top: "compiler/parse/parse.h".
# HOT: STICTION_LTO concerns it.
function(stiction_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "HOT" "" "LINKS")
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  set(target stiction_${name})
  if(sources)
    add_library(${target} STATIC ${sources})
    set(visibility PUBLIC)
    if(arg_HOT AND STICTION_LTO)
      target_compile_options(${target} PRIVATE -flto=auto -ffat-lto-objects)
    endif()
  else()
    add_library(${target} INTERFACE)
    set(visibility INTERFACE)
  endif()
  target_include_directories(${target} ${visibility} ${PROJECT_SOURCE_DIR})
  target_link_libraries(${target} ${visibility} ${arg_LINKS})
endfunction()
