// @engine: locks, races or SQL that the two engines could do differently.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { generateUuid } from "#platform/ids.ts";
import { rollBackIfRefused, refuse } from "#platform/http/refuse.ts";
import { transactOnce } from "#platform/database/transact.ts";
import { createTestContext, type TestContext } from "../../../tests/support/database.ts";
import { readStock } from "../../../tests/support/stock-ledger.ts";
import { withdrawStock } from "./set-stock.ts";
import { commitStock, releaseStock, restock, reserveStock } from "./reservations.ts";
import type { StockLine } from "./stock-ledger.ts";
import { stock, stockMovement } from "./tables.ts";

let context: TestContext;

beforeAll(async () => {
  context = await createTestContext();
});
beforeEach(async () => {
  await context.db
    .insert(stock)
    .values([{ productId: "bowl", onHand: 10 }, { productId: "tray", onHand: 4 }, { productId: "board" }]);
});
afterEach(() => context.wipe());
afterAll(() => context.close());

const take = (orderId: string, lines: StockLine[]) =>
  rollBackIfRefused(context.transact, async (tx) => {
    const shortages = await reserveStock(tx, orderId, lines);
    return shortages ? refuse("short", { details: shortages }) : null;
  });
const createLines = (quantity: number): StockLine[] => [{ productId: "bowl", quantity }];
const release = (orderId: string) => context.transact((tx) => releaseStock(tx, orderId));
const commit = (orderId: string) => context.transact((tx) => commitStock(tx, orderId));
const putBack = (orderId: string) => context.transact((tx) => restock(tx, orderId));

/** The same call many times at once; on a server they really meet. */
const atOnce = <T>(times: number, call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => call(index)));

describe("taking", () => {
  test("200 buyers, 10 bowls: exactly 10 get one, and the stock says so", async () => {
    const outcomes = await atOnce(200, () => take(generateUuid(), createLines(1)));
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(10);
    expect(await readStock(context, "bowl")).toEqual({ onHand: 10, reserved: 10 });
    expect(await context.db.select().from(stockMovement)).toHaveLength(10);
  });

  test(
    "50 rounds, each with more buyers than pieces: exactly 10 every time (T14)",
    { timeout: 120_000 },
    async () => {
      for (let round = 1; round <= 50; round++) {
        const outcomes = await atOnce(24, () => take(generateUuid(), createLines(1)));
        expect(
          outcomes.filter((refused) => refused === null),
          `round ${round}`,
        ).toHaveLength(10);
        expect(await readStock(context, "bowl")).toEqual({ onHand: 10, reserved: 10 });
        await context.db.delete(stockMovement);
        await context.db.update(stock).set({ reserved: 0 });
      }
    },
  );

  test("buyers of the same two things in opposite order never wait in a circle", async () => {
    const there: StockLine[] = [
      { productId: "bowl", quantity: 1 },
      { productId: "tray", quantity: 1 },
    ];
    // Without the retries of `transact`: a deadlock would show as another error than the shortage.
    const takeOnce = (lines: StockLine[]) =>
      transactOnce(context.db, async (tx) => {
        if (await reserveStock(tx, generateUuid(), lines)) throw new Error("short");
      });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) => takeOnce(index % 2 ? there : there.toReversed())),
    );
    const refusals = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refusals.map(({ reason }) => String(reason))).toEqual(
      Array.from({ length: 56 }, () => "Error: short"),
    );
    expect([await readStock(context, "bowl"), await readStock(context, "tray")]).toEqual([
      { onHand: 10, reserved: 4 },
      { onHand: 4, reserved: 4 },
    ]);
  });

  test("says everything that is missing, with the numbers, and a refused order leaves nothing behind", async () => {
    const orderId = generateUuid();
    const lines = [
      ...createLines(11),
      { productId: "tray", quantity: 5 },
      { productId: "board", quantity: 1 },
      { productId: "gone", quantity: 1 },
    ];
    expect(await take(orderId, lines)).toMatchObject({
      extra: {
        details: [
          { productId: "bowl", wanted: 11, available: 10 },
          { productId: "gone", wanted: 1, available: 0 },
          { productId: "tray", wanted: 5, available: 4 },
        ],
      },
    });
    expect(await readStock(context, "board")).toEqual({ onHand: null, reserved: 0 });
    expect(await context.db.select().from(stockMovement)).toEqual([]);
  });

  test("a hidden product cannot be ordered", async () => {
    await context.transact((tx) => withdrawStock(tx, ["board"], true));
    expect(await take(generateUuid(), [{ productId: "board", quantity: 1 }])).not.toBeNull();
  });

  test("two lines of the same product count together", async () => {
    expect(await take(generateUuid(), [...createLines(6), ...createLines(5)])).not.toBeNull();
    expect(await take(generateUuid(), [...createLines(6), ...createLines(4)])).toBeNull();
  });

  test("a piece made to order is always there", async () => {
    expect(await take(generateUuid(), [{ productId: "board", quantity: 999 }])).toBeNull();
    expect(await readStock(context, "board")).toEqual({ onHand: null, reserved: 0 });
  });

  test("one order asking 20 times at once reserves once", async () => {
    const orderId = generateUuid();
    const outcomes = await atOnce(20, () => take(orderId, createLines(2)));
    expect(outcomes.every((outcome) => outcome === null)).toBe(true);
    expect(await readStock(context, "bowl")).toEqual({ onHand: 10, reserved: 2 });
  });
});

describe("ending a reservation", () => {
  test("20 releases at once release the stock once", async () => {
    const orderId = generateUuid();
    await take(orderId, createLines(3));
    await atOnce(20, () => release(orderId));
    expect(await readStock(context, "bowl")).toEqual({ onHand: 10, reserved: 0 });
  });

  test("20 commits at once take once", async () => {
    const orderId = generateUuid();
    await take(orderId, [...createLines(3), { productId: "board", quantity: 1 }]);
    await atOnce(20, () => commit(orderId));
    expect([await readStock(context, "bowl"), await readStock(context, "board")]).toEqual([
      { onHand: 7, reserved: 0 },
      { onHand: null, reserved: 0 },
    ]);
  });

  test("releases and commits racing: one of them, and only one, happens", async () => {
    const orderId = generateUuid();
    await take(orderId, createLines(3));
    await atOnce(20, (index) => (index % 2 ? release(orderId) : commit(orderId)));
    expect([
      { onHand: 10, reserved: 0 },
      { onHand: 7, reserved: 0 },
    ]).toContainEqual(await readStock(context, "bowl"));
    expect(await context.db.select().from(stockMovement)).toHaveLength(2);
  });

  test("20 restocks at once put back once, and only what was sold", async () => {
    const orderId = generateUuid();
    await take(orderId, createLines(3));
    await putBack(orderId);
    expect(await readStock(context, "bowl")).toEqual({ onHand: 10, reserved: 3 });
    await commit(orderId);
    await atOnce(20, () => putBack(orderId));
    expect(await readStock(context, "bowl")).toEqual({ onHand: 10, reserved: 0 });
  });

  test("a payment that comes after the release takes the goods again, once", async () => {
    const orderId = generateUuid();
    await take(orderId, createLines(3));
    await release(orderId);
    await atOnce(20, () => take(orderId, createLines(3)));
    expect(await readStock(context, "bowl")).toEqual({ onHand: 10, reserved: 3 });
    await commit(orderId);
    expect(await readStock(context, "bowl")).toEqual({ onHand: 7, reserved: 0 });
  });

  test("an order that never took anything has nothing to end", async () => {
    await Promise.all([release(generateUuid()), commit(generateUuid()), putBack(generateUuid())]);
    expect(await readStock(context, "bowl")).toEqual({ onHand: 10, reserved: 0 });
  });
});
