import { readOperatorAddress } from "#platform/operator/operator-address.ts";
import { fetchCommands } from "#platform/operator/operator-client.ts";
import { placeOrder } from "#shop/checkout/endpoints.ts";
import { shippingAddress } from "../../support/samples.ts";
import type { Shop } from "../../support/shop.ts";
import { createVictim, expectDone, findFirstProduct } from "../calls.ts";
import { type Figure, type Scenario, type ScenarioRun, toNoneFigure } from "../scenario.ts";
import { type RunCommand, runBothWays, type ShopRoute } from "./both-ways.ts";

/** The number of characters in the first guess of an e-mail address. Each further guess has one character more. */
const FIRST_GUESS = 6;

export const operatorInputs: Scenario = {
  name: "operator-inputs",
  summary: "a packer guesses e-mail addresses, on the operator's socket and at the desk behind nginx",
  threat: "T53",
  engines: ["embedded", "server"],
  inShortForm: true,
  run: (run) => runBothWays(run, (shop, way) => attack(run, shop, way)),
};

async function attack({ isShort }: ScenarioRun, shop: Shop, way: ShopRoute): Promise<Figure[]> {
  const { email, accessToken: token } = await createVictim(shop);
  const items = [{ productId: await findFirstProduct(shop), quantity: 1 }];
  await expectDone(shop, placeOrder.path, { items, shippingAddress }, { token });
  const guessed = await guessAsPacker(shop, await way.signIn("packer"), email, isShort);
  return [
    { what: "guesses of a packer", value: guessed.count, atLeast: isShort ? 20 : 200 },
    toNoneFigure("guesses of an e-mail address that a packer's responses confirmed", guessed.confirmed),
  ];
}

/**
 * Guesses a customer's e-mail address character by character in every text field of every command that a packer may
 * run. Returns the number of guesses, and the right guesses that got another response than a wrong guess.
 */
async function guessAsPacker(shop: Shop, packer: RunCommand, email: string, isShort: boolean) {
  const guesses = Array.from({ length: email.length - FIRST_GUESS + 1 }, (_, more) =>
    email.slice(0, FIRST_GUESS + more),
  );
  const confirmed: string[] = [];
  let count = 0;
  const commands = await fetchCommands(readOperatorAddress(shop.dataDir), "packer");
  for (const { noun, verb, args, options, reads } of commands) {
    const name = `${noun} ${verb}`.trim();
    const ask = async (kind: "args" | "options", field: string, text: string) => {
      const reply = await packer(name, { [kind]: { [field]: text }, ...(!reads && { dryRun: true }) });
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
