import { getOwn } from "./read.ts";
import { capitalise, joinTexts } from "./text.ts";

/* Labels of the arguments and options of commands, and of their choices. Forms and the list of changes show them. */

/**
 * The labels of arguments and options. A key with two words applies to one group of commands: `messages words` is the
 * option `words` of the commands `messages`.
 */
const LABELS: Readonly<Record<string, string>> = {
  line: "Pieces",
  email: "E-mail",
  "company-email": "Company e-mail",
  round: "Round to (₹)",
  words: "Text",
  "messages words": "Your answer",
  reply: "Your answer",
  "returns words": "Message to the customer",
  "synonyms words": "Shoppers type",
  "synonyms means": "The search also finds",
  "products add": "Pictures",
  "products images": "Pictures",
  "products like": "Copy of",
  "products list": "File",
  "products with-gst": "Prices in the list include GST",
  "products before-gst": "Prices in the list are before GST",
  "products keep-stock": "Keep the shop's stock",
  "orders from": "File",
  "orders words": "Message to the customer",
  "report by": "Group by",
  "visits by": "Group by",
  "orders number": "Tracking number",
  "orders link": "Tracking page",
  "orders cash": "Cash on delivery",
  "orders for": "Courier or service",
  "orders pickup": "Pickup location",
  "orders hours": "Time to pay (hours)",
  "orders weight": "Weight (g)",
  "orders size": "Box size (cm)",
  alt: "Description of the picture",
  "wide-alt": "Description of the wide picture",
  "tiles wide": "Wide picture",
  desktop: "Wide picture",
  mobile: "Picture for phones",
  landscape: "Wide picture",
  portrait: "Picture for phones",
  poster: "Still picture",
  video: "Film (MP4)",
  across: "Distance from the left (%)",
  down: "Distance from the top (%)",
  "phone-across": "On phones: distance from the left (%)",
  "phone-down": "On phones: distance from the top (%)",
  "menus kinds": "Product types",
  "menus search": "Product types below the search field",
  "couriers link": "Tracking page",
  "by-hand": "Transfer reference",
  restock: "Put back in stock",
  "call-off": "Cancel the replacement",
  "in-person": "Handed over in person",
  "skip-faulty": "Skip faulty rows",
  "dry-run": "Preview the changes",
  as: "Bank reference",
  by: "How it was paid",
  paid: "Has the customer paid?",
  was: "Earlier price",
  subcategory: "Product type",
  materials: "Woods",
  "products by": "Change the price by",
  "products material": "Wood",
  "products hidden": "Visibility",
  "products picture": "Pictures",
  "products shown": "Publish the product at once",
  "products size": "Size (inches)",
  "products packed": "Size of the box (cm)",
  "products weight": "Weight, packed (g)",
  "products net-weight": "Weight (g)",
  "products pieces": "Net quantity",
  "products origin": "Country of origin",
  "products lead-days": "Ships in (days)",
  "products backorder": "Accept orders when out of stock",
  "products sku": "Own code",
  "products add-material": "Add a wood",
  "products remove-material": "Remove a wood",
  wash: "How to wash the product",
  oil: "How and when to oil the product",
  never: "What damages the product",
  "way-back": "Who pays the return shipping",
  whatsapp: "WhatsApp number",
  "officer-name": "Grievance officer",
  "officer-email": "Grievance officer's e-mail",
  "officer-phone": "Grievance officer's phone",
  courts: "City of jurisdiction",
  links: "Links to your social media pages",
  "coupon amount": "Discount (₹)",
  "coupon percent": "Discount (%)",
  "coupon from": "For orders from (₹)",
  "cash-up-to": "Cash on delivery up to (₹)",
  "cash-only-pins": "Cash on delivery only in these PIN codes",
  "cash-not-pins": "No cash on delivery in these PIN codes",
  "shipping-fee": "Shipping fee (₹)",
  "free-shipping-from": "Free shipping from (₹)",
  "order-before": "Order cut-off (time of day)",
  "dispatch-days": "Dispatch within (business days)",
  "delivery-days": "Delivery takes (business days)",
  "delivery-days-abroad": "Delivery abroad takes (business days)",
  "cancel-hours": "Customers can ask to cancel within (hours)",
  "answer-hours": "You answer cancellation requests within (hours)",
  "damage-hours": "Customers can report damage within (hours)",
  "return-days": "Customers can ask to return within (days)",
  replacement: "Pieces can be replaced",
  "reply-days": "You reply to messages within (business days)",
  "refund-days": "Refund arrives in (business days)",
  "credit-note-months": "Credit note valid (months)",
  "warranty-years": "Warranty (years)",
  "most-products": "Maximum number of products in one order",
  "most-pieces": "Maximum number of pieces of one product in one order",
  "most-unpaid-orders": "Maximum number of unpaid orders of one customer",
  "offers from": "First day",
  "offers to": "Last day",
  "order-prefix": "Letters before order numbers",
  mark: "Square logo",
  rate: "GST (%)",
  "company-place": "Place of supply for companies",
  "goods-held": "To you: unpaid orders expire again and again",
  "contact-message": "To you: message from the contact page",
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
  const sentence = words.replaceAll(/\b(csv|gst|gstin|hsn|pin|sku)\b/g, (code) => code.toUpperCase());
  return capitalise(sentence);
}

/** Returns the message of a refusal. Each error of a field follows on its own line, after the field's name. */
export const describeRefusal = (
  { message, fields = {} }: { message: string; fields?: Readonly<Record<string, string>> | undefined },
  nameField: (name: string) => string,
): string =>
  joinTexts(
    "\n",
    message,
    ...Object.entries(fields).map(([name, fault]) => labelFault(nameField(name), fault)),
  );

/**
 * Puts the label before an error at a field: `has 12 characters` gives `GSTIN has 12 characters`. Errors of the
 * checkout may begin with its own label `Phone Number`, which is replaced.
 */
export function labelFault(label: string, fault: string): string {
  const text = fault.replace(/^Phone Number (?=[a-z])/, "");
  return /^[a-z]/.test(text) ? `${label} ${text}` : `${label}: ${text}`;
}

/** Labels of choices, by field and value. The label of the empty value is shown if nothing is chosen. */
const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  for: { shiprocket: "Shiprocket", delhivery: "Delhivery", "india-post": "India Post" },
  paid: {
    "": "Not yet",
    upi: "Already paid by UPI",
    bank: "Already paid by bank transfer",
    cash: "Already paid in cash",
  },
  role: {
    owner: "Owner (everything)",
    manager: "Manager (no team, no backups, no money settings)",
    packer: "Packer (packing and sending only)",
  },
  by: { upi: "UPI", bank: "Bank transfer", cash: "Cash" },
  "way-back": { shop: "Your shop (free for the customer)", customer: "The customer" },
  hidden: { no: "Shown", yes: "Hidden" },
  "company-place": {
    "ship-to": "The state of the delivery address",
    "registered-state": "The state of the company's GST registration",
  },
  shipping: {
    free: "Free on every order",
    fee: "A fee on each order",
    "free-from": "A fee, but free from an amount",
  },
  "deliver-to": {
    "listed places": "The cities listed in the checkout",
    "all of India": "All of India",
    "chosen states": "Chosen states",
  },
  icon: {
    truck: "Lorry",
    "rotate-ccw": "Arrow back",
    "shield-check": "Shield",
    hammer: "Hammer",
    clock: "Clock",
  },
  subcategory: { "": "All products" },
  page: {
    "log-in": "Log in",
    "sign-up": "Sign up",
    feedback: "Feedback",
    contact: "Contact",
    "not-found": "Page not found",
    "all-products": "All products",
    "nothing-here": "Empty pages",
    "shared-link": "Links that people share",
  },
};

const ANSWERS: Readonly<Record<string, string>> = { yes: "Yes", no: "No" };

export const toChoiceLabel = (name: string, choice: string): string =>
  getOwn({ ...ANSWERS, ...CHOICES[name] }, choice) ?? choice;
