import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rewriteFolderFile, writeCatalogueFolder } from "../../../tests/support/catalogue-folder.ts";
import { createTestContext, type TestContext } from "../../../tests/support/database.ts";
import { refreshSnapshot } from "./snapshot/snapshot.ts";
import { importAll } from "./import/import-commands.ts";

let context: TestContext;
let folder: string;
const text = "our-story";
const STORY = `texts/${text}.md`;
const input = () => ({ args: {}, options: {}, folder });
const run = async () => (await importAll.run(context, { ...input(), confirmed: true })).message;
const rehearse = async () =>
  typeof importAll.preview === "function" ? (await importAll.preview(context, input())).message : null;
const write = (file: string, content: unknown) =>
  writeFile(path.join(folder, file), typeof content === "string" ? content : JSON.stringify(content));

beforeAll(async () => {
  folder = await writeCatalogueFolder((files) => {
    files["services.json"] = [{ title: "Repairs", text: "For a year.", icon: "truck" }];
  });
  context = await createTestContext({ config: { catalogueDir: folder } });
});
afterAll(async () => {
  await context.close();
  await rm(folder, { recursive: true });
});

test("an import says of each file what it changes, plain values with before and after", async () => {
  expect(await run(), "the first one makes the shop").toBe("");
  await refreshSnapshot(context);
  await write("rules.json", { shippingFee: 80, cancelWithinHours: 12, dispatchWithinDays: "4-5" });
  await mkdir(path.join(folder, "texts"));
  await write(STORY, "# Our clay\n\nFrom one valley.\n");
  await write("menu.json", { search: ["Bowl"] });
  const first = [
    "The menus: new.",
    "The rules: cancel within hours 24 → 12, dispatch within days 2–3 → 4–5, shipping fee none → ₹80.",
    `The text ${text}: new.`,
  ];
  expect((await rehearse())?.split("\n").toSorted()).toEqual(first);
  const question = await importAll.run(context, input()).catch(String);
  for (const line of first) expect(question).toContain(`\n  ${line}\n`);
  expect((await run())?.split("\n").toSorted()).toEqual(first);
  expect(await run(), "nothing has changed since").toBe("");

  await write("rules.json", {
    shippingFee: 120.5,
    workdays: ["Monday", "Tuesday"],
    cashOnDelivery: { upTo: 2000 },
  });
  await rm(path.join(folder, STORY));
  await write("menu.json", { search: ["Bowl", "Tray"] });
  await write("brand.json", { tagline: "clay for every day", colours: { main: "#123a5c" } });
  await rewriteFolderFile(folder, "seller.json", (seller) => ({
    ...seller,
    phone: "+91 98250 12345",
    coupon: { name: "Welcome", amount: 50 },
    socialLinks: [],
  }));
  await rewriteFolderFile(folder, "offers.json", ({ cards }) => ({
    cards,
    specialOffer: { heading: "₹50 off", points: ["By itself."] },
  }));
  await rewriteFolderFile(folder, "services.json", () => [
    { title: "Repairs", text: "For ever.", icon: "truck" },
  ]);
  expect((await run())?.split("\n").toSorted()).toEqual([
    'The brand: tagline as it came → "clay for every day", colours as it came → (main "#123a5c").',
    'The menus: search "Bowl" → "Bowl, Tray".',
    'The rules: cancel within hours 12 → 24, dispatch within days 4–5 → 2–3, workdays "Monday, Tuesday, Wednesday, Thursday, Friday" → "Monday, Tuesday", shipping fee ₹80 → ₹120.50, cash on delivery none → (up to ₹2,000).',
    expect.stringMatching(
      /^The seller: phone ".*" → "\+91 98250 12345", social links, coupon as it came → \(name "Welcome", amount ₹50\)\.$/,
    ),
    "The service cards.",
    'The special offer: "₹99 off · By itself." → "₹50 off · By itself.".',
    `The text ${text}: gone.`,
  ]);
});
