import { afterAll, expect, test, vi } from "vitest";
import { createTestContext } from "../../../tests/support/database.ts";
import { openObjectServer } from "../../../tests/support/object-server.ts";
import { findUploadFile } from "./originals.ts";

const storage = await openObjectServer();
const context = await createTestContext({ config: { pictureStorage: storage.settings } });
afterAll(async () => {
  vi.restoreAllMocks();
  await context.close();
  await storage.close();
});

test("one list of the storage at a time, the next ten seconds after its end", async () => {
  let now = 1_000_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  storage.behave = (then) => async (request, response) => {
    await released;
    then(request, response);
  };
  const first = findUploadFile(context, "a.jpg");
  await expect.poll(() => storage.calls).toHaveLength(1);
  now += 11_000;
  const second = findUploadFile(context, "b.jpg");
  release();
  expect(await Promise.all([first, second])).toEqual([null, null]);
  now += 9_000;
  await findUploadFile(context, "c.jpg");
  expect(storage.calls).toHaveLength(1);
  now += 2_000;
  await findUploadFile(context, "d.jpg");
  expect(storage.calls).toHaveLength(2);
});
