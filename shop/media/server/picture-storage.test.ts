import { mkdtempSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { getPictureHref } from "#contract/picture.ts";
import { createContext, type Context } from "#platform/context.ts";
import { sendError } from "#platform/http/envelope.ts";
import { writeCatalogueFolder } from "../../../tests/support/catalogue-folder.ts";
import { createTestContext, type TestContext, testLog } from "../../../tests/support/database.ts";
import { type ObjectServer, openObjectServer } from "../../../tests/support/object-server.ts";
import { findHomeContent, findProduct } from "../../catalogue/server/products/find-products.ts";
import { importCatalogue } from "../../catalogue/server/import/import-catalogue.ts";
import { pushPicturesCommand } from "../../catalogue/server/shown-pictures.ts";
import { checkStoredPictures } from "../../catalogue/server/shown-pictures.ts";
import { refreshSnapshot } from "../../catalogue/server/snapshot/snapshot.ts";
import { product } from "../../catalogue/server/tables.ts";
import { serveFiles } from "./files.ts";

let storage: ObjectServer;
/** The server that has the owner's files on its disk. */
let context: TestContext;
let folder: string;
const folders: string[] = [];
const open: FastifyInstance[] = [];

beforeAll(async () => {
  storage = await openObjectServer();
  folder = await writeCatalogueFolder();
  context = await createTestContext({ config: { catalogueDir: folder, pictureStorage: storage.settings } });
});
beforeEach(async () => {
  await importCatalogue(context, folder);
  await refreshSnapshot(context);
});
afterEach(async () => {
  storage.behave = null;
  for (const app of open.splice(0)) await app.close();
  await context.wipe();
  storage.objects.clear();
});
afterAll(async () => {
  await context.close();
  await storage.close();
  for (const one of [folder, ...folders]) await rm(one, { recursive: true });
});

/** Opens a second server with the same database and storage, and an empty disk. */
async function openMachine(): Promise<{ context: Context; get: FastifyInstance["inject"]; dataDir: string }> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "taruva-machine-"));
  folders.push(dataDir);
  const config = { ...context.config, dataDir, catalogueDir: path.join(dataDir, "none") };
  const { database, outbox } = context;
  const machine = createContext({ config, log: testLog, database, now: context.now, outbox });
  await refreshSnapshot(machine);
  const app = Fastify();
  app.setErrorHandler((cause, request, reply) => sendError(cause, request, reply));
  await app.register((files) => serveFiles(files, machine));
  open.push(app);
  return { context: machine, get: app.inject.bind(app), dataDir };
}

async function findBowl(on: Context, width: number): Promise<string> {
  const picture = (await findProduct(on, "everyday-bowl"))?.images[0]?.picture;
  if (!picture) throw new Error("The bowl has no picture.");
  return getPictureHref(picture, width, "webp");
}

const pushed = (options: Record<string, string> = {}) =>
  pushPicturesCommand.run(context, { args: {}, options, folder: "/" });

test("a server with an empty disk shows the pictures that another server imported, and their replacements", async () => {
  const other = await openMachine();
  const href = await findBowl(other.context, 320);
  const first = await other.get(href);
  expect(await sharp(first.rawPayload).metadata()).toMatchObject({ width: 320, height: 240 });
  expect(first.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  const video = await other.get({
    url: findHomeContent(other.context).videos[0]?.video ?? "",
    headers: { range: "bytes=4-7" },
  });
  expect([video.statusCode, video.body, video.headers["content-type"]]).toEqual([206, "film", "video/mp4"]);

  const bowl = path.join(folder, "products/bowl-1.jpg");
  await sharp({ create: { width: 900, height: 900, channels: 3, background: "#246" } }).toFile(bowl);
  await importCatalogue(context, folder);
  await refreshSnapshot(other.context);
  const changed = await findBowl(other.context, 320);
  expect(changed).not.toBe(href);
  const { rawPayload } = await other.get(changed);
  expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 320, height: 320 });
});

test("an import stores the pictures before the products, and changes nothing if the storage refuses the pictures", async () => {
  storage.objects.clear();
  await context.wipe();
  storage.behave = () => (_, response) =>
    response.writeHead(403).end("<Error><Code>AccessDenied</Code></Error>");
  await expect(importCatalogue(context, folder)).rejects.toThrow("refused the request (403 AccessDenied)");
  expect(await context.db.$count(product)).toBe(0);
  storage.behave = null;
  await importCatalogue(context, folder);
  const stored = [...storage.objects.keys()];
  expect(stored).toHaveLength(8);
  for (const key of stored)
    expect(key).toMatch(/^shop\/originals\/[a-z]+\/[a-z0-9-]+\.[0-9a-f]{8}\.(jpg|mp4)$/);
  storage.calls.length = 0;
  await importCatalogue(context, folder);
  expect(storage.calls.filter((call) => call.startsWith("PUT"))).toEqual([]);
});

test("while the picture storage is unreachable, pictures on disk are served and other pictures get 503, which is not cached", async () => {
  const other = await openMachine();
  const [shown, unseen] = [await findBowl(other.context, 320), await findBowl(other.context, 640)];
  await other.get(shown);
  await rm(path.join(other.dataDir, "storage"), { recursive: true });
  storage.behave = () => (_, response) => response.socket?.destroy();
  expect((await other.get(shown)).statusCode).toBe(200);
  const refused = await other.get(unseen);
  expect(refused.statusCode).toBe(503);
  expect(refused.headers).toMatchObject({ "cache-control": "no-store", "retry-after": "5" });
  storage.calls.length = 0;
  expect((await other.get(unseen.replace("640", "480"))).statusCode).toBe(503);
  expect(storage.calls).toEqual([]);
});

test("a picture that arrives damaged from the storage is not shown and not kept", async () => {
  const other = await openMachine();
  for (const key of storage.objects.keys()) storage.objects.set(key, Buffer.from("something else"));
  expect((await other.get(await findBowl(other.context, 320))).statusCode).toBe(503);
  expect(await readdir(other.dataDir)).toEqual([]);
});

test("`pictures push` uploads missing pictures and replaces damaged pictures", async () => {
  const [lost = "", damaged = ""] = storage.objects.keys();
  storage.objects.delete(lost);
  storage.objects.set(damaged, Buffer.from("half"));
  expect(await checkStoredPictures(context)).toMatchObject([
    { about: "s3://taruva-test/shop", what: expect.stringContaining("1 picture not in the storage: ") },
  ]);
  expect((await pushed()).facts).toMatchObject({ stored: 1, "already stored": 7, missing: 0 });
  for (const stored of [1, 0]) {
    const facts = { stored, "already stored": 8 - stored, missing: 0 };
    expect((await pushed({ verify: "on" })).facts).toMatchObject(facts);
  }
  expect(await checkStoredPictures(context)).toEqual([]);

  const wide = [...storage.objects.keys()].find((key) => key.includes("banners/wide")) ?? "";
  storage.objects.delete(wide);
  const file = path.join(folder, "banners/wide.jpg");
  const imported = await readFile(file);
  await writeFile(file, "another picture");
  const { facts, message, attention } = await pushed();
  await writeFile(file, imported);
  expect([facts?.["missing"], attention, storage.objects.has(wide)]).toEqual([1, true, false]);
  expect(message).toContain("banners/wide.jpg");
});
