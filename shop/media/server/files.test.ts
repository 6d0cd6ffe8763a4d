import { mkdir, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { sql } from "drizzle-orm";
import Fastify, { type FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getPictureHref } from "#contract/picture.ts";
import { withLongStatements } from "#platform/database/lock-briefly.ts";
import { sendError } from "#platform/http/envelope.ts";
import { rehearse } from "#platform/operator/rehearse.ts";
import { writeCatalogueFolder } from "../../../tests/support/catalogue-folder.ts";
import { createTestContext, type TestContext } from "../../../tests/support/database.ts";
import { countStatements, listTablesReadWhole } from "../../../tests/support/statements.ts";
import { importCatalogue } from "../../catalogue/server/import/import-catalogue.ts";
import { refreshSnapshot, getSnapshot } from "../../catalogue/server/snapshot/snapshot.ts";
import { serveFiles } from "./files.ts";
import { getImageResizer } from "./image-resizer.ts";
import {
  toPictureRef,
  findPictures,
  findPicturesByKey,
  type StoredPicture,
  toPictureKey,
  writePictures,
} from "./picture-store.ts";
import { findShownPicture } from "./shown-files.ts";

let context: TestContext;
let folder: string;
let app: FastifyInstance;
let src: string;

beforeAll(async () => {
  folder = await writeCatalogueFolder();
  context = await createTestContext({ config: { catalogueDir: folder } });
  await importCatalogue(context, folder);
  await refreshSnapshot(context);
  app = Fastify();
  app.setErrorHandler((cause, request, reply) => sendError(cause, request, reply));
  await app.register((files) => serveFiles(files, context));
  await app.listen({ port: 0, host: "127.0.0.1" });
  await writeUploads(path.join(context.config.dataDir, "uploads"));
  src = toPictureRef(await findPicture("products/bowl-1.jpg")).src;
});
afterAll(async () => {
  await app.close();
  await context.close();
  await rm(folder, { recursive: true });
});

async function findPicture(path: string): Promise<StoredPicture> {
  const picture = (await findPictures(context.db, [path])).get(path);
  if (!picture) throw new Error(`The folder has no ${path}`);
  return picture;
}

async function writeUploads(uploads: string): Promise<void> {
  await mkdir(path.join(uploads, "trays"), { recursive: true });
  await writeFile(path.join(uploads, "trays/a.jpg"), "a picture");
  await writeFile(path.join(uploads, "logo.svg"), "<svg/>");
  await writeFile(path.join(uploads, "../secret.jpg"), "a secret");
  await symlink(path.join(uploads, "../secret.jpg"), path.join(uploads, "linked.jpg"));
}

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: "GET", url, headers });

describe("pictures", () => {
  test("a picture that a dry run adds is found during the dry run, but not afterwards", async () => {
    const picture = { ...(await findPicture("products/bowl-1.jpg")), path: "products/tried.jpg" };
    const key = toPictureKey(picture);
    const found = await rehearse(context, async (rehearsal) => {
      await rehearsal.transact((tx) => writePictures(tx, [picture]));
      return findShownPicture(rehearsal, key);
    });
    expect(found?.path).toBe(picture.path);
    expect(await findShownPicture(context, key)).toBeNull();
  });

  test("a picture is made in each format at the first request and cached for ever", async () => {
    for (const format of ["avif", "webp", "jpg"] as const) {
      const answer = await get(getPictureHref({ src, width: 400, height: 300 }, 320, format));
      expect(answer.statusCode).toBe(200);
      expect(answer.headers["content-type"]).toBe(format === "jpg" ? "image/jpeg" : `image/${format}`);
      expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 320, height: 240 });
    }
  });

  test("a picture that is requested 20 times at once is made once and leaves no partial file", async () => {
    const picture = await findPicture("products/bowl-2.jpg");
    const make = () => getImageResizer(context).bytesOf({ picture, width: 400, format: "avif" });
    const made = await Promise.all(Array.from({ length: 20 }, make));
    expect(new Set(made).size).toBe(1);
    const cached = await readdir(path.join(context.config.dataDir, "pictures/products"));
    expect(cached.filter((name) => name.startsWith("bowl-2"))).toEqual([`bowl-2.${picture.hash}.400.avif`]);
  });

  test("a picture whose file was deleted gets 404", async () => {
    const picture = await findPicture("products/bowl-2.jpg");
    const href = getPictureHref({ src: toPictureRef(picture).src, width: 400, height: 300 }, 320, "webp");
    const [file, aside] = [path.join(folder, picture.path), path.join(folder, "aside.jpg")];
    await rename(file, aside);
    expect((await get(href)).statusCode).toBe(404);
    await rename(aside, file);
  });

  test("concurrent requests for invented picture names share a few database queries, and an existing picture requested at the same time is served (T36)", async () => {
    const counted = countStatements(context.database.pool);
    const names = Array.from(
      { length: 200 },
      (_, at) => `/pictures/products/invented-${at}.0e774ebc.320.avif`,
    );
    const answers = await Promise.all([...names, src.replace("{w}.{f}", "320.avif")].map((url) => get(url)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([...names.map(() => 404), 200]);
    expect(counted.stop().sent.length).toBeLessThanOrEqual(5);
  });

  test("the search for many picture names does not read the whole table (T36)", async () => {
    await withLongStatements(async () => {
      await context.db.execute(sql`
        insert into picture (path, hash, width, height, placeholder, bytes, modified_ms)
        select 'many/piece-' || at || '.jpg', substr(md5(at::text), 1, 8), 800, 600, '', 1, 1
          from generate_series(1, 20000) as at`);
    });
    await context.db.execute(sql`analyze picture`);
    const { pool } = context.database;
    const keys = Array.from({ length: 200 }, (_, at) => `many/invented-${at}.0e774ebc`);
    const readWhole = await listTablesReadWhole(pool, () => findPicturesByKey(context.db, keys));
    await context.db.execute(sql`delete from picture where path like 'many/%'`);
    expect(readWhole).toEqual([]);
  });

  test("a picture URL with a wrong width, format, hash or name gets 404", async () => {
    const key = src.replace(".{w}.{f}", "");
    const others = [
      `${key}.321.avif`,
      `${key}.960.avif`,
      `${key}.0320.avif`,
      `${key}.320.png`,
      `${key}.320.AVIF`,
      key.replace(/[0-9a-f]{8}$/, "00000000.320.avif"),
      key.replace("bowl-1", "bowl-9"),
      `${key}.320.avif.part`,
      `${key}.320`,
      "/pictures/",
    ];
    expect(await fetchStatuses(others)).toEqual(others.map((url) => [url, 404]));
  });
});

describe("path traversal (T19)", () => {
  const climbs =
    String.raw`../secret.jpg ..%2fsecret.jpg %2e%2e/secret.jpg %2e%2e%2fsecret.jpg ..%5csecret.jpg ..\secret.jpg ....//secret.jpg ./../secret.jpg trays/../../secret.jpg trays/..%2f..%2fsecret.jpg /secret.jpg //secret.jpg %2fsecret.jpg ..%252fsecret.jpg %252e%252e%252fsecret.jpg ..%c0%afsecret.jpg ..%00/secret.jpg secret.jpg%00.jpg linked.jpg logo.svg trays trays/ .hidden.jpg trays/.a.jpg a/b/c/d/e.jpg file:///etc/passwd /etc/passwd ..;/secret.jpg trays/a.jpg/ trays/a.jpg.json C:%5csecret.jpg ~/secret.jpg`.split(
      " ",
    );

  test.each(["/uploads/", "/pictures/", "/pictures/products/", "/videos/"])(
    "a path below %s cannot leave its folder",
    async (start) => {
      const answers = await fetchStatuses(climbs.map((climb) => start + climb));
      // The framework itself returns 400 for URLs that cannot be decoded.
      expect(answers.filter(([, status]) => status !== 404 && status !== 400)).toEqual([]);
    },
  );

  test("a picture in a folder below /uploads/ is served (§2.6, D23)", async () => {
    const answer = await get("/uploads/trays/a.jpg");
    expect([answer.statusCode, answer.headers["content-type"], answer.body]).toEqual([
      200,
      "image/jpeg",
      "a picture",
    ]);
  });
});

test("a video is sent in parts if `If-Range` matches the file, and as a whole otherwise", async () => {
  const video = getSnapshot(context).homeContent.videos[0]?.video ?? "";
  const { etag = "", "last-modified": date = "" } = (await get(video)).headers;
  const getPart = (ifRange: string) => get(video, { range: "bytes=4-7", "if-range": ifRange });
  for (const other of ['"another"', "Thu, 01 Jan 1970 00:00:00 GMT", "no date"])
    expect((await getPart(other)).statusCode, other).toBe(200);
  for (const same of [etag, date]) expect((await getPart(same)).body, same).toBe("film");
});

const fetchStatuses = (urls: readonly string[]) =>
  Promise.all(urls.map(async (url): Promise<[string, number]> => [url, await fetchStatus(url)]));

/** `inject` normalizes paths, so send the path unchanged, as an attacker would. */
const fetchStatus = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = app.server.address() as AddressInfo;
    const requested = request({ host: "127.0.0.1", port, path: url }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    requested.once("error", reject).end();
  });
