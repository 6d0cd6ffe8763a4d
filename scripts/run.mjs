// Hands the terminal over to a program of the shop and ends as it ends.

import { spawn } from "node:child_process";
import { constants } from "node:os";

import { resolveFromRoot } from "./root.mjs";

const LOOK_FOR_PARENT_MS = 200;

/**
 * Runs Node with `args` in the project's folder; this process then ends with its exit code, after `cleanUp`. A program that
 * does not listen to signals is ended by `endsWith` instead of the signal that came.
 */
export function run(node, args, env = {}, { cleanUp = () => {}, endsWith } = {}) {
  const child = spawn(node, args, {
    cwd: resolveFromRoot(),
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => pass(signal, child, endsWith));
  if (process.env.npm_lifecycle_event) exitWithNpm(child, endsWith);
  child.on("error", (error) => {
    process.stderr.write(`${node} could not be started: ${error.message}\n`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => {
    cleanUp();
    process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
  });
}

function pass(signal, child, endsWith) {
  // Ctrl-C reaches everything on the terminal at once; passed on as well, the program would receive it twice.
  if (signal === "SIGINT" && process.stdin.isTTY && endsWith === undefined) return;
  child.kill(endsWith ?? signal);
}

/** npm passes a signal to the shell between us only, which ends without passing it on to us. */
function exitWithNpm(child, endsWith = "SIGTERM") {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    child.kill(endsWith);
  }, LOOK_FOR_PARENT_MS);
}
