import { mkdtempSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestContext, type TestContext } from "../../../tests/support/database.ts";
import { readOwnCouriers } from "./couriers.ts";
import { type Courier, couriersFile, getTrackingLink, listCourierNames } from "./known-couriers.ts";

let context: TestContext;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "taruva-couriers-"));
  context = await createTestContext();
});
afterAll(async () => {
  await context.close();
  await rm(folder, { recursive: true });
});

const pictureStorage = {
  name: "s3://pics",
  bucketUrl: "http://127.0.0.1:1/pics",
  prefix: "",
  keys: { keyId: "key", secretKey: "secret", region: "us-east-1" },
};

const readOn = async (catalogueDir: string, several = true) => {
  const config = { ...context.config, catalogueDir, pictureStorage: several ? pictureStorage : null };
  return (await readOwnCouriers({ config, db: context.db })).couriers.map(({ name }) => name);
};

const write = (...names: string[]) =>
  writeFile(
    path.join(folder, "couriers.json"),
    JSON.stringify(names.map((name) => ({ name, link: "https://courier.example/{number}" }))),
  );

test("a machine without the owner's files reads the couriers of the machine that has them, as they are now", async () => {
  const empty = path.join(folder, "none");
  await write("Own Wheels");
  expect([await readOn(folder, false), await readOn(empty, false)]).toEqual([["Own Wheels"], []]);
  expect(await readOn(empty)).toEqual([]);
  expect([await readOn(folder), await readOn(empty)]).toEqual([["Own Wheels"], ["Own Wheels"]]);
  await write("Own Wheels", "Uncle");
  await readOn(folder);
  expect(await readOn(empty)).toEqual(["Own Wheels", "Uncle"]);
  await writeFile(path.join(folder, "couriers.json"), "no list");
  expect([await readOn(folder), await readOn(empty)]).toEqual([[], ["Own Wheels", "Uncle"]]);
  await write();
  await readOn(folder);
  expect(await readOn(empty)).toEqual([]);
});

test("unknown fields of a courier are reported, all of them", async () => {
  const link = "https://courier.example/{number}";
  await writeFile(
    path.join(folder, "couriers.json"),
    JSON.stringify([{ name: "Uncle", link, phone: "1", url: link }]),
  );
  const config = { ...context.config, catalogueDir: folder, pictureStorage: null };
  const { errors } = await readOwnCouriers({ config, db: context.db });
  expect(errors).toEqual(
    ["phone", "url"].map(
      (field) => `couriers.json, entry 1, ${field}: is no field here. There are: name, link.`,
    ),
  );
});

test.each([
  ["Delhivery", "https://www.delhivery.com/track-v2/package/AB%2F1"],
  ["bluedart", "https://www.bluedart.com/web/guest/trackdartresultthirdparty?trackFor=0&trackNo=AB%2F1"],
  ["Xpress-Bees", "https://www.xpressbees.com/shipment/tracking?awbNo=AB%2F1"],
  ["My cousin", null],
])("the tracking link of %s is %s", (courier, link) => {
  expect(getTrackingLink({ courier, number: "AB/ 1" }, [])).toBe(link);
});

test("the owner's list of couriers comes first, and allows only https links (D67)", () => {
  const own = [{ name: "Delhivery", link: "https://mine.example/{number}" }];
  expect(getTrackingLink({ courier: "delhivery", number: "7" }, own)).toBe("https://mine.example/7");
  expect(listCourierNames([{ ...own[0], name: "BlueDart" }, ...own] as Courier[]).slice(0, 3)).toEqual([
    "BlueDart",
    "Delhivery",
    "DTDC",
  ]);
  const takes = (link: string) => v.safeParse(couriersFile, [{ name: "X", link }]).success;
  expect(takes("https://x.example/?n={number}")).toBe(true);
  expect(takes("http://x.example/{number}")).toBe(false);
  expect(takes("javascript:alert({number})")).toBe(false);
});
