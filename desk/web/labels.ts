/* Labels for the arguments and options of commands. */

/** Labels of arguments and options that need a better one than their name, for all commands or those of one noun. */
const LABELS: Readonly<Record<string, string>> = {
  line: "Pieces",
  words: "Text",
  "messages words": "Your answer",
  reply: "Your answer",
  "returns words": "Message to the customer",
  "cancellations words": "Message to the customer",
  "synonyms words": "Shoppers type",
  "synonyms means": "The search also finds",
  "products add": "Pictures",
  "products list": "File",
  "orders from": "File",
  "orders number": "Tracking number",
  alt: "Description of the picture",
  "by-hand": "Sent by hand",
  "no-restock": "Do not put back in stock",
  restock: "Put back in stock",
  "call-off": "Cancel the replacement",
  "in-person": "Handed over in person",
  "not-before": "Not before",
  "skip-faulty": "Leave out faulty rows",
  "dry-run": "See what it would do",
  "gst-rate": "GST",
  as: "Bank reference",
  by: "How it was paid",
  paid: "Already paid",
  was: "Earlier price",
  "way-back": "Who pays the return shipping",
  whatsapp: "WhatsApp number",
  "officer-name": "Grievance officer",
  "officer-email": "E-mail of the grievance officer",
  "officer-phone": "Phone of the grievance officer",
  courts: "City of jurisdiction",
  links: "Links to your other pages",
  "cash-up-to": "Cash on delivery up to (₹)",
  "cash-only-pins": "Cash only in these PIN codes",
  "cash-not-pins": "No cash in these PIN codes",
  "shipping-fee": "Shipping fee (₹)",
  "free-shipping-from": "Free shipping from (₹)",
  "order-before": "Order before (time of day)",
  "order-prefix": "Letters before order numbers",
  mark: "Square logo (SVG)",
  logo: "Logo (SVG)",
  rate: "GST in percent",
  "company-place": "Place of supply for companies",
};

/** Returns the label of an argument or option: `orderId` gives "Order", `to-pack` gives "To pack". */
export function toLabel(name: string, noun = ""): string {
  const label = LABELS[`${noun} ${name}`] ?? LABELS[name];
  if (label !== undefined) return label;
  const words = name
    .replace(/Id$/, "")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("-", " ")
    .toLowerCase();
  const sentence = words.replaceAll(/\b(gst|gstin|hsn|pin|sku)\b/g, (code) => code.toUpperCase());
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Labels of choices, by field. An empty key means that nothing is chosen. */
const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  paid: { "": "Not yet", upi: "By UPI", bank: "By bank transfer", cash: "In cash" },
  by: { upi: "UPI", bank: "Bank transfer", cash: "Cash" },
};

export const toChoiceLabel = (name: string, choice: string): string => CHOICES[name]?.[choice] ?? choice;
