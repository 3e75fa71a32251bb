# The games for WebAssembly; `make wasm` builds them with the programs in tests/ and runs these in Node. It needs clang,
# lld, and for wasm32 a C library, libc++ and clang's runtime: on Debian the packages clang, lld, wasi-libc,
# libc++-dev-wasm32 and libclang-rt-dev-wasm32.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_CXX_FLAGS_INIT "-fno-exceptions -msimd128")
# A search keeps positions on the stack; the default of 64 kB is soon used up.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-z,stack-size=4194304")
