/* Texts about commands: the labels of their fields, and phrases for their effects. */

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
  "skip-faulty": "Skip faulty rows",
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

/**
 * A phrase for what each command does. Its key is the command's name, with the option if an option chooses what the
 * command does.
 */
const PHRASES: Readonly<Record<string, string>> = {
  "backup create": "make a backup",
  "backup restore": "restore a backup",
  "backup verify": "verify a backup",
  "banners --remove": "remove a banner of the home page",
  banners: "change the banners of the home page",
  brand: "change the look of the shop",
  "cancellations --approve": "approve the cancellation of {orderId}",
  "cancellations --decline": "decline the cancellation of {orderId}",
  cancellations: "decide about the cancellation of {orderId}",
  "cards --remove": "remove an offer card of the home page",
  cards: "change the offer cards of the home page",
  check: "check the shop",
  "collections --remove": "remove the collection {name}",
  collections: "change the collection {name}",
  "coupon --none": "remove the coupon",
  coupon: "change the coupon",
  "customers data": "export the data of {email}",
  "customers delete": "delete the account of {email}",
  "customers end-sessions": "end all logins of {email}",
  declarations: "change the declarations of all products",
  "desk add-passkey": "add a passkey",
  "desk notify": "turn on notifications",
  "desk remove-passkey": "remove a passkey",
  "desk sign-in": "sign in at the desk",
  "desk stop-notifying": "turn off notifications",
  export: "export {what}",
  home: "change the home page",
  "hot-products": "change the Hot Products",
  "mail test": "send a test mail",
  "mail waiting --retry": "retry mails that were not sent",
  "makers --remove": "remove a maker",
  makers: "change the makers",
  "messages --elsewhere": "mark a message as answered",
  "messages --id": "answer a message",
  "newsletter --remove": "remove an address from the newsletter",
  "offers --none": "remove the special offer",
  offers: "change the special offer",
  "orders cancel --refused": "cancel {orderId}, which was refused at the door",
  "orders cancel": "cancel {orderId}",
  "orders confirm": "confirm {orderId} for the customer",
  "orders correct": "correct the address or company of {orderId}",
  "orders deliver": "mark {orderId} as delivered",
  "orders dispatch": "send {orderId}",
  "orders note": "add a note to {orderId}",
  "orders paid": "record a payment for {orderId}",
  "orders print": "print papers of {orderId}",
  "orders refund --lost": "refund a lost parcel of {orderId}",
  "orders refund": "refund {orderId}",
  "orders replace --call-off": "cancel the replacement for {orderId}",
  "orders replace --lost": "replace a lost parcel of {orderId}",
  "orders replace": "send pieces of {orderId} again",
  "orders settle": "record the courier’s payment for {orderId}",
  "orders take": "enter an order by phone",
  "pages purge": "clear the pages kept by the CDN",
  "payments --by-hand": "record a transfer for {orderId}",
  "payments --reconcile": "compare all payments with the payment provider",
  "payments --retry": "retry the refund of {orderId}",
  "payments --seen": "mark the payment problem of {orderId} as seen",
  "people --invite": "invite {name} to the desk",
  "people --remove": "remove {name} from the desk",
  "people --role": "change the role of {name}",
  "people --sign-out": "sign {name} out",
  "pictures push": "upload the pictures",
  "products add": "add the product {title}",
  "products change": "change several products",
  "products import": "import products",
  "products pictures": "change the pictures of {id}",
  "products set": "change the product {id}",
  "returns --accept": "accept the return of {orderId}",
  "returns --received": "record the arrival of the return of {orderId}",
  "returns --refund": "refund the return of {orderId}",
  "returns --refuse": "refuse the return of {orderId}",
  "reviews --approve": "approve a review",
  "reviews --decline": "decline a review",
  "reviews --reply": "answer a review",
  rules: "change the rules for selling",
  seller: "change the details of the seller",
  "synonyms --import": "import synonyms",
  "synonyms --remove": "remove the synonym {words}",
  "synonyms --words": "change the synonym {words}",
  taxes: "change the tax rates",
  "texts --text": "change the text {name}",
  "undo --number": "undo change {number}",
};

/** Returns the phrase for a command with these values. `switched` is the option that chose it. */
export function findPhrase(
  command: string,
  entered: Readonly<Record<string, string>>,
): { phrase: string; switched?: string } {
  // Until 28 November 2026 some commands were recorded as two words: "reviews approve" is "reviews --approve" now.
  const previousName = PHRASES[command.replace(" ", " --")];
  if (previousName !== undefined) return { phrase: previousName };
  for (const [name, phrase] of Object.entries(PHRASES)) {
    const [noun, switched = ""] = name.split(" --");
    if (noun === command && switched !== "" && entered[switched] !== undefined) return { phrase, switched };
  }
  const phrase = PHRASES[command];
  // A command that can change something only shows the current values if none is entered.
  const isLook = phrase?.startsWith("change ") && Object.keys(entered).length === 0;
  return { phrase: phrase === undefined || isLook ? `use “${command}”` : phrase };
}

const IRREGULAR: Readonly<Record<string, string>> = {
  cancel: "cancelled",
  make: "made",
  retry: "retried",
  send: "sent",
  undo: "undid",
  verify: "verified",
};

/** Puts the verb at the beginning of a phrase into the past tense: `cancel TRV-7K3M9Q` gives `cancelled …`. */
export const toPast = (phrase: string): string =>
  phrase.replace(/^\w+/, (verb) => IRREGULAR[verb] ?? (verb.endsWith("e") ? `${verb}d` : `${verb}ed`));
