import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestContext, type TestContext } from "../../../tests/support/database.ts";
import { IdleProcess } from "#platform/processes/idle-process.ts";
import { getImageResizer } from "./image-resizer.ts";

const picture = {
  path: "products/bowl.jpg",
  hash: "00000000",
  width: 1200,
  height: 1200,
  placeholder: "",
  bytes: 1,
  modifiedMs: 0,
};

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
  const file = path.join(context.config.dataDir, "uploads", picture.path);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, "a photograph");
});
afterAll(() => context.close());

test("a picture is not made after its client disconnected, unless another client waits for it (T51)", async () => {
  const finish: (() => void)[] = [];
  const ask = vi
    .spyOn(IdleProcess.prototype, "ask")
    .mockImplementation(() => new Promise((resolve) => finish.push(() => resolve(Buffer.from("a variant")))));
  const make = (width: number, signal?: AbortSignal) =>
    getImageResizer(context).bytesOf({ picture, width, format: "jpg" }, signal);
  const running = [make(320), make(480)];
  await expect.poll(() => finish).toHaveLength(2);
  const [leaving, staying] = [new AbortController(), new AbortController()];
  const left = make(640, leaving.signal);
  const shared = [leaving, staying].map(({ signal }) => make(960, signal));
  leaving.abort();
  expect(await left.catch(() => null)).toBeNull();
  for (const end of finish) end();
  await Promise.all(running);
  await expect.poll(() => finish).toHaveLength(3);
  finish[2]?.();
  expect(await Promise.all(shared)).toEqual(expect.arrayContaining([Buffer.from("a variant")]));
  expect(ask.mock.calls.map(([job]) => job)).toMatchObject([{ width: 320 }, { width: 480 }, { width: 960 }]);
});
