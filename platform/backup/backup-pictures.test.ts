import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile, readlink, rename, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../tests/support/folder.ts";
import { collectPictures, writePicture } from "./backup-pictures.ts";

const PICTURE = "a picture of a bowl";

async function makeShop() {
  const folder = await makeFolder({ "shop/bowl.jpg": PICTURE });
  const file = path.join(folder, "shop/bowl.jpg");
  const copies = path.join(folder, "pictures");
  const source = { path: "products/bowl.jpg", kind: "original", hash: null, file } as const;
  return { file, copies, collect: () => collectPictures([source], copies, () => {}) };
}

test("an unfinished file of a killed backup is not used as a picture and is deleted after a day, and other files stay", async () => {
  const { copies, collect } = await makeShop();
  await collect();
  const products = path.join(copies, "products");
  const [name = ""] = await readdir(products);
  const copy = path.join(products, name);
  const killed = `${copy}.${randomUUID()}.part`;
  const running = `${copy}.${randomUUID()}.part`;
  const download = path.join(products, "film.part");
  await rename(copy, killed);
  await writeFile(running, "the beginning");
  await writeFile(download, "a download that somebody has interrupted");
  const old = new Date(Date.now() - 25 * 3_600_000);
  for (const file of [killed, download]) await utimes(file, old, old);
  await collect();
  expect((await readdir(products)).toSorted()).toEqual(
    [name, path.basename(running), path.basename(download)].toSorted(),
  );
  expect(await readFile(copy, "utf8")).toBe(PICTURE);
});

test("the file of a picture that cannot be copied is closed", async () => {
  const { file, copies, collect } = await makeShop();
  await writeFile(copies, "a file instead of a folder");
  await expect(collect()).rejects.toThrow("ENOTDIR");
  const ids = await readdir("/proc/self/fd");
  const openFiles = await Promise.all(ids.map((id) => readlink(`/proc/self/fd/${id}`).catch(() => "")));
  expect(openFiles).not.toContain(file);
});

test("an existing picture is renamed only when the new picture with its name is complete", async () => {
  const { file } = await makeShop();
  const picture = Buffer.from("a picture of a plate");
  const measured = { bytes: picture.length, sha256: createHash("sha256").update(picture).digest("hex") };
  const write = (content: Buffer) => writePicture(file, [content], measured, `${file}.aside`);
  expect(await write(Buffer.from("a damaged picture"))).toBe(false);
  expect(await readdir(path.dirname(file))).toEqual(["bowl.jpg"]);
  expect(await write(picture)).toBe(true);
  expect(await readFile(file)).toEqual(picture);
  expect(await readFile(`${file}.aside`, "utf8")).toBe(PICTURE);
});
