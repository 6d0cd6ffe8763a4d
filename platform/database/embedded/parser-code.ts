import { setFlagsFromString } from "node:v8";

/** The exports of the engine's WebAssembly that are needed here. */
interface EngineExports {
  _strlen?: (text: number) => number;
  _raw_parser?: (statement: number, mode: number) => number;
  stackSave?: () => number;
  stackRestore?: (stack: number) => void;
}

const SOME_TEXT = 1_024;

/** An address outside the engine's memory. */
const NOWHERE = -16;

const NO_FUNCTION = 0;
const EVERY_FUNCTION = -1;

/**
 * Prevents V8's optimizing compiler from compiling the engine's SQL parser again, a function of 100 KB: this would take
 * 600 MB and half a second at every start. V8 decides on a second compilation when a function is first called, so the
 * parser is called here with an invalid address, which makes it fail at once. Call this before the engine runs.
 */
export function compileParserOnce(engine: EngineExports): void {
  const { _strlen, _raw_parser, stackSave, stackRestore } = engine;
  if (!_strlen || !_raw_parser || !stackSave || !stackRestore)
    throw new Error("This version of PGlite exports other functions: look before using it.");
  _strlen(SOME_TEXT); // The parser's first call, compiled normally.
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
