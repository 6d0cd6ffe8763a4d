import { rm } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { undoChange } from "#platform/operator/changes.ts";
import { UsageError, ConfirmationRequired, type OperatorRole } from "#platform/operator/command.ts";
import { runCommand } from "#platform/operator/run-command.ts";
import { getShopRules } from "#shop/policies/server/index.ts";
import { getTaxRates } from "#shop/pricing/server/index.ts";
import { getFieldValues } from "#shop/texts/server/index.ts";
import { commands } from "../../../../server/commands.ts";
import { writeCatalogueFolder } from "../../../../tests/support/catalogue-folder.ts";
import { createTestContext, type TestContext } from "../../../../tests/support/database.ts";
import { catalogueChange } from "../catalogue-changes.ts";
import { catalogueCommands } from "../commands.ts";
import { importCatalogue } from "../import/import-catalogue.ts";
import { onSnapshotChange, refreshSnapshot } from "../snapshot/snapshot.ts";
import { readContent } from "./change-content.ts";
import { readTypedLine } from "../../../../tests/support/typed-line.ts";

let context: TestContext;
let folder: string;

beforeAll(async () => {
  folder = await writeCatalogueFolder();
  context = await createTestContext({ config: { catalogueDir: folder } });
});
beforeEach(async () => {
  await context.wipe();
  await importCatalogue(context, folder);
  await refreshSnapshot(context);
});
afterAll(async () => {
  await context.close();
  await rm(folder, { recursive: true });
});

async function say(
  name: string,
  options: Record<string, string> = {},
  { args = {}, confirmed = true }: { args?: Record<string, string>; confirmed?: boolean } = {},
) {
  const { command } = readTypedLine(catalogueCommands, name);
  return command.run(context, { args, options, folder, confirmed });
}

const show = async (noun: string) => ((await say(noun)).data as { values: Record<string, string> }).values;

const undo = (number: number, role?: OperatorRole) => undoChange(context, [catalogueChange], number, role);

/** Runs the command and returns the error message for each invalid option. */
const findFaults = async (name: string, options: Record<string, string>, more = {}) => {
  const cause: unknown = await say(name, options, more).catch((error: unknown) => error);
  return cause instanceof UsageError ? cause.fields : cause;
};

describe("rules changed by command", () => {
  test("a changed rule applies at once, invalidates cached pages and can be undone", async () => {
    const clear = vi.fn();
    onSnapshotChange(context, clear);
    expect(await say("rules", { "shipping-fee": "₹1,080", "return-days": "10" })).toMatchObject({
      message: "The rules: return within days 7 → 10, shipping fee none → ₹1,080.",
    });
    expect(clear).toHaveBeenCalledOnce();
    expect(getTaxRates(context).shipping).toEqual({ fee: 1080 });
    expect(getFieldValues(context)["return-window"]).toBe("10 days");
    await undo(1);
    expect(getTaxRates(context)).not.toHaveProperty("shipping");
    expect(getShopRules(context).returnWithinDays).toBe(7);
  });

  test("a manager can undo a change of a rule, but not of a fee, coupon or tax (T57)", async () => {
    await say("rules", { "shipping-fee": "80" });
    await say("coupon", { amount: "50", from: "500" });
    await say("taxes", { rate: "5" });
    await say("rules", { "cancel-hours": "48" });
    for (const number of [1, 2, 3])
      await expect(undo(number, "manager")).rejects.toThrow(`Only an owner can undo change ${number} (`);
    await undo(4, "manager");
    expect((await readContent(context)).rules).toEqual({ shippingFee: 80 });
  });

  test("every kind of rule can be set and shown, and 'none' removes it", async () => {
    const options = {
      "deliver-to": "chosen states",
      states: "Kerala\nGujarat",
      "free-shipping-from": "2000",
      "shipping-fee": "80",
      "dispatch-days": "1-2",
      "order-before": "15:30",
      workdays: "Monday\nSaturday",
      "cash-up-to": "₹5,000",
      "cash-not-pins": "79\n110001",
      replacement: "no",
    };
    await say("rules", options);
    expect(await show("rules")).toMatchObject({ ...options, "cash-up-to": "5000" });
    expect(getShopRules(context)).toMatchObject({
      deliverTo: ["Kerala", "Gujarat"],
      workdays: [1, 6],
      cashOnDelivery: { upTo: 5000, notPins: ["79", "110001"] },
    });
    await say("rules", { "cash-up-to": "none", "deliver-to": "all of India", "shipping-fee": "none" });
    expect(getShopRules(context)).toMatchObject({ deliverTo: "India" });
    expect(Object.keys(getShopRules(context))).not.toContain("cashOnDelivery");
    expect(Object.keys(getShopRules(context)), "free shipping has no threshold").not.toContain(
      "freeShippingFrom",
    );
  });
});

describe("seller data changed by command", () => {
  test("sample data of the seller never returns to a shop that sells to real customers (D103)", async () => {
    const production = { ...context, config: { ...context.config, profile: "production" as const } };
    const command = catalogueCommands.find((one) => one.noun === "seller");
    await expect(
      command?.run(production, { args: {}, options: { gstin: "SAMPLE GSTIN" }, folder }),
    ).rejects.toMatchObject({
      fields: { gstin: expect.stringContaining("is a sample that came with the shop") },
    });
  });
});

test("the owner can set a coupon by amount or by percent, and remove it", async () => {
  await say("coupon", { name: "#LAKE", amount: "₹150", from: "1,000" });
  expect(getTaxRates(context).coupon).toEqual({ name: "#LAKE", amount: 150, from: 1000 });
  await say("coupon", { amount: "none", percent: "10 %" });
  expect(getTaxRates(context).coupon).toEqual({ name: "#LAKE", percent: 10, from: 1000 });
  expect(await findFaults("coupon", { amount: "5" })).toEqual({
    amount: "needs either an amount or a percentage, not both.",
  });
  await say("coupon", { none: "on" });
  expect(getTaxRates(context).coupon).toBeNull();
});

describe("tax rates changed by command", () => {
  test("a new tax rate shows the affected products for confirmation and applies at once or from a date", async () => {
    await expect(say("taxes", { rate: "5" }, { confirmed: false })).rejects.toThrow(ConfirmationRequired);
    await expect(say("taxes", { rate: "5" }, { confirmed: false })).rejects.toThrow(
      "3 products from 18% to 5% from now on",
    );
    expect(getTaxRates(context)).toMatchObject({ cgst: 9, sgst: 9 });
    await say("taxes", { rate: "5 %" });
    expect(getTaxRates(context)).toMatchObject({ cgst: 2.5, sgst: 2.5 });
    const later = { rate: "12", products: "teak-tray", from: "2099-04-01" };
    await expect(say("taxes", later, { confirmed: false })).rejects.toThrow(
      "1 product from 5% to 12% from 1 Apr 2099",
    );
    await say("taxes", later);
    await say("taxes", { ...later, rate: "18" });
    expect((await readContent(context)).taxes?.rates, "the same goods and day: replaced").toEqual([
      { rate: 18, products: ["teak-tray"], from: "2099-04-01" },
    ]);
    await say("taxes", { rate: "none", products: "teak-tray", from: "2099-04-01" });
    expect((await readContent(context)).taxes?.rates).toEqual([]);
  });
});

test("the command `texts` refuses a form with an outdated revision, and its list shows the current one", async () => {
  const sender = { folder: "/", osUser: "owner", confirmed: true };
  const readRevision = async (): Promise<string> => {
    const list = { noun: "texts", verb: "", args: {}, options: {}, ...sender };
    const reply = await runCommand(context, commands, list, () => {});
    const data = reply.outcome === "done" ? reply.result.data : null;
    const { texts } = data as { texts: { name: string; revision: string }[] };
    return texts.find(({ name }) => name === "terms")?.revision ?? "";
  };
  const args = { name: "terms" };
  const opened = await readRevision();
  await say("texts", { text: "# Terms\n\nOf Asha." }, { args });
  const text = { noun: "texts", verb: "", args, options: { text: "# Terms\n\nOf Ravi." } };
  const form = { ...text, ...sender };
  expect(await runCommand(context, commands, { ...form, expected: opened }, () => {})).toMatchObject({
    outcome: "stale",
  });
  const seen = await readRevision();
  expect(seen).not.toBe(opened);
  expect(await runCommand(context, commands, { ...form, expected: seen }, () => {})).toMatchObject({
    outcome: "done",
  });
});
