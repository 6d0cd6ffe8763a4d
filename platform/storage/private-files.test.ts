import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makePrivate, openToOthers, checkPrivateFiles } from "./private-files.ts";

let folder: string;
const getPath = (...names: string[]) => path.join(folder, ...names);
const readMode = (...names: string[]) => statSync(getPath(...names)).mode & 0o7777;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "taruva-private-"));
  mkdirSync(getPath("data"));
  mkdirSync(getPath("data", "pg"));
  writeFileSync(getPath("data", "pg", "1"), "rows");
  writeFileSync(getPath("data", "run.sh"), "");
  writeFileSync(getPath("outside"), "");
  symlinkSync(getPath("outside"), getPath("data", "link"));
  chmodSync(getPath("outside"), 0o666);
  chmodSync(getPath("data", "pg", "1"), 0o666);
  chmodSync(getPath("data", "run.sh"), 0o755);
  chmodSync(getPath("data", "pg"), 0o755);
  chmodSync(getPath("data"), 0o775);
});
afterEach(() => rmSync(folder, { recursive: true }));

const listOpened = async () =>
  (await openToOthers(getPath("data"))).map(({ file }) => path.relative(folder, file));

test("files that other users of the machine could open become private, links are not followed, and the owner keeps access (T32)", async () => {
  expect((await listOpened()).toSorted()).toEqual(["data", "data/pg", "data/pg/1", "data/run.sh"]);
  expect(await makePrivate(getPath("data"))).toEqual([]);
  expect(await listOpened()).toEqual([]);
  expect([
    readMode("data"),
    readMode("data", "pg"),
    readMode("data", "pg", "1"),
    readMode("data", "run.sh"),
  ]).toEqual([0o700, 0o700, 0o600, 0o700]);
  expect(readMode("outside")).toBe(0o666);
});

test("the owner is warned if other users of the machine can open the shop's files or write to their parent folder (T32)", async () => {
  expect(await checkPrivateFiles(getPath("data"))).toEqual([
    {
      about: "DATA_DIR",
      what: `4 files or folders can be read by other users of this machine: ${getPath("data")}`,
      remedy: `Let only their owner read and write ${getPath("data")}`,
    },
  ]);
  await makePrivate(getPath("data"));
  expect(await checkPrivateFiles(getPath("data"))).toEqual([]);
  chmodSync(folder, 0o777);
  expect(await checkPrivateFiles(getPath("data"))).toMatchObject([
    {
      what: expect.stringContaining(`can write in ${folder}`),
      remedy: `Let only its owner write to ${folder}`,
    },
  ]);
});
