import { mkdtempSync, readdirSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import Fastify from "fastify";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { getPictureHref } from "#contract/picture.ts";
import { collectPictures } from "#platform/backup/backup-pictures.ts";
import { getSigner } from "#platform/backup/encryption.ts";
import { readBackup, readBackupHead } from "#platform/backup/read-backup.ts";
import { writeBackup } from "#platform/backup/write-backup.ts";
import type { Config } from "#platform/config/config.ts";
import { getStoredSecret } from "#platform/config/secret.ts";
import { createContext } from "#platform/context.ts";
import { openDatabase } from "#platform/database/database.ts";
import { findHomeContent, findProduct } from "#shop/catalogue/server/products/find-products.ts";
import { refreshSnapshot } from "#shop/catalogue/server/snapshot/snapshot.ts";
import { listSeriesErrors } from "#shop/documents/server/index.ts";
import { serveFiles } from "#shop/media/server/files.ts";
import { context, folder, setUpCatalogue } from "../tests/support/catalogue-shop.ts";
import { createServerDatabase, testEngine, testLog } from "../tests/support/database.ts";
import { makeFolder } from "../tests/support/folder.ts";
import { type ObjectServer, openObjectServer } from "../tests/support/object-server.ts";
import { createBackup } from "./backup-commands.ts";
import { restoreBackup, restoreOnlyPictures, verifyBackup } from "./cli/local-backups.ts";

/** Every file in the catalogue folder of the tests. */
const PICTURES = [
  "banners/wide.jpg",
  "offers/card.jpg",
  "products/bowl-1.jpg",
  "products/bowl-2.jpg",
  "story/bench.jpg",
  "tiles/tile.jpg",
  "videos/loop.mp4",
  "videos/still.jpg",
];

setUpCatalogue({ imported: "once" });

let place: string;
let storage: ObjectServer;
beforeAll(async () => {
  place = mkdtempSync(path.join(os.tmpdir(), "taruva-backups-"));
  storage = await openObjectServer();
});
afterEach(async () => {
  storage.behave = null;
  storage.objects.clear();
  storage.calls.length = 0;
  await rm(path.join(context.config.dataDir, "uploads"), { recursive: true, force: true });
  for (const name of await readdir(place)) await rm(path.join(place, name), { recursive: true });
});
afterAll(async () => {
  await storage.close();
  await rm(place, { recursive: true });
});

const reportNothing = () => {};

async function backUp(options: Record<string, string> = {}, config: Partial<Config> = {}) {
  context.clock.advance(1_000);
  const source = { ...context, config: { ...context.config, ...config } };
  const result = await createBackup(source, context.now(), { args: { file: place }, options, folder: place });
  const file = String(result.facts?.["file"]);
  return { result, backup: { file, signers: [getSigner(getStoredSecret(context.config))] } };
}

const verify = (backup: Awaited<ReturnType<typeof backUp>>["backup"]) => verifyBackup(backup, reportNothing);

const isMarked = async ({ file }: { file: string }) =>
  (await readdir(place)).includes(`${path.basename(file)}.verified`);

const listCopies = async () =>
  (await readdir(path.join(place, "pictures"), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();

const findCopy = async (name: string) =>
  (await listCopies()).find((file) => path.basename(file).startsWith(`${name}.`)) ?? expect.unreachable();

/** Creates the settings of a machine without any file or data. */
async function createMachine(config: Partial<Config> = {}): Promise<Config> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "taruva-machine-"));
  const server = testEngine === "server" ? await createServerDatabase() : null;
  onTestFinished(async () => {
    await server?.drop();
    await rm(dataDir, { recursive: true });
  });
  const catalogueDir = path.join(dataDir, "none");
  return { ...context.config, databaseUrl: server?.url, dataDir, catalogueDir, ...config };
}

const typed = {
  noun: "backup",
  verb: "restore",
  args: {},
  options: {},
  folder: "/",
  osUser: "asha",
  confirmed: true,
};

const restore = (config: Config, backup: Awaited<ReturnType<typeof backUp>>["backup"]) =>
  restoreBackup(config, backup, typed, reportNothing);

/** Opens the restored shop and requests a picture of a product and a video. */
async function requestPictures(config: Config) {
  const database = await openDatabase(config, testLog);
  const { now, outbox } = context;
  const machine = createContext({ config, log: testLog, database, now, outbox });
  const app = Fastify();
  try {
    await refreshSnapshot(machine);
    await app.register((files) => serveFiles(files, machine));
    const picture = (await findProduct(machine, "everyday-bowl"))?.images[0]?.picture;
    const video = findHomeContent(machine).videos?.[0]?.video;
    if (!picture || !video) return expect.unreachable();
    const addresses = [getPictureHref(picture, 320, "webp"), video];
    return await Promise.all(addresses.map(async (address) => (await app.inject(address)).statusCode));
  } finally {
    await app.close();
    await database.close();
  }
}

test("a backup lists every picture and video, and the next backup copies only new ones", async () => {
  const { backup, result } = await backUp();
  const { pictures } = await readBackupHead(backup);
  expect(pictures?.files.map((picture) => picture.path).toSorted()).toEqual(PICTURES);
  expect(pictures?.missing).toEqual([]);
  expect(result.message).toContain(`The pictures are in ${path.join(place, "pictures")}`);
  const copies = await listCopies();
  expect(copies).toHaveLength(PICTURES.length);
  expect(await readFile(await findCopy("loop"))).toEqual(
    await readFile(path.join(folder, "videos/loop.mp4")),
  );
  const inodes = () => Promise.all(copies.map(async (file) => (await stat(file)).ino));
  const previous = await inodes();

  const upload = path.join(context.config.dataDir, "uploads/products/extra.jpg");
  await mkdir(path.dirname(upload), { recursive: true });
  await writeFile(upload, "a picture that the owner has removed from a product");
  const { pictures: next } = await readBackupHead((await backUp()).backup);
  expect(next?.files).toHaveLength(PICTURES.length + 1);
  expect(await inodes()).toEqual(previous);
  expect(await listCopies()).toHaveLength(copies.length + 1);
});

test("a backup leaves out uploads that no page can show, and does not report them", async () => {
  const uploads = path.join(context.config.dataDir, "uploads");
  for (const name of ["bowl 1.jpg", "a/b/c/d/bowl.jpg", "notes.txt"]) {
    await mkdir(path.dirname(path.join(uploads, name)), { recursive: true });
    await writeFile(path.join(uploads, name), "a file of the owner");
  }
  storage.objects.set("shop/uploads/bowl 2.jpg", Buffer.from("a file of the owner"));
  const local = await readBackupHead((await backUp()).backup);
  const stored = await readBackupHead((await backUp({}, { pictureStorage: storage.settings })).backup);
  for (const { pictures } of [local, stored]) {
    expect(pictures?.files.map((picture) => picture.path).toSorted()).toEqual(PICTURES);
    expect(pictures?.missing).toEqual([]);
  }
});

test("a backup is verified only if all its pictures are there and undamaged, and the next backup repairs the pictures (T29)", async () => {
  const { backup } = await backUp();
  expect((await verify(backup)).title).toBe("The backup is complete. Its stock and invoices are right.");
  expect(await isMarked(backup)).toBe(true);

  const [damaged, missing] = [await findCopy("bowl-1"), await findCopy("loop")];
  const bytes = await readFile(damaged);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  await writeFile(damaged, bytes);
  await rm(missing);
  const result = await verify(backup);
  expect(result).toMatchObject({
    attention: true,
    title:
      "The data of the backup is complete, but pictures are missing or damaged. Its stock and invoices are right.",
  });
  expect(result.rows).toEqual([
    ["pictures", "products/bowl-1.jpg", `${damaged} is damaged`],
    ["pictures", "videos/loop.mp4", `${missing} is missing`],
  ]);
  expect(await isMarked(backup)).toBe(false);

  await backUp();
  expect((await verify(backup)).attention).toBeUndefined();
  expect(await isMarked(backup)).toBe(true);
});

test("after a restore on a new machine, the shop shows its pictures and videos again (T29)", async () => {
  const { backup } = await backUp();
  const machine = await createMachine();
  const result = await restore(machine, backup);
  expect(result.data).toMatchObject({ pictures: { restored: PICTURES.length, there: 0, missing: [] } });
  expect(await requestPictures(machine)).toEqual([200, 200]);
});

test("a restore renames a newer picture with the same name, and copies no picture that the shop still has", async () => {
  const { backup } = await backUp();
  const machine = await createMachine({ catalogueDir: folder });
  const uploads = path.join(machine.dataDir, "uploads/products");
  await mkdir(uploads, { recursive: true });
  await writeFile(path.join(uploads, "bowl-1.jpg"), "a newer picture");
  const { data } = await restore(machine, backup);
  expect(data).toMatchObject({ pictures: { restored: 1, there: PICTURES.length - 1, missing: [] } });
  const [restored, aside = "", ...others] = (await readdir(uploads)).toSorted();
  expect([restored, others]).toEqual(["bowl-1.jpg", []]);
  expect(aside).toMatch(/^bowl-1\.jpg\.before-restore-[\d-]+$/);
  expect(await readFile(path.join(uploads, aside), "utf8")).toBe("a newer picture");
  expect(await readFile(path.join(uploads, "bowl-1.jpg"))).toEqual(
    await readFile(path.join(folder, "products/bowl-1.jpg")),
  );
});

test("a restore of only the pictures never replaces a picture of the shop, and lists the pictures that differ", async () => {
  const { backup } = await backUp();
  const machine = await createMachine({
    catalogueDir: await makeFolder({ "tiles/tile.jpg": "a newer tile" }),
  });
  const upload = path.join(machine.dataDir, "uploads/products/bowl-1.jpg");
  await mkdir(path.dirname(upload), { recursive: true });
  await writeFile(upload, "a newer picture");
  const { data, message } = await restoreOnlyPictures(machine, backup, reportNothing);
  expect(data).toEqual({
    pictures: {
      restored: PICTURES.length - 2,
      there: 0,
      different: expect.arrayContaining(["products/bowl-1.jpg", "tiles/tile.jpg"]) as unknown,
      missing: [],
    },
  });
  expect(message).toContain(
    "2 pictures not restored, because the shop has another picture with the same name",
  );
  expect(await readFile(upload, "utf8")).toBe("a newer picture");
  expect(await readdir(path.join(machine.dataDir, "uploads"))).not.toContain("tiles");
});

test("a restore without the folder of the pictures restores the data and names the pictures, which can be restored later", async () => {
  const { backup } = await backUp();
  const pictures = path.join(place, "pictures");
  await rename(pictures, `${pictures}.lost`);
  const machine = await createMachine();
  const result = await restore(machine, backup);
  expect(result.attention).toBe(true);
  expect(result.message).toContain(`${PICTURES.length} pictures missing or damaged in ${pictures}`);
  expect(await requestPictures(machine)).toEqual([404, 404]);

  await rename(`${pictures}.lost`, pictures);
  const later = await restoreOnlyPictures(machine, backup, reportNothing);
  expect(later.facts).toMatchObject({ "pictures restored": PICTURES.length, "pictures already there": 0 });
  expect(await requestPictures(machine)).toEqual([200, 200]);
});

test("a backup in one file contains the pictures and is restored without any other file (T29)", async () => {
  const { backup } = await backUp({ "one-file": "on" });
  const elsewhere = path.join(place, "usb");
  await mkdir(elsewhere);
  const copy = { ...backup, file: path.join(elsewhere, "shop.backup.gz") };
  await rename(backup.file, copy.file);
  expect(await readdir(place)).toEqual(["usb"]);
  expect((await verify(copy)).attention).toBeUndefined();
  const machine = await createMachine();
  expect((await restore(machine, copy)).attention).toBeUndefined();
  expect(await requestPictures(machine)).toEqual([200, 200]);
  expect((await readdir(machine.dataDir)).filter((name) => name.startsWith("restoring"))).toEqual([]);
});

test("concurrent restores of a shop do not delete each other's files, and the files of a killed restore are deleted after a day", async () => {
  const { backup } = await backUp({ "one-file": "on" });
  const machine = await createMachine();
  const killed = path.join(machine.dataDir, "restoring-pictures-killed");
  const running = path.join(machine.dataDir, "restoring-pictures-running");
  for (const left of [killed, running]) await mkdir(left);
  const old = new Date(Date.now() - 25 * 3_600_000);
  await utimes(killed, old, old);
  const counts: number[] = [];
  const countFolders = () =>
    counts.push(readdirSync(machine.dataDir).filter((name) => name.startsWith("restoring-pictures-")).length);
  const results = await Promise.all([1, 2].map(() => restoreOnlyPictures(machine, backup, countFolders)));
  expect(Math.max(...counts), "one folder for each restore, and the one that was there").toBe(3);
  for (const { data } of results) expect(data).toMatchObject({ pictures: { different: [], missing: [] } });
  expect((await readdir(machine.dataDir)).toSorted()).toEqual([path.basename(running), "uploads"]);
});

test("a restore asks for the next numbers of documents, and the shop never issues a number that a customer already has (D92)", async () => {
  const { pool } = context.database;
  await pool.query("insert into invoice_series values ('26-27', 2)");
  await pool.query(
    `insert into invoice (number, kind, order_id, amount, issued_at)
     select '26-27/00000' || serial, 'invoice', gen_random_uuid(), 100, $1 from generate_series(1, 2) serial`,
    [context.now()],
  );
  onTestFinished(async () => void (await pool.query("delete from invoice; delete from invoice_series")));
  const { backup } = await backUp();
  const machine = await createMachine();
  const restoreWith = (options: Record<string, string>, confirmed = false) =>
    restoreBackup(machine, backup, { ...typed, options, confirmed }, reportNothing);
  await expect(restoreWith({})).rejects.toThrow(
    "The last numbers of documents in the backup are 26-27/000002. If customers have documents with later numbers",
  );
  await expect(restoreWith({ "next-number": "26-27/000002" })).rejects.toThrow(
    "The backup contains 26-27/000002, so the next number cannot be 26-27/000002. Enter a higher number. Nothing was restored.",
  );
  await expect(restoreWith({ "next-number": "131" })).rejects.toThrow("Write it like 26-27/000131.");
  const { facts } = await restoreWith({ "next-number": "26-27/000006\nCN26-27/000002" });
  expect(facts).toMatchObject({ "next numbers": "26-27/000006, CN26-27/000002" });

  const database = await openDatabase(machine, testLog);
  const { rows } = await database.pool.query(
    "select series, last_number, lost_numbers from invoice_series order by series",
  );
  expect(rows).toEqual([
    { series: "26-27", last_number: 5, lost_numbers: 3 },
    { series: "CN26-27", last_number: 1, lost_numbers: 1 },
  ]);
  expect(await listSeriesErrors(database.db)).toEqual([]);
  await database.pool.query("update invoice_series set last_number = 7 where series = '26-27'");
  expect(await listSeriesErrors(database.db)).toEqual([
    { series: "26-27", words: "4 numbers issued, but 2 documents exist, from 1 to 2" },
  ]);
  await database.close();
});

test("no backup is made if a picture changes while it is written into the backup", async () => {
  const file = path.join(place, "shop.backup.gz");
  const original = path.join(place, "bowl.jpg");
  await writeFile(original, "the first content");
  const collect = async () => {
    const source = { path: "products/bowl.jpg", kind: "original", hash: null, file: original } as const;
    const collected = await collectPictures([source], null, reportNothing);
    await writeFile(original, "another content..");
    return collected;
  };
  const options = { now: context.now(), secret: getStoredSecret(context.config), collect, isOneFile: true };
  await expect(writeBackup(context, file, options, reportNothing)).rejects.toThrow(
    "products/bowl.jpg was changed during the backup",
  );
  expect(await readdir(place)).toEqual(["bowl.jpg"]);
});

test("a backup of an earlier version has no pictures, and its verification and its restore report this", async () => {
  const file = path.join(place, "taruva-2026-11-20-090000.backup.gz");
  const secret = getStoredSecret(context.config);
  await writeBackup(context, file, { now: context.now(), secret }, reportNothing);
  const backup = { file, signers: [getSigner(secret)] };
  expect((await verify(backup)).title).toContain("it was made before backups contained pictures");
  expect(await isMarked(backup)).toBe(false);
  const { facts, message } = await restore(await createMachine(), backup);
  expect(facts).toMatchObject({ pictures: "none, because the backup is older than 30 November 2026" });
  expect(message).toContain("Copy the pictures into the catalogue folder and data/uploads yourself.");
});

test("a backup is made even if a picture of a shown product is missing, and names this picture", async () => {
  const tile = path.join(folder, "tiles/tile.jpg");
  await rename(tile, `${tile}.lost`);
  onTestFinished(() => rename(`${tile}.lost`, tile));
  const { backup, result } = await backUp();
  expect(result.message).toContain("1 picture could not be read and is not in the backup: tiles/tile.jpg.");
  expect((await readBackup(backup, {})).head.pictures?.missing).toEqual(["tiles/tile.jpg"]);
});

test("a backup contains the pictures of an object storage, downloads each picture once, and fills an empty bucket when it is restored", async () => {
  const pictureStorage = storage.settings;
  const keyOf = async (name: string) => {
    const rows = await context.database.pool.query("select hash from picture where path = $1", [name]);
    const { hash } = rows.rows[0] as { hash: string };
    return `shop/originals/${name.replace(".jpg", `.${hash}.jpg`)}`;
  };
  const pictures = PICTURES.filter((name) => name.endsWith(".jpg"));
  for (const name of pictures)
    storage.objects.set(await keyOf(name), await readFile(path.join(folder, name)));
  storage.objects.set("shop/uploads/old/plate.jpg", Buffer.from("an upload"));
  const { backup } = await backUp({}, { pictureStorage });
  const head = await readBackupHead(backup);
  expect(head.pictures?.files.map((picture) => picture.path).toSorted()).toEqual(
    [...pictures, "old/plate.jpg"].toSorted(),
  );
  expect(head.pictures?.missing).toEqual(["videos/loop.mp4"]);

  storage.calls.length = 0;
  await backUp({}, { pictureStorage });
  expect(storage.calls.filter((call) => call.includes("/bowl-1"))).toEqual([]);

  const previous = new Map(storage.objects);
  storage.objects.clear();
  const kept = await keyOf("products/bowl-2.jpg");
  storage.objects.set(kept, Buffer.from("already there"));
  const machine = await createMachine({ pictureStorage });
  const { data } = await restore(machine, backup);
  expect(data).toMatchObject({
    pictures: { restored: pictures.length, there: 1, different: [], missing: [] },
  });
  expect(storage.objects).toEqual(previous.set(kept, Buffer.from("already there")));

  for (const newer of ["a newer upload", "newUpload"]) {
    storage.objects.set("shop/uploads/old/plate.jpg", Buffer.from(newer));
    const later = await restoreOnlyPictures(machine, backup, reportNothing);
    expect(later.data).toEqual({
      pictures: { restored: 0, there: pictures.length, different: ["old/plate.jpg"], missing: [] },
    });
  }
});

test("if the object storage fails, the backup is made with the pictures that earlier backups have copied", async () => {
  const pictureStorage = storage.settings;
  const rows = await context.database.pool.query("select path, hash from picture order by path");
  for (const { path: name, hash } of rows.rows as { path: string; hash: string }[])
    storage.objects.set(
      `shop/originals/${name.replace(".jpg", `.${hash}.jpg`)}`,
      await readFile(path.join(folder, name)),
    );
  await backUp({}, { pictureStorage });
  await rm(await findCopy("bowl-1"));
  storage.behave = () => (_request, response) => void response.writeHead(403).end();
  const { backup } = await backUp({}, { pictureStorage });
  const { pictures } = await readBackupHead(backup);
  expect(pictures?.files).toHaveLength(rows.rows.length - 1);
  expect(pictures?.missing.toSorted()).toEqual([
    "products/bowl-1.jpg",
    "s3://taruva-test/shop/uploads/",
    "videos/loop.mp4",
  ]);
  const machine = await createMachine({ pictureStorage });
  await expect(restore(machine, backup)).rejects.toThrow(
    "The database is unchanged, but some pictures may have been restored. Try again when the storage works",
  );
});
