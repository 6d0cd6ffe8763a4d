import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
const FRAME_MS = 100;
const LOG_EVERY_SECONDS = 10;

const running = new Set();
let isStopping = false;

/** Runs `work` and shows how many seconds it takes: with a spinner on a terminal, in plain lines in a log. */
export async function runStep(title, work) {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const stop = process.stderr.isTTY ? spin(title, seconds) : tick(title, seconds);
  try {
    const result = await work();
    stop(`✓ ${title} (${seconds().toFixed(1)} s)`);
    return result;
  } catch (error) {
    stop(`✗ ${title} (${seconds().toFixed(1)} s)`);
    throw error;
  }
}

/** Runs `work`, which prints its own output. Does not run it after `stopAll`, because the process is about to exit. */
export async function runLoudStep(title, work) {
  if (isStopping) return new Promise(() => {});
  const started = performance.now();
  say(`\n▸ ${title}`);
  const result = await work();
  say(`  ${title}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return result;
}

/** Prints to stderr, because stdout belongs to the started program. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

export async function capture(command, args, options = {}) {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const add = (text) => (output += text);
  child.stdout.on("data", add);
  child.stderr.on("data", add);
  return { code: await waitForExit(child, add), output };
}

/** The program uses this process's terminal. Resolves with the exit code. */
export const inherit = (command, args, options = {}) =>
  waitForExit(spawn(command, args, { stdio: "inherit", ...options }));

/** Prints the output in labelled lines, because several programs may run in parallel. Resolves with the exit code. */
export function relay(command, args, { label, ...options } = {}) {
  const env = { ...options.env, ...(process.stderr.hasColors?.() && { FORCE_COLOR: "1" }) };
  const child = spawn(command, args, { ...options, env, stdio: ["ignore", "pipe", "pipe"] });
  const print = (line) => say(label === undefined ? line : `${label}: ${line}`);
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", print);
  return waitForExit(child);
}

function waitForExit(child, printError = say) {
  running.add(child);
  return new Promise((resolve) => {
    child.on("error", ({ message }) => {
      printError(message);
      resolve(127);
    });
    child.on("close", (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

export function stopAll() {
  isStopping = true;
  for (const child of running) child.kill("SIGTERM");
}

function spin(title, seconds) {
  let frame = 0;
  const draw = () => {
    frame = (frame + 1) % FRAMES.length;
    process.stderr.write(`\r\x1b[K${FRAMES[frame]} ${title} (${seconds().toFixed(0)} s)`);
  };
  draw();
  const timer = setInterval(draw, FRAME_MS);
  return (lastLine) => {
    clearInterval(timer);
    process.stderr.write(`\r\x1b[K${lastLine}\n`);
  };
}

function tick(title, seconds) {
  say(`… ${title}`);
  const timer = setInterval(
    () => say(`… ${title} (${seconds().toFixed(0)} s so far)`),
    LOG_EVERY_SECONDS * 1000,
  );
  return (lastLine) => {
    clearInterval(timer);
    say(lastLine);
  };
}
