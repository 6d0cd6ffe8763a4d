import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { getRules, type ChangedRules, STANDARD_RULES } from "#shop/policies/rules.ts";
import { writeProcessing, writeReturnMessages } from "#shop/policies/sentences.ts";
import { TAX_RATES } from "#shop/pricing/tax-rates.ts";
import type { Seller } from "#shop/seller/seller.ts";
import { readFolder } from "../../../tests/support/folder.ts";
import { type ShopText, type TextName, textNames, toPlainText } from "../text.ts";
import { listFields, SHOP_FIELDS, type ShopFacts } from "./fields.ts";
import { fillText, readMarkdown } from "./read-markdown.ts";
import { listOwnTextFaults, readStandardText, readTextFiles } from "./text-files.ts";

const seller: Seller = {
  tradeName: "Taruva",
  email: "hello@taruva.example",
  phone: "+91 98765 43210",
  jurisdictionCity: "Surat",
  socialLinks: [],
  taxRates: TAX_RATES,
};
const facts: ShopFacts = { seller, taxRates: TAX_RATES, rules: STANDARD_RULES };
const unnamed: ShopFacts = { ...facts, seller: null };

type FilledText = ReturnType<typeof fillText>;

const fill = (source: string, value: ShopFacts = facts): FilledText => fillText(source, listFields(value));

const write = (name: TextName, value?: ShopFacts): FilledText => fill(readStandardText(name), value);

const withRules = (rules: ChangedRules): ShopFacts => ({ ...facts, rules: getRules(rules) });

function* listLines({ title, lead, facts: figures, intro = [], sections }: FilledText): Generator<string> {
  yield title;
  yield toPlainText(lead);
  for (const { figure, label } of figures) yield `${figure} ${label}`;
  for (const block of intro) yield* listBlockLines(block);
  for (const section of sections) {
    yield `#${section.id} ${section.title}`;
    for (const block of section.blocks) yield* listBlockLines(block);
  }
}

function listBlockLines(block: ShopText["sections"][number]["blocks"][number]): string[] {
  if (block.kind === "heading") return [block.title];
  return block.kind === "paragraph" ? [toPlainText(block.spans)] : block.items.map(toPlainText);
}

const join = (text: FilledText): string => [...listLines(text)].join("\n");

test.each([
  ["refund-policy", "ac3ba41c987a6176", "f649ab7696929232"],
  ["shipping-policy", "47972db2ea753f3b", "9c852f5acbad666f"],
  ["terms", "741a8de5b7380bec", "2e303fa0d38d5f1d"],
] as const)(
  "the standard text %s is unchanged since it was compared with the specification (§2.13, §9)",
  (name, named, without) => {
    const hash = (value: ShopFacts) =>
      createHash("sha256")
        .update(join(write(name, value)))
        .digest("hex")
        .slice(0, 16);
    expect(hash(facts)).toBe(named);
    expect(hash(unnamed)).toBe(without);
  },
);

test("the terms name one city for disputes and the rates of CGST and SGST (§2.13, §9)", () => {
  expect(join(write("terms"))).toMatch(/jurisdiction of the courts of Surat\./);
  expect(join(write("terms", { ...facts, taxRates: { cgst: 6, sgst: 2.5 } }))).toMatch(
    /CGST of 6% and SGST of 2.5% are added/,
  );
  expect(join(write("terms", { ...facts, taxRates: { cgst: 9, sgst: 9, isVaried: true } }))).toMatch(
    /CGST and SGST at the rate of each product are added in your cart, and/,
  );
});

test("the page 'Our Story' has three feature cards (§2.13)", () => {
  const headings = write("our-story").sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "heading" ? block.title : [])),
  );
  expect(headings).toEqual(["Sustainable Design", "Eco-friendly", "Mindful Living"]);
  expect(join(write("our-story"))).toContain(
    "We make the things a table needs from acacia, teak and mango wood, one piece at a time.\nTaru is Sanskrit for tree.",
  );
});

test("the policies contain the same sentences about returns and packing as the mails", () => {
  const policy = join(write("refund-policy"));
  for (const sentence of Object.values(writeReturnMessages(STANDARD_RULES)))
    expect(policy).toContain(sentence);
  expect(join(write("shipping-policy"))).toContain(writeProcessing(STANDARD_RULES));
});

test("the policies contain the periods that the owner set, and omit services that the shop does not offer", () => {
  const ownRules = withRules({
    cancelWithinHours: 48,
    returnWithinDays: 10,
    replacement: false,
    warrantyYears: 0,
    dispatchWithinDays: { least: 1, most: 1 },
    orderBefore: "12:30",
    workdays: [1, 2, 3, 4, 5, 6],
  });
  const [returns, shipping] = [
    join(write("refund-policy", ownRules)),
    join(write("shipping-policy", ownRules)),
  ];
  expect(returns).toContain("open for 48 hours after you have placed the order");
  expect(returns).toContain("within 10 days");
  expect(returns).not.toMatch(/replace|warranty/i);
  expect(shipping).toContain("packed within 1 business day.");
  expect(shipping).toContain("before 12:30 (Indian time)");
  expect(shipping).toContain("Business days are Monday to Saturday.");
  expect(shipping).not.toContain("weekend");
});

test("the shipping policy contains the owner's shipping fee instead of the standard text (D104)", () => {
  const charges = (rules: ChangedRules) => join(write("shipping-policy", withRules(rules)));
  expect(charges({})).toContain("Shipping is free on domestic orders above ₹2,000.");
  const ownCharges = charges({ shippingFee: 80, freeShippingFrom: 1_999.5 });
  expect(ownCharges).toContain(
    "Shipping within India costs ₹80 per order, plus GST at the same rates as the pieces. It is free once the pieces come to ₹1,999.50 before GST.",
  );
  expect(ownCharges).not.toContain("2,000");
  const offer = (rules: ChangedRules) => listFields(withRules(rules))["shipping-offer"];
  expect(offer({})).toBe("Shipping is free on every order.");
  expect(offer({ shippingFee: 80, freeShippingFrom: 1_999.5 })).toBe(
    "Shipping costs ₹80 + GST and is free from ₹1,999.50 before GST.",
  );
  expect(offer({ shippingFee: 80 })).toBe("Shipping costs ₹80 + GST per order.");
  const title = (rules: ChangedRules) => listFields(withRules(rules))["shipping-title"];
  expect([title({}), title({ shippingFee: 0 })]).toEqual(["Free shipping", "Free shipping"]);
  expect(title({ shippingFee: 80, freeShippingFrom: 1_999.5 })).toBe("Free shipping from ₹1,999.50");
  expect(title({ shippingFee: 80 })).toBe("Shipping for ₹80");
  expect(charges({ shippingFee: 0 })).toContain("Shipping within India is free on every order.");
  expect(charges({ shippingFee: 80 })).not.toMatch(/free/);
  const listFrom = (...all: ChangedRules[]) =>
    all.map((rules) => listFields(withRules(rules))["free-shipping-from"]);
  expect(listFrom({}, { shippingFee: 80 }, { shippingFee: 80, freeShippingFrom: 999 })).toEqual([
    "₹2,000",
    "",
    "₹999",
  ]);
});

test("the refund policy, terms and FAQ have the same sentence about discounted pieces (§9)", () => {
  const terms =
    "A discounted piece cannot be returned or refunded, but we replace one that arrives damaged. The coupon applies to discounted pieces too.";
  for (const name of ["refund-policy", "terms", "faq"] as const)
    expect(join(write(name, withRules({}))), name).toContain(terms);
  const strict = withRules({ replacement: false });
  expect(listFields({ ...strict, taxRates: { ...strict.taxRates, coupon: null } })["reduced-terms"]).toBe(
    "A discounted piece cannot be returned or refunded.",
  );
});

test("the policies mention no shipping charges if the shipping fee is 0, and explain their refund if there is a fee", () => {
  const free = withRules({ shippingFee: 0 });
  const shipping = join(write("shipping-policy", free));
  expect(shipping).toContain("Shipping within India is free on every order.");
  expect(shipping).not.toMatch(/₹|charges apply/);
  expect(join(write("refund-policy", free))).not.toMatch(/shipping charges/i);
  const policy = join(write("refund-policy", withRules({ shippingFee: 80 })));
  expect(policy).toContain(
    "Shipping charges are only refunded if the whole order is cancelled or lost on the way.",
  );
  expect(policy).not.toContain("Shipping charges are not refunded.");
});

test("with cash on delivery, the terms explain how to confirm an order, and the refund policy explains the refund of cash", () => {
  const cashRules = withRules({ cashOnDelivery: { upTo: 5000 } });
  const [terms, policy] = [join(write("terms", cashRules)), join(write("refund-policy", cashRules))];
  expect(terms).toContain("You pay right after placing an order, or in cash when it arrives");
  expect(terms).toContain("once you have confirmed the order with the link in our e-mail");
  expect(policy).toContain(
    "by the method you paid with; what you paid in cash comes by UPI or bank transfer.",
  );
  expect(policy).toContain("eply to our e-mail about the refund with your UPI ID or bank account, so that");
  expect(policy).not.toContain("credit note only");
});

test("the standard texts have no errors, empty placeholders or duplicate section ids, and no 'Taruva' if the shop has another name", () => {
  for (const name of textNames) {
    const { text, errors } = readMarkdown(readStandardText(name), SHOP_FIELDS);
    expect(errors).toEqual([]);
    const ids = text.sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(join(write(name, { ...facts, seller: { ...seller, tradeName: "Mitti" } }))).not.toMatch(
      /Taru|null|undefined|REPLACE|\{\{/,
    );
  }
});

const listErrors = (source: string): string[] =>
  readMarkdown(source, SHOP_FIELDS).errors.map(({ line, message }) => `${line}: ${message}`);

test.each([
  ["<script>alert(1)</script>", "the shop does not show HTML"],
  ["<!-- hidden -->", "the shop does not show HTML"],
  ["![a](/x.jpg)", "a picture"],
  ["`code`", "text between `"],
  ["    indented", "indented by four spaces"],
  ["```\ncode\n```", "between ```"],
  ["> said", "a quotation"],
  ["---", "a horizontal line"],
  ["a  \nb", "a line break"],
  ["| a | b |\n|---|---|\n| 1 | 2 |", "a table"],
  ["[x]: https://example.com", "a link's address on a line of its own"],
  ["- a\n  - b", "is below a list item"],
  ["#### Deep", "is not a valid heading"],
  ["# Again", "is a second title"],
  ["## First", "is a second section with the id #first"],
  ["{{shp}}", "{{shp}} is not a value of the shop"],
  ["{{shop", "without a value"],
  ["[x](javascript:alert(1))", 'links to "javascript:alert(1)"'],
  ["[x](JaVaScRiPt&#58;alert(1))", "links to"],
  ["[x](http://example.com)", "links to"],
  ["[x](//example.com)", "links to"],
  ["[x](/no-such-page)", "which is not a page of the shop"],
  ["[x](/contact-us?a={{nothing}})", "{{nothing}} is not a value of the shop"],
])("the owner's text %j is refused with the number of its line", (written, why) => {
  const errors = listErrors(`# T\n\n## First\n\nFine.\n\n${written}\n`);
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.every((error) => error.startsWith("7: ") || error.startsWith("8: "))).toBe(true);
  expect(errors.join("\n")).toContain(why);
});

test("a list before the first section is shown as figures if each item begins with a bold value, and otherwise as a normal list", () => {
  const source =
    "# T\n\nLead.\n\n- **24 h** to report\n- **7 days** to return\n\n**We ship**\n\n- to India\n- **fast** and safe\n\nAfter it.\n\n## S\n\nx\n";
  expect(listErrors(source)).toEqual([]);
  const { lead, facts: figures, intro } = fill(source);
  expect(toPlainText(lead)).toBe("Lead.");
  expect(figures).toEqual([
    { figure: "24 h", label: "to report" },
    { figure: "7 days", label: "to return" },
  ]);
  expect(intro).toEqual([
    { kind: "paragraph", spans: [{ text: "We ship", strong: true }] },
    {
      kind: "list",
      items: [[{ text: "to India" }], [{ text: "fast", strong: true }, { text: " and safe" }]],
    },
    { kind: "paragraph", spans: [{ text: "After it." }] },
  ]);
  expect(write("shipping-policy")).not.toHaveProperty("intro");
  expect(
    listOwnTextFaults("mails/welcome", "# Hello\n\nHi\n\n- one\n"),
    "an e-mail has no lists",
  ).toHaveLength(1);
});

test.each([
  ["quotations", `${">".repeat(20_000)} a`],
  ["list items on one line", `${"- ".repeat(20_000)}a`],
  ["indented list items", Array.from({ length: 200 }, (_, at) => `${"  ".repeat(at)}- a`).join("\n")],
  ["bold and italic marks", `${"*a **b ".repeat(5_000)}${"** c*".repeat(5_000)}`],
])(
  "deeply nested %s in an owner's text are refused with their line and do not overflow the stack",
  (_, written) => {
    expect(listErrors(`# T\n\nFine.\n\n${written}`)).toEqual([
      "5: has more than 8 nested levels. Use fewer levels.",
    ]);
  },
);

test("only the first paragraph of a text is its lead, and a list below a second paragraph stays in its place", () => {
  const paragraph = (text: string) => ({ kind: "paragraph" as const, spans: [{ text }] });
  const second = "# T\n\nLead.\n\nSecond.\n\n- **24 h** to report\n\nThird.\n\n## S\n\nx\n";
  expect(fill(second)).toMatchObject({
    lead: [{ text: "Lead." }],
    facts: [],
    intro: [
      paragraph("Second."),
      { kind: "list", items: [[{ text: "24 h", strong: true }, { text: " to report" }]] },
      paragraph("Third."),
    ],
  });
  const other = { ...facts, seller: { ...seller, tradeName: "Mitti" } };
  expect(fill("# T\n\n{{name-meaning}}\n\nLead.\n\nSecond.\n", other)).toMatchObject({
    lead: [{ text: "Lead." }],
    intro: [paragraph("Second.")],
  });
  expect(listOwnTextFaults("mails/welcome", "# Hello\n\nOne.\n\nTwo.\n")).toEqual([]);
});

test.each([
  ["## Our prices", "our-prices"],
  ["## हमारी कहानी", "हमारी-कहानी"],
  ["## ભાવ & FAQ", "faq"],
  ["## ₹ !", "section"],
  ["## हमारी कहानी {#story}", "story"],
])("the section %j has the id %j, and a link to the section is accepted", (heading, id) => {
  const source = `# T\n\n${heading}\n\nx\n\n## Last\n\n[up](#${id})\n`;
  expect(listErrors(source)).toEqual([]);
  expect(fill(source).sections.map((section) => section.id)).toEqual([id, "last"]);
});

test("rejected HTML in an owner's text is never shown", () => {
  const shown = JSON.stringify(
    fill("# T\n\n## S\n\na <img src=x onerror=alert(1)> b\n\n<script>x</script>\n"),
  );
  expect(shown).not.toContain("<");
});

test("a stored text is shown without the paragraph whose placeholder this version of the shop does not know", () => {
  const { sections } = fill("# T\n\n## S\n\nBy {{constructor}}.\n\nBy {{shop}}.\n");
  expect(sections[0]?.blocks).toEqual([{ kind: "paragraph", spans: [{ text: "By Taruva." }] }]);
});

test("the value of a placeholder in a text is never read as markup", () => {
  const { sections } = fill("# T\n\n## S\n\n{{shop}}\n", {
    ...facts,
    seller: { ...seller, tradeName: "**A** <b>[x](/terms)" },
  });
  expect(sections[0]?.blocks).toEqual([{ kind: "paragraph", spans: [{ text: "**A** <b>[x](/terms)" }] }]);
});

const readTexts = (texts: Record<string, string>) =>
  readFolder(
    readTextFiles,
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${name}.md`, text])),
  );

test("the owner's texts are found by their file names, and an error in a text names the file and line", async () => {
  const { content: texts, errors } = await readTexts({
    "texts/terms": "\uFEFF# Terms\r\n\r\nIn short.\r\n",
    "texts/our-story": "# Story\n\nHello\n\na <br>\n",
    "texts/contact": "# Contact\n",
    "texts/news": "# News\n",
  });
  expect(texts.terms).toContain("In short.");
  const inFile = (name: string) => `texts/${name}.md`;
  expect(errors).toEqual([
    `${inFile("contact")}: has no section {#reach-us}. Add it, because the page shows other content in this section.`,
    `${inFile("contact")}: has no section {#write-to-us}. Add it, because the page shows other content in this section.`,
    expect.stringMatching(/^texts\/news\.md: is not a text of the shop\. The texts are: refund-policy\.md, /),
    `${inFile("our-story")}, line 5: contains <br>, but the shop does not show HTML.`,
  ]);
  expect(await readTexts({})).toEqual({ content: {}, errors: [] });
});

test("an error in the owner's text has the number of its line and quotes the beginning of the line", () => {
  expect(listOwnTextFaults("terms", `# T\n\nSee <br> ${"word ".repeat(20)}\n`)).toEqual([
    "Line 3, “See <br> word word word word word word w…”, contains <br>, but the shop does not show HTML.",
  ]);
  expect(listOwnTextFaults("terms", "# T\n\nSee <br> and <br>\n"), "the same error once").toHaveLength(1);
  expect(listOwnTextFaults("mails/welcome", "# Hello\n")).toEqual(["The text has no paragraph."]);
});

test("the text of a mail may have only a subject, a heading, plain paragraphs and the placeholders of that mail", async () => {
  const { content: texts, errors } = await readTexts({
    "mails/order-paid": "# {{order}} is paid\n\nThank you: {{invoice}}.\n",
    "mails/order-delivered": "# Here\n\nSee {{courier}}. **Yes.**\n",
    "mails/order-cancelled": "# Gone\n\n## One\n\na [b](/terms)\n\n## Two\n\nc\n",
    "mails/owner-digest": "# Hello\n\nx\n",
    "mails/welcome": "# Hello\n",
  });
  expect(texts["mails/order-paid"]).toContain("Thank you");
  const tooMuch =
    "contains bold words, a link, a list or a second heading, which e-mails cannot have. Write plain paragraphs below the subject (#) and the heading (##).";
  expect(errors.map((error) => error.replaceAll(/\.md/g, ""))).toEqual([
    `mails/order-cancelled: ${tooMuch}`,
    expect.stringMatching(/^mails\/order-delivered, line 3: \{\{courier\}\} is not a value of the shop/),
    `mails/order-delivered: ${tooMuch}`,
    expect.stringMatching(/^mails\/owner-digest: is not a text of the shop/) as unknown as string,
    "mails/welcome: has no paragraph.",
  ]);
});
