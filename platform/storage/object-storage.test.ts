import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openObjectServer, type ObjectServer } from "../../tests/support/object-server.ts";
import { createObjectStorage, type StorageSettings } from "./object-storage.ts";

let server: ObjectServer;
beforeAll(async () => {
  server = await openObjectServer();
});
afterEach(() => {
  server.objects.clear();
  server.calls.length = 0;
  server.behave = null;
});
afterAll(() => server.close());

const openStorage = (change: Partial<StorageSettings> = {}, stallMs = 60_000) =>
  createObjectStorage({ ...server.settings, ...change }, { stallMs, pausesMs: [1, 1] });

describe("object storage", () => {
  test("a stored file can be read back, and a paginated listing contains every file", async () => {
    const storage = openStorage();
    const names = ["a.jpg", "b-1.jpg", "c_2.jpg", "d.jpg", "e.jpg", "f.jpg", "g.jpg"];
    for (const [index, name] of names.entries())
      await storage.write(`originals/${name}`, Buffer.alloc(index * 10, "x"), "image/jpeg");
    await storage.write("variants/a.avif", Buffer.from("small"), "image/avif");
    expect(await storage.read("originals/c_2.jpg")).toEqual(Buffer.alloc(20, "x"));
    expect(await storage.read("originals/z.jpg")).toBeNull();
    expect([...(await storage.list("originals/"))]).toEqual(
      names.map((name, index) => [`originals/${name}`, index * 10]),
    );
    expect([...server.objects.keys()].every((key) => key.startsWith("shop/"))).toBe(true);
  });

  test("a missing bucket of the object storage is an error, not an empty list", async () => {
    const storage = openStorage({ bucketUrl: server.settings.bucketUrl.replace("taruva-test", "other") });
    for (const work of [
      () => storage.read("a"),
      () => storage.list(""),
      () => storage.write("a", Buffer.from("a"), "image/png"),
    ])
      await expect(work()).rejects.toThrow("There is no bucket");
  });
});

describe("retries of object storage", () => {
  const failTwice = (fail: (response: ServerResponse) => void) => {
    let failures = 0;
    server.behave = (then) => (request, response) =>
      failures++ < 2 ? fail(response) : then(request, response);
  };

  test("a request to the object storage is tried up to three times if the connection is cut", async () => {
    server.objects.set("shop/a", Buffer.from("whole"));
    failTwice((response) => response.socket?.destroy());
    expect(await openStorage().read("a")).toEqual(Buffer.from("whole"));
    server.behave = () => (_, response) => response.socket?.destroy();
    await expect(openStorage().read("a")).rejects.toThrow("is not responding");
    expect(server.calls).toHaveLength(6);
  });

  test("an upload whose connection breaks is retried and stores the whole file", async () => {
    failTwice((response) => response.socket?.destroy());
    await openStorage().write("a", Buffer.alloc(200_000, "x"), "image/jpeg");
    expect(server.objects.get("shop/a")).toHaveLength(200_000);
  });

  test("an incomplete download is retried and never used", async () => {
    server.objects.set("shop/a", Buffer.from("whole"));
    failTwice((response) => {
      response.writeHead(200, { "content-length": 5 }).write("wh", () => response.socket?.destroy());
    });
    expect(await openStorage().read("a")).toEqual(Buffer.from("whole"));
  });

  test.each([500, 503, 429])("a request that gets the status %s is retried", async (status) => {
    server.behave = () => (_, response) => response.writeHead(status).end();
    await expect(openStorage().read("a")).rejects.toThrow(`has a problem (${status})`);
    expect(server.calls).toHaveLength(3);
  });
});

test("a download times out if no data arrives, but not while data arrives slowly", async () => {
  server.behave = () => () => {};
  await expect(openStorage({}, 200).read("a")).rejects.toThrow("no answer in time");
  expect(server.calls.length).toBeLessThanOrEqual(1);
  server.behave = () => (_, response) => {
    response.writeHead(200, { "content-length": 10 });
    let sent = 0;
    const drip = setInterval(() => {
      response.write("x");
      if (++sent < 10) return;
      clearInterval(drip);
      response.end();
    }, 320);
  };
  // The whole transfer takes 3.2 s, but a part arrives every 320 ms.
  expect(await openStorage({}, 3_000).read("a")).toEqual(Buffer.alloc(10, "x"));
});

describe("object storage that misbehaves", () => {
  let server: ObjectServer;
  beforeAll(async () => {
    server = await openObjectServer();
  });
  afterEach(() => {
    server.calls.length = 0;
  });
  afterAll(() => server.close());

  const openStorage = (totalMs = 60_000) =>
    createObjectStorage(server.settings, { stallMs: 60_000, totalMs, maxBytes: 1_000, pausesMs: [1] });

  test("a response of the object storage that is too long is not read to its end, with or without a declared length", async () => {
    server.behave = () => (_, response) => response.writeHead(200, { "content-length": 1_001 }).write("x");
    await expect(openStorage().read("a")).rejects.toThrow("the answer is too long");
    server.behave = () => (_, response) => {
      // This response has no `content-length`, because it is not sent with a single call of `end`.
      response.write(Buffer.alloc(2_000));
      response.end();
    };
    await expect(openStorage().read("a")).rejects.toThrow("the answer is too long");
    expect(server.calls).toHaveLength(2);
    const written = openStorage().write("a", Buffer.alloc(1_001), "video/mp4");
    await expect(written).rejects.toThrow("a is too large for the storage: at most 0.001 MB.");
  });

  test("a file list that repeats the same part is refused, not read for ever", async () => {
    const part =
      "<IsTruncated>true</IsTruncated><NextContinuationToken>again</NextContinuationToken><Contents><Key>shop/a</Key><Size>1</Size></Contents>";
    server.behave = () => (_, response) => response.end(part);
    await expect(openStorage().list("")).rejects.toThrow("the same part of its file list twice");
    expect(server.calls).toHaveLength(2);
  });

  test("a request to the object storage times out if the response arrives slowly and never ends", async () => {
    server.behave = () => (_, response) => {
      const drip = setInterval(() => response.write("x"), 50);
      response.once("close", () => clearInterval(drip));
    };
    await expect(openStorage(300).read("a")).rejects.toThrow("it took too long");
    expect(server.calls.length).toBeLessThanOrEqual(1);
  });
});
