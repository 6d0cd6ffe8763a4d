import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type ObjectServer, openObjectServer } from "../../tests/support/object-server.ts";
import { createObjectStorage } from "./object-storage.ts";

let server: ObjectServer;
beforeAll(async () => {
  server = await openObjectServer();
});
afterEach(() => {
  server.calls.length = 0;
});
afterAll(() => server.close());

const openStorage = () =>
  createObjectStorage(server.settings, { stallMs: 200, totalMs: 300, mostBytes: 1_000, pausesMs: [1] });

test("an answer that is too long is given up, whether it says so or not", async () => {
  server.behave = () => (_, response) => response.writeHead(200, { "content-length": 1_001 }).write("x");
  await expect(openStorage().read("a")).rejects.toThrow("the answer is too long");
  server.behave = () => (_, response) => response.end(Buffer.alloc(2_000));
  await expect(openStorage().read("a")).rejects.toThrow("the answer is too long");
  expect(server.calls).toHaveLength(2);
  const written = openStorage().write("a", Buffer.alloc(1_001), "video/mp4");
  await expect(written).rejects.toThrow("a is too long for the storage: at most 0.001 MB.");
});

test("an answer that drips without an end is given up", async () => {
  server.behave = () => (_, response) => {
    const drip = setInterval(() => response.write("x"), 50);
    response.once("close", () => clearInterval(drip));
  };
  await expect(openStorage().read("a")).rejects.toThrow("it took too long");
  expect(server.calls).toHaveLength(1);
});

test("a list that leads back to its beginning ends with a failure", async () => {
  const part = "<IsTruncated>true</IsTruncated><NextContinuationToken>again</NextContinuationToken>";
  server.behave = () => (_, response) =>
    response.end(server.calls.length > 5 ? "" : `<ListBucketResult>${part}</ListBucketResult>`);
  await expect(openStorage().list("")).rejects.toThrow("has no end");
  expect(server.calls).toHaveLength(2);
});
