import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { makeFolder } from "../../tests/support/folder.ts";
import { createUploads } from "./uploads.ts";

test("the uploads of a desk user take limited space: a new file replaces the oldest one (T52)", async () => {
  const parent = await makeFolder();
  const create = (name: string) => {
    const place = path.join(parent, name);
    mkdirSync(place);
    return place;
  };
  const uploads = createUploads({ create, giveToShop: () => {} }, 100);
  const add = async (bytes: number) => {
    const id = await uploads.add("photo.jpg", Readable.from([Buffer.alloc(bytes)]));
    return { id, file: uploads.find(id) ?? "" };
  };
  const [oldest, other] = [await add(40), await add(40)];
  const newest = await add(40);
  expect(uploads.find(oldest.id)).toBeUndefined();
  expect([oldest, other, newest].map(({ file }) => existsSync(file))).toEqual([false, true, true]);
});
