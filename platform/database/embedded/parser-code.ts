import { setFlagsFromString } from "node:v8";

/** The exports of the engine's WebAssembly that are needed here. */
interface EngineExports {
  _strlen?: (text: number) => number;
  _raw_parser?: (statement: number, mode: number) => number;
  stackSave?: () => number;
  stackRestore?: (stack: number) => void;
}

const SOME_TEXT = 1_024;

/** No memory of the engine reaches this far. */
const NOWHERE = -16;

const NO_FUNCTION = 0;
const EVERY_FUNCTION = -1;

/**
 * Leaves the engine's SQL parser, a single function of 100 KB, as V8's first compiler makes it: its second one takes
 * 600 MB and half a second for it, at every start. V8 compiles a function when it is first called, and asks then
 * whether it may be compiled again: so it is called here once, with an address where there is no memory, which ends it
 * before it has done anything. To be called before the engine runs.
 */
export function compileParserOnce(engine: EngineExports): void {
  const { _strlen, _raw_parser, stackSave, stackRestore } = engine;
  if (!_strlen || !_raw_parser || !stackSave || !stackRestore)
    throw new Error("This version of PGlite exports other functions: look before using it.");
  _strlen(SOME_TEXT); // the first thing that the parser calls: this one may be compiled again
  const stack = stackSave();
  setFlagsFromString(`--wasm-tier-up-filter=${NO_FUNCTION}`);
  try {
    _raw_parser(NOWHERE, 0);
  } catch (cause) {
    if (!(cause instanceof Error && cause.name === "RuntimeError")) throw cause;
  } finally {
    setFlagsFromString(`--wasm-tier-up-filter=${EVERY_FUNCTION}`);
    stackRestore(stack);
  }
}
