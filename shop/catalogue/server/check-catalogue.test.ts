import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { context, folder, importFolder, run, setUpCatalogue } from "../../../tests/support/catalogue-shop.ts";
import { rewriteFolderFile } from "../../../tests/support/catalogue-folder.ts";
import { checkCatalogue } from "./check-catalogue.ts";

setUpCatalogue({
  change: (files) =>
    (files["offers.json"]["cards"] as object[]).push({
      title: "More plates",
      picture: "card.jpg",
      alt: "Plates",
      href: "/products",
      toConfirm: ["You pay for it"],
    }),
});

const listFindings = async () =>
  (await checkCatalogue(context)).map(({ about, what }) => `${about}: ${what}`);

test("the catalogue check asks the owner to confirm the promise of an offer card until the owner removes the card", async () => {
  const finding = 'offers.json, card 2, toConfirm: confirm that this is true: "You pay for it".';
  expect(await listFindings()).toContain(finding);
  await run("cards 2", { remove: "on" });
  expect(await listFindings()).not.toContain(finding);
});

const deliverToFinding = (state: string) =>
  `rules.json, deliverTo: your shop is in ${state} but does not deliver there: nobody in your own state can order`;

test.each<[state: string, rules: Record<string, unknown>, findings: string[]]>([
  ["Kerala", {}, [deliverToFinding("Kerala")]],
  ["Gujarat", { deliverTo: ["Kerala", "Goa"] }, [deliverToFinding("Gujarat")]],
  ["Orissa", { deliverTo: ["odisha"] }, []],
  ["REPLACE: your state", { deliverTo: ["Goa"] }, []],
  ["Sample State", {}, []],
])(
  "the catalogue check reports a rule `deliverTo` that omits the seller's state, here %s with the rules %j (D117)",
  async (state, rules, findings) => {
    await rewriteFolderFile(folder, "seller.json", (seller) => ({
      ...seller,
      state,
      gstin: "REPLACE: your GSTIN",
      address: { ...(seller["address"] as object), state, zipCode: "REPLACE: your PIN" },
    }));
    await writeFile(path.join(folder, "rules.json"), JSON.stringify(rules));
    await importFolder();
    expect((await listFindings()).filter((one) => one.startsWith("rules.json"))).toEqual(findings);
  },
);

test("the check reports the standard shipping policy until the owner sets a shipping fee, and afterwards a policy of the owner that promises free shipping", async () => {
  const list = async () =>
    (await checkCatalogue(context)).filter(({ screen }) => screen === "/settings/texts?text=shipping-policy");
  expect(await list()).toEqual([
    expect.objectContaining({
      what: "promises “Shipping is free”, but only above ₹2,000; by your rule, shipping is free for every order",
      name: "Shipping policy",
      screen: "/settings/texts?text=shipping-policy",
      rule: "/settings/selling",
      risk: "law",
    }),
  ]);
  await run("rules", { shipping: "fee", "shipping-fee": "80" });
  expect(await list()).toEqual([]);
  await run("texts shipping-policy", {
    text: "# Shipping\n\n{{shipping-offer}} No cash on delivery, or COD.\n\nFree shipping on gifts.",
  });
  expect(await list()).toEqual([
    expect.objectContaining({ what: "promises “Free shipping”, but shipping costs ₹80", risk: "law" }),
  ]);
});
