import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makePrivate, openToOthers, checkPrivateFiles, SharedDataFolder } from "./private-files.ts";

let folder: string;
const at = (...names: string[]) => path.join(folder, ...names);
const modeOf = (...names: string[]) => statSync(at(...names)).mode & 0o7777;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "taruva-private-"));
  mkdirSync(at("data"));
  mkdirSync(at("data", "pg"));
  writeFileSync(at("data", "pg", "1"), "rows");
  writeFileSync(at("data", "run.sh"), "");
  writeFileSync(at("outside"), "");
  symlinkSync(at("outside"), at("data", "link"));
  chmodSync(at("outside"), 0o666);
  chmodSync(at("data", "pg", "1"), 0o666);
  chmodSync(at("data", "run.sh"), 0o755);
  chmodSync(at("data", "pg"), 0o755);
  chmodSync(at("data"), 0o775);
});
afterEach(() => rmSync(folder, { recursive: true }));

const found = async () => (await openToOthers(at("data"))).map(({ file }) => path.relative(folder, file));

test("what others could open is theirs no longer, links lead nowhere, the owner loses nothing (T32)", async () => {
  expect((await found()).toSorted()).toEqual(["data", "data/pg", "data/pg/1", "data/run.sh"]);
  expect(await makePrivate(at("data"))).toEqual([]);
  expect(await found()).toEqual([]);
  expect([modeOf("data"), modeOf("data", "pg"), modeOf("data", "pg", "1"), modeOf("data", "run.sh")]).toEqual(
    [0o700, 0o700, 0o600, 0o700],
  );
  expect(modeOf("outside")).toBe(0o666);
});

test("a folder that everyone shares is refused, and left as it is", async () => {
  chmodSync(at("data"), 0o1777);
  await expect(makePrivate(at("data"))).rejects.toThrow(SharedDataFolder);
  await expect(makePrivate(at("data"))).rejects.toThrow(`DATA_DIR=${at("data")} is shared by every user`);
  expect(modeOf("data", "pg", "1")).toBe(0o666);
});

test("the owner is warned of what is open, and of a folder above that others may write in (T32)", async () => {
  expect(await checkPrivateFiles(at("data"))).toEqual([
    {
      about: "DATA_DIR",
      what: `4 files or folders can be opened by other users of this machine: ${at("data")}`,
      remedy: `As their owner: chmod -R go= ${at("data")}`,
    },
  ]);
  await makePrivate(at("data"));
  expect(await checkPrivateFiles(at("data"))).toEqual([]);
  chmodSync(folder, 0o777);
  expect(await checkPrivateFiles(at("data"))).toMatchObject([
    { what: expect.stringContaining(`may write in ${folder}`), remedy: `As its owner: chmod o-w ${folder}` },
  ]);
});
