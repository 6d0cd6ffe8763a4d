import { beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "#platform/operator/run-command.ts";
import { commitStock, listStockErrors, reserveStock } from "#shop/inventory/server/index.ts";
import { generateUuid } from "#platform/ids.ts";
import { setUpShop, testShop } from "../tests/support/test-shop.ts";
import { commands } from "./commands.ts";
import { readTypedLine } from "../tests/support/typed-line.ts";

setUpShop({
  goods: [
    { id: "acacia-bowl", title: "Acacia Bowl", price: 249_900, onHand: 10 },
    { id: "teak-tray", title: "Teak Tray", price: 149_900 },
  ],
});

async function type(line: string, { yes = true, dryRun = false, osUser = "owner" } = {}): Promise<string> {
  const options = Object.fromEntries(
    [...line.matchAll(/ --([a-z-]+) (?:"([^"]*)"|(\S+))/g)].map(([, name, quoted, plain]) => [
      name,
      quoted ?? plain ?? "",
    ]),
  );
  const { noun, verb, args } = readTypedLine(commands, line.replace(/ --.*$/, ""));
  const typed = { noun, verb, args, options, folder: "/", osUser, confirmed: yes, dryRun };
  const reply = await runCommand(testShop.context, commands, typed, () => {});
  if (reply.outcome === "confirm") return reply.question;
  return reply.outcome === "done"
    ? [reply.result.message, ...(reply.result.rows ?? []).map((row) => row.slice(2, 4).join(" "))].join("\n")
    : `${reply.outcome}: ${reply.message}`;
}

const read = async (id: string) =>
  (
    await testShop.context.database.pool.query<Record<string, unknown>>(
      `select price::int, original_price::int as was, put_away as hidden, collection, on_hand as pieces, withdrawn
         from product join stock on product_id = id where id = $1`,
      [id],
    )
  ).rows[0];

describe("the command undo", () => {
  test("a price change can be undone once, after a confirmation that shows both prices, and can be redone", async () => {
    await type("products set acacia-bowl --price 1999");
    expect(await type("undo")).toBe(
      "To undo a change, enter its number.\nowner Acacia Bowl: price ₹2,499.00 → ₹1,999.00",
    );
    expect(await type("undo 1", { yes: false })).toBe(
      "Undo this change?\n  Acacia Bowl: price ₹1,999.00 → ₹2,499.00",
    );
    expect(await read("acacia-bowl")).toMatchObject({ price: 199_900 });
    expect(await type("undo 1")).toContain("Acacia Bowl: price ₹1,999.00 → ₹2,499.00");
    expect(await read("acacia-bowl")).toMatchObject({ price: 249_900, was: 249_900 });
    expect(await type("undo 1")).toMatch(/^refused: Change 1 .* was already undone on /);
    await type("undo 2");
    expect(await read("acacia-bowl")).toMatchObject({ price: 199_900 });
  });

  test("the list of changes names texts as the screens do, even in a change that an earlier version recorded", async () => {
    await type("products set acacia-bowl --price 1999");
    await testShop.context.database.pool.query(
      "update operator_change set summary = 'the text terms: a → b; the text of the e-mail order-paid: c → d'",
    );
    expect(await type("undo")).toContain(
      "the text “Terms and conditions”: a → b; the text “Order paid”: c → d",
    );
  });

  test("a hidden product is available again after the change that hid it is undone", async () => {
    await type("products set teak-tray --hidden yes");
    expect(await read("teak-tray")).toMatchObject({ hidden: true, withdrawn: true });
    expect(await type("undo 1")).toContain("Teak Tray: in the shop no → yes");
    expect(await read("teak-tray")).toMatchObject({ hidden: false, withdrawn: false });
  });

  test("undoing a stock count restores the earlier stock minus the pieces that were sold after the count", async () => {
    await type("products set acacia-bowl --stock 4");
    const order = generateUuid();
    await testShop.context.transact(async (tx) => {
      await reserveStock(tx, order, [{ productId: "acacia-bowl", quantity: 3 }]);
      await commitStock(tx, order);
    });
    expect(await type("undo 1")).toContain("Acacia Bowl: stock 1 → 7");
    expect(await read("acacia-bowl")).toMatchObject({ pieces: 7 });
    expect(await listStockErrors(testShop.context.db)).toEqual([]);
  });
});

describe("the limits of the command undo", () => {
  beforeEach(() => type("products set acacia-bowl --price 1999"));

  test("a change can be undone after a later change of another field, but not after a later change of the same field", async () => {
    await type("products set acacia-bowl --hidden yes");
    await type("products set acacia-bowl --price 1899");
    expect(await type("undo 1", { yes: false })).toBe(
      "refused: Acacia Bowl: price was changed again later, to ₹1,899.00. Undo the later change first.",
    );
    await type("undo 3");
    expect(await type("undo 1")).toContain("₹1,999.00 → ₹2,499.00");
    expect(await read("acacia-bowl")).toMatchObject({ price: 249_900, hidden: true });
  });

  test("a stock count cannot be undone after a later count", async () => {
    await type("products set acacia-bowl --stock 4");
    await type("products set acacia-bowl --stock 6");
    expect(await type("undo 2")).toContain("the stock was set again later");
    expect(await read("acacia-bowl")).toMatchObject({ pieces: 6 });
  });

  test("undo is refused if it would leave a product in a collection that is not in the menu", async () => {
    await type("collections Monsoon --add on");
    await type("products set acacia-bowl --collection Monsoon");
    expect(await type("undo 2")).toBe(
      'refused: Undoing this would remove the collection "Monsoon" from the menu, but it contains products now. Move them to another collection first.',
    );
    await type('products set acacia-bowl --collection ""');
    await type("collections Monsoon --remove on");
    expect(await type("undo 4")).toContain("Add the collection to the menu first");
    expect(await read("acacia-bowl")).toMatchObject({ collection: null });
  });

  test("a change cannot be undone after 30 days and is no longer listed", async () => {
    testShop.context.clock.set(new Date(testShop.context.now().getTime() + 31 * 86_400_000));
    expect(await type("undo")).toContain("There is nothing to undo");
    expect(await type("undo 1")).toMatch(/^refused: Change 1 .* could only be undone until /);
  });

  test("a read-only request of the desk can list the changes that can be undone, but cannot undo a change", async () => {
    const view = { noun: "undo", verb: "", options: {}, folder: "/", osUser: "owner", readsOnly: true };
    const look = (args: Record<string, string>) =>
      runCommand(testShop.context, commands, { ...view, args, confirmed: true }, () => {});
    expect(await look({})).toMatchObject({ outcome: "done" });
    expect(await look({ number: "1" })).toMatchObject({ outcome: "refused" });
    expect(await read("acacia-bowl")).toMatchObject({ price: 199_900 });
  });
});
