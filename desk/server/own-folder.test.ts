import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createOwnFolder } from "./own-folder.ts";

let dataDir: string;
let all: string;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "desk-"));
  all = path.join(dataDir, "desk");
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** Simulates a killed desk: starts a process that creates a desk's folder, kills it and returns the folder. */
async function leaveFolder(): Promise<string> {
  const program = `
    const { createOwnFolder } = await import(${JSON.stringify(path.join(import.meta.dirname, "own-folder.ts"))});
    const { create, path } = createOwnFolder(${JSON.stringify(dataDir)});
    create("upload");
    setTimeout(() => console.log(path), 20);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  child.kill("SIGKILL");
  await once(child, "exit");
  return line.toString().trim();
}

test("a starting desk deletes the files of a killed desk, but not those of a running one", async () => {
  const left = await leaveFolder();
  expect(existsSync(path.join(left, "upload"))).toBe(true);
  const running = createOwnFolder(dataDir);
  running.create("task");
  await expect.poll(() => existsSync(left)).toBe(false);
  const next = createOwnFolder(dataDir);
  const gone = await leaveFolder();
  const last = createOwnFolder(dataDir);
  await expect.poll(() => existsSync(gone)).toBe(false);
  for (const each of [running, next, last]) expect(existsSync(each.path)).toBe(true);
  expect(readdirSync(running.path)).toContain("task");
  for (const each of [running, next, last]) each.close();
  expect(readdirSync(all)).toEqual([]);
});
