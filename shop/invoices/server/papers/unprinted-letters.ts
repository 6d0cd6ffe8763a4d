import { findMissingLetters, type PaperJob } from "./draw-paper.ts";
import type { Invoice, InvoiceFact } from "./invoice.ts";
import type { AddressLabel, PackingSlip } from "./packing-papers.ts";

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

/** Matches characters that a font may lack. Most orders have none, so the fonts are not loaded for them. */
const NOT_LATIN_1 = /[^\0-\u{FF}₹×·–—‘’“”…]/u;

export const describeUnprinted = (unprinted: Awaited<ReturnType<typeof listUnprinted>>): string[] =>
  unprinted.length === 0
    ? []
    : [
        ...unprinted.map(
          ({ orderId, letters, fields }) =>
            `${orderId}: these letters cannot be printed: ${letters} (${fields.join(", ")}).`,
        ),
        "The papers show empty boxes instead. Write the letters by hand, or ask the customer to write in Latin letters.",
      ];

interface Field {
  orderId: string;
  field: string;
  text: string;
}

function listFields(job: PaperJob): Field[] {
  switch (job.kind) {
    case "invoice":
      return nameFields(findOrderId(job.content), {
        "bill to": job.content.billTo,
        "ship to": job.content.shipTo,
        ...listGoods(job.content),
      });
    case "challan":
      return nameFields(findOrderId(job.content), {
        "ship to": job.content.consignee,
        ...listGoods(job.content),
      });
    case "slips":
      return job.content.flatMap(listSlipFields);
    case "cards":
      return job.content.flatMap(({ orderId, text }) => nameFields(orderId, { card: text }));
    case "labels":
      return job.content.flatMap(listLabelFields);
    case "parcels":
      return job.content.flatMap(({ slip, label }) => [...listLabelFields(label), ...listSlipFields(slip)]);
  }
}

const listSlipFields = ({ orderId, shipTo, items, notes }: PackingSlip): Field[] =>
  nameFields(orderId, {
    "ship to": shipTo,
    products: items.map(({ product }) => product),
    notes: [notes],
  });

const listLabelFields = ({ orderId, name, street, place, pin, sender }: AddressLabel): Field[] =>
  nameFields(orderId, { name: [name], street: [street], "city and state": [place], PIN: [pin], sender });

const listGoods = ({ items, seller }: Pick<Invoice, "items" | "seller">): Record<string, string[]> => ({
  products: items.map(({ product }) => product),
  sender: [seller.name, ...seller.lines],
});

const nameFields = (orderId: string, fields: Record<string, readonly string[]>): Field[] =>
  Object.entries(fields).flatMap(([field, texts]) => texts.map((text) => ({ orderId, field, text })));

const findOrderId = ({ facts }: { facts: readonly InvoiceFact[] }): string =>
  facts.find(({ label }) => label === "Order ID")?.value ?? "";
