import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
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

/** A process that has opened the folder of a desk, put a file into it, and is killed. */
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

test("a starting desk deletes the files of a killed desk, but not of a running one", async () => {
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

test("folders of an earlier version go when their process has, and other files stay", async () => {
  const hourAgo = new Date(Date.now() - 3_600_000);
  const make = (name: string, at = hourAgo) => {
    mkdirSync(path.join(all, name), { recursive: true });
    utimesSync(path.join(all, name), at, at);
  };
  make("4194305-0123abcd");
  make(`${process.pid}-0123abcd`);
  make("4194305-beginsnw");
  make("4194306-0123abcd", new Date());
  writeFileSync(path.join(all, "notes.txt"), "mine");
  const desk = createOwnFolder(dataDir);
  await expect.poll(() => existsSync(path.join(all, "4194305-0123abcd"))).toBe(false);
  expect(readdirSync(all).toSorted()).toEqual(
    [
      "4194305-beginsnw",
      "4194306-0123abcd",
      `${process.pid}-0123abcd`,
      "notes.txt",
      path.basename(desk.path),
    ].toSorted(),
  );
  desk.close();
});

test("the address of a desk that is gone goes, that of a port where one listens stays", async () => {
  const listening = createServer().listen(0, "127.0.0.1");
  const closed = createServer().listen(0, "127.0.0.1");
  await Promise.all([once(listening, "listening"), once(closed, "listening")]);
  const [open, free] = [listening, closed].map((each) => (each.address() as AddressInfo).port);
  closed.close();
  await once(closed, "close");
  mkdirSync(all);
  for (const port of [open, free]) writeFileSync(path.join(all, `address-${port}`), "http://127.0.0.1/#key");
  const desk = createOwnFolder(dataDir);
  await expect.poll(() => existsSync(path.join(all, `address-${free}`))).toBe(false);
  expect(existsSync(path.join(all, `address-${open}`))).toBe(true);
  desk.close();
  listening.close();
});

test("a folder with a long name has its socket elsewhere, and takes it along", async () => {
  const long = path.join(dataDir, "d".repeat(90));
  mkdirSync(long);
  const one = createOwnFolder(long);
  const two = createOwnFolder(long);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(existsSync(one.path)).toBe(true);
  one.close();
  two.close();
  expect(readdirSync(path.join(long, "desk"))).toEqual([]);
});
