// Runs a program of the shop in the foreground and exits with its exit code.

import { spawn } from "node:child_process";
import { constants } from "node:os";

import { resolveFromRoot } from "./root.mjs";

const LOOK_FOR_PARENT_MS = 200;

/** Runs a program, then `cleanUp`, and exits. Forwards signals to the program, or sends `endsWith` instead of them. */
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
  // On a terminal, Ctrl-C already sends the signal to all processes, so do not send it again.
  if (signal === "SIGINT" && process.stdin.isTTY && endsWith === undefined) return;
  child.kill(endsWith ?? signal);
}

/** Ends `child` when npm ends. npm runs this script in a shell, which does not forward signals. */
function exitWithNpm(child, endsWith = "SIGTERM") {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    child.kill(endsWith);
  }, LOOK_FOR_PARENT_MS);
}
