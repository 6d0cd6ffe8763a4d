import { findMissingLetters, type PaperJob } from "./draw-paper.ts";
import type { Invoice } from "./invoice.ts";

/** Finds the characters of documents that no font contains. They would be printed as empty boxes. */
export async function listUnprinted(jobs: readonly PaperJob[]) {
  const fields = jobs.flatMap(listFields).filter(({ text }) => NOT_LATIN_1.test(text));
  if (fields.length === 0) return [];
  const missing = await findMissingLetters(fields.map(({ text }) => text));
  const matches = fields.flatMap((field, at) => {
    const letters = missing[at] ?? "";
    return letters === "" ? [] : [{ ...field, letters }];
  });
  return [...Map.groupBy(matches, ({ orderId, letters }) => `${orderId} ${letters}`).values()].flatMap(
    (alike) => {
      const [first] = alike;
      if (!first) return [];
      const { orderId, letters } = first;
      return [{ orderId, letters, fields: [...new Set(alike.map(({ field }) => field))] }];
    },
  );
}

/** Matches characters that a font may lack. The fonts are not loaded if no text of the documents contains one. */
const NOT_LATIN_1 = /[^\0-\u{FF}₹×·–—‘’“”…]/u;

export const describeUnprinted = (unprinted: Awaited<ReturnType<typeof listUnprinted>>): string[] =>
  unprinted.length === 0
    ? []
    : [
        ...unprinted.map(
          ({ orderId, letters, fields }) =>
            `${orderId}: these letters cannot be printed: ${letters} (${fields.join(", ")}).`,
        ),
        "The papers show an empty box for each of these letters. Write the letters by hand, or ask the customer to write in Latin letters.",
      ];

interface Field {
  orderId: string;
  field: string;
  text: string;
}

function listFields({ kind, content }: PaperJob): Field[] {
  if (kind === "invoice" || kind === "challan") return listFieldsOf(findOrderId(content), content);
  const papers: readonly { orderId: string }[] =
    kind === "parcels" ? content.flatMap(({ slip, label }) => [label, slip]) : content;
  return papers.flatMap((paper) => listFieldsOf(paper.orderId, paper));
}

/** The parts of a document that contain entered texts, each with its name in messages to the owner. */
const fieldNames: Readonly<Record<string, string>> = {
  billTo: "bill to",
  shipTo: "ship to",
  consignee: "ship to",
  items: "products",
  seller: "sender",
  notes: "notes",
  text: "card",
  name: "name",
  street: "street",
  place: "city and state",
  pin: "PIN",
  sender: "sender",
};

const listFieldsOf = (orderId: string, content: object): Field[] =>
  Object.entries(content).flatMap(([name, value]) => {
    const field = fieldNames[name];
    return field === undefined ? [] : collectTexts(value).map((text) => ({ orderId, field, text }));
  });

const collectTexts = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values(value as object).flatMap(collectTexts);

const findOrderId = ({ facts }: Pick<Invoice, "facts">): string =>
  facts.find(({ label }) => label === "Order ID")?.value ?? "";
