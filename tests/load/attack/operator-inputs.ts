import { sql } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";
import { readOperatorAddress } from "#platform/operator/operator-address.ts";
import { sendCommand } from "#platform/operator/operator-client.ts";
import type { OperatorReply, TypedCommand } from "#platform/operator/protocol.ts";
import { placeOrder } from "#shop/checkout/endpoints.ts";
import { notNumbers } from "../../support/not-numbers.ts";
import { shippingAddress } from "../../support/samples.ts";
import type { Shop } from "../../support/shop.ts";
import { createVictim, expectDone } from "../calls.ts";
import { PLENTY, runInCrowdedShop } from "../crowded-shop.ts";
import { type Scenario, toNoneFigure } from "../scenario.ts";

/** A name that occurs in no other text of the shop. */
const NAME = "Quintalina";

export const operatorInputs: Scenario = {
  name: "operator-inputs",
  summary: "a packer guesses e-mail addresses, the log names a deleted customer, and amounts look like 0x10",
  threat: "T53, T55, T56",
  engines: ["embedded", "server"],
  inShortForm: true,
  run: (run) =>
    runInCrowdedShop(run, { buyers: 0 }, async ({ shop }) => {
      const victim = await createVictim(shop, { firstName: NAME });
      await expectDone(
        shop,
        placeOrder.path,
        { items: [{ productId: PLENTY, quantity: 1 }], shippingAddress },
        { token: victim.accessToken },
      );
      const accepted = await offerNumbers(shop);
      const guessed = await guessAsPacker(shop, victim.email);
      for (const [name, args, options] of [
        ["customers list", {}, { search: NAME }],
        ["customers show", { email: victim.email }, {}],
        ["orders list", {}, { customer: NAME }],
        ["products list", {}, { search: victim.email }],
      ] as const)
        await say(shop, name, { args, options });
      await shop.withDatabase(
        async (db) => void (await db.execute(sql`update orders set status = 'Cancelled'`)),
      );
      const deleted = await say(shop, "customers delete", { args: { email: victim.email }, confirmed: true });
      const traces = await shop.withDatabase((db) => findTraces(db, [NAME, victim.email]));
      return [
        toNoneFigure("invalid numbers that were accepted (T56)", accepted),
        toNoneFigure("guesses of an e-mail address that a packer's responses confirmed (T53)", guessed),
        { what: "customers deleted", value: deleted.outcome === "done" ? 1 : 0, atLeast: 1 },
        toNoneFigure("tables that name the deleted customer (T55)", traces),
      ];
    }),
};

const say = (shop: Shop, name: string, typed: Partial<TypedCommand> = {}): Promise<OperatorReply> => {
  const [noun = "", verb = ""] = name.split(" ");
  return sendCommand(
    readOperatorAddress(shop.dataDir),
    { noun, verb, args: {}, options: {}, folder: "/", osUser: "attack", confirmed: false, ...typed },
    () => {},
  );
};

/** Returns the invalid numbers with which a command changed something or asked for confirmation. */
async function offerNumbers(shop: Shop): Promise<string[]> {
  const accepted: string[] = [];
  for (const text of notNumbers.filter((each) => each.trim() !== ""))
    for (const [name, typed] of [
      ["orders refund", { args: { orderId: "TRV-AAAAAA" }, options: { amount: text, reason: "late" } }],
      ["products set", { args: { id: PLENTY }, options: { price: text } }],
      ["products set", { args: { id: PLENTY }, options: { stock: text } }],
      ["products change", { options: { products: PLENTY, price: `-${text}%` } }],
      ["orders list", { options: { limit: text } }],
    ] as const) {
      const { outcome, ...reply } = await say(shop, name, typed);
      const message = "message" in reply ? reply.message : "";
      // The error must be about the number, not about a missing order.
      if (outcome !== "usage" && !(outcome === "refused" && message.includes(text)))
        accepted.push(`${name} ${text}: ${outcome} ${message}`);
    }
  return accepted;
}

/** Returns the inputs with which a packer's response depends on the customer's e-mail address. */
async function guessAsPacker(shop: Shop, email: string): Promise<string[]> {
  const [first = ""] = email.split("@");
  const guesses = [email, first, ...first.split(""), "example.com"];
  const confirmed: string[] = [];
  for (const guess of guesses)
    for (const option of ["customer", "search"]) {
      const reply = await say(shop, "orders list", { role: "packer", options: { [option]: guess } });
      const wrong = await say(shop, "orders list", { role: "packer", options: { [option]: `${guess}zzqx` } });
      const dependsOnGuess = JSON.stringify(reply) !== JSON.stringify(wrong);
      // One letter may also be the start of the name or the city, which a label shows.
      if (dependsOnGuess && guess.length > 1) confirmed.push(`--${option} ${guess}`);
    }
  return confirmed;
}

async function findTraces(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const tablesWithName: string[] = [];
  for (const { name } of rows) {
    const stored = await db.execute(sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t`);
    const text = JSON.stringify(stored.rows).toLowerCase();
    if (names.some((each) => text.includes(each.toLowerCase()))) tablesWithName.push(name);
  }
  return tablesWithName;
}
