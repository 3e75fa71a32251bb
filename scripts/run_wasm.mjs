// Runs a WebAssembly program of native/tests in Node: node run_wasm.mjs PROGRAM ARGUMENTS…
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [program, ...given] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [program, ...given], returnOnExit: true });
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);
