import { sql } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";
import { readOperatorAddress } from "#platform/operator/operator-address.ts";
import { fetchCommands } from "#platform/operator/operator-client.ts";
import { placeOrder } from "#shop/checkout/endpoints.ts";
import { notNumbers } from "../../support/not-numbers.ts";
import { shippingAddress } from "../../support/samples.ts";
import type { Shop } from "../../support/journey-shop.ts";
import { createVictim, expectDone, findFirstProduct } from "../calls.ts";
import { type Figure, type Scenario, type ScenarioRun, toNoneFigure } from "../scenario.ts";
import { type RunCommand, runBothWays, type ShopRoute } from "./both-ways.ts";

/** A customer's name that occurs nowhere else in the shop. */
const NAME = "Quintalina";
/** The length of the first guess of an e-mail address. Each further guess has one character more. */
const FIRST_GUESS = 6;

export const operatorInputs: Scenario = {
  name: "operator-inputs",
  summary:
    "a packer guesses e-mail addresses, the log names a deleted customer, and amounts look like 0x10: on the operator's socket and at the desk behind nginx",
  threat: "T53, T55, T56",
  engines: ["embedded", "server"],
  inShortForm: true,
  run: (run) => runBothWays(run, (shop, way) => attack(run, shop, way)),
};

async function attack({ isShort }: ScenarioRun, shop: Shop, way: ShopRoute): Promise<Figure[]> {
  const owner = await way.signIn("owner");
  const { email, accessToken: token } = await createVictim(shop, { firstName: NAME });
  const productId = await findFirstProduct(shop);
  const placed = await expectDone(
    shop,
    placeOrder.path,
    { items: [{ productId, quantity: 1 }], shippingAddress },
    { token },
  );
  const { orderId } = placed["order"] as { orderId: string };
  const accepted = await offerNumbers(owner, productId);
  const known = { order: orderId, product: productId };
  const guessed = await guessAsPacker(shop, await way.signIn("packer"), { email, known, isShort });
  const deleted = await deleteVictim(shop, owner, email);
  return [
    toNoneFigure("invalid numbers that were accepted (T56)", accepted),
    { what: "guesses of a packer", value: guessed.count, atLeast: isShort ? 20 : 200 },
    toNoneFigure("guesses of an e-mail address that a packer's responses confirmed (T53)", guessed.confirmed),
    { what: "customers deleted", value: deleted.count, atLeast: 1 },
    toNoneFigure("tables that name the deleted customer (T55)", deleted.traces),
  ];
}

/** Sends texts that are not numbers to commands that expect numbers. Returns the texts that a command accepted. */
async function offerNumbers(owner: RunCommand, productId: string): Promise<string[]> {
  const accepted: string[] = [];
  for (const text of notNumbers.filter((each) => each.trim() !== ""))
    for (const [name, typed] of [
      ["orders refund", { args: { orderId: "TRV-AAAAAA" }, options: { amount: text, reason: "late" } }],
      ["products set", { args: { id: productId }, options: { price: text } }],
      // Without the sign, "+5" would be a valid change of the stock.
      ["products set", { args: { id: productId }, options: { stock: `+${text}` } }],
      ["products set", { args: { id: productId }, options: { by: `-${text}%` } }],
      ["orders list", { options: { limit: text } }],
    ] as const) {
      const { outcome, ...reply } = await owner(name, { ...typed, confirmed: false });
      const message = "message" in reply ? reply.message : "";
      // The command must reject the number itself. Any other error means that it accepted the number.
      if (outcome !== "usage" && !(outcome === "refused" && message.includes(text)))
        accepted.push(`${name} ${text}: ${outcome} ${message}`);
    }
  return accepted;
}

/**
 * Guesses a customer's e-mail address character by character, in every text field of every command for packers. The
 * other required arguments get valid values from `known`, so that the command is not refused before it reads the guess.
 * Returns the number of guesses, and the correct guesses whose reply differs from the reply to a wrong guess.
 */
async function guessAsPacker(
  shop: Shop,
  packer: RunCommand,
  { email, known, isShort }: { email: string; known: Readonly<Record<string, string>>; isShort: boolean },
) {
  const guesses = Array.from({ length: email.length - FIRST_GUESS + 1 }, (_, more) =>
    email.slice(0, FIRST_GUESS + more),
  );
  const confirmed: string[] = [];
  let count = 0;
  const commands = await fetchCommands(readOperatorAddress(shop.dataDir), "packer");
  for (const { noun, verb, args, options, reads } of commands) {
    const name = `${noun} ${verb}`.trim();
    const required = Object.fromEntries(
      args.flatMap((each) => {
        const value = known[each.kind ?? ""];
        return each.optional || value === undefined ? [] : [[each.name, value]];
      }),
    );
    const ask = async (kind: "args" | "options", field: string, text: string) => {
      const typed = { args: required, options: {} };
      const reply = await packer(name, {
        ...typed,
        [kind]: { ...typed[kind], [field]: text },
        ...(!reads && { dryRun: true }),
      });
      return JSON.stringify(reply).replaceAll(text, "…");
    };
    const fields = [
      ...args.map((each) => ["args", each.name] as const),
      ...Object.entries(options).flatMap(([field, { flag, choices }]) =>
        flag || choices ? [] : [["options", field] as const],
      ),
    ];
    for (const [kind, field] of fields)
      for (const guess of isShort ? [email] : guesses) {
        count++;
        const wrong = guess.slice(0, -1) + (guess.endsWith("z") ? "y" : "z");
        if ((await ask(kind, field, guess)) !== (await ask(kind, field, wrong)))
          confirmed.push(`${name} ${field} ${guess}`);
      }
  }
  return { count, confirmed };
}

async function deleteVictim(shop: Shop, owner: RunCommand, email: string) {
  for (const [name, args, options] of [
    ["customers list", {}, { search: NAME }],
    ["customers show", { email }, {}],
    ["orders list", {}, { search: NAME }],
    ["products list", {}, { search: email }],
  ] as const)
    await owner(name, { args, options });
  await shop.withDatabase(async (db) => void (await db.execute(sql`update orders set status = 'Cancelled'`)));
  const { outcome } = await owner("customers delete", { args: { email } });
  const traces = await shop.withDatabase((db) => findTraces(db, [NAME, email]));
  return { count: outcome === "done" ? 1 : 0, traces };
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
