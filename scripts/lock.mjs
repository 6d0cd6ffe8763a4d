// A lock between processes. A second `npm start` waits until the first has finished its install or build.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

import { say } from "./progress.mjs";
import { resolveFromRoot } from "./root.mjs";

const LOOK_AGAIN_MS = 300;

export async function withLock(name, work) {
  const file = resolveFromRoot(".cache", `${name}.lock`);
  mkdirSync(resolveFromRoot(".cache"), { recursive: true });
  let announced = false;
  while (!take(file)) {
    if (!announced) say(`… waiting for the ${name} that another process is running here`);
    announced = true;
    await pause(LOOK_AGAIN_MS);
  }
  const release = () => rmSync(file, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (!isAlive(readHolder(file))) rmSync(file, { force: true });
    return false;
  }
}

function readHolder(file) {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return Number.NaN;
  }
}

function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  // Containers often reuse process ids. A lock with this process's own id is from an earlier process.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
