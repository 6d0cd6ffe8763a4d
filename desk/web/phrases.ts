import { capitalise } from "#contract/text.ts";

/** A phrase for each command. If an option changes what the command does, the key contains the option. */
export const PHRASES: Readonly<Record<string, string>> = {
  audit: "see who did what",
  "backup copied": "record a copy of the backups",
  "backup create": "make a backup",
  "backup list": "see the backups",
  "backup restore": "restore a backup",
  "backup verify": "verify a backup",
  "banners --remove": "remove a banner of the home page",
  banners: "change the banners of the home page",
  brand: "change the look of the shop",
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
  "customers list": "see the customers",
  "customers show": "see the orders and the account of {email}",
  "couriers --remove": "remove a courier",
  couriers: "change your own couriers",
  declarations: "change the declarations of all products",
  "desk add-passkey": "add a passkey",
  "desk notify": "turn on notifications",
  "desk remove-passkey": "remove a passkey",
  "desk sign-in": "sign in at the desk",
  "desk stop-notifying": "turn off notifications",
  export: "export {what}",
  "films --remove": "remove a film",
  films: "change the films of the home page",
  home: "change the home page",
  "hot-products": "change the Hot Products",
  invoices: "see the invoices",
  "listing-texts --remove": "remove a heading above a list of products",
  "listing-texts": "change the headings above the lists of products",
  "looks --dot": "change the dots in a picture with products (look)",
  "looks --remove": "remove a picture with products (look) from the home page",
  looks: "change the pictures with products (looks) on the home page",
  "mail --kind": "preview an e-mail",
  "mail --kinds": "see the kinds of e-mails",
  "mail --last": "see the newest e-mail",
  "mail --retry": "retry e-mails that were not sent",
  "mail --test": "send a test e-mail",
  mail: "see the waiting e-mails",
  "makers --remove": "remove a maker",
  makers: "change the makers",
  "menus --automatic": "make the menus from the products",
  "menus --remove": "remove a menu",
  menus: "change the menus",
  "messages --elsewhere": "mark a message as answered",
  "messages --id": "answer a message",
  messages: "see the messages",
  "newsletter --remove": "remove an address from the newsletter",
  newsletter: "see the subscribers of the newsletter",
  "offers --none": "remove the special offer",
  offers: "change the special offer",
  "orders actions": "see what can be done with {orderId}",
  "orders addresses": "make a file of addresses for the courier",
  "orders cancel --approve": "approve the cancellation of {orderId}",
  "orders cancel --decline": "decline the cancellation of {orderId}",
  "orders cancel --refused": "cancel {orderId}, which was refused at the door",
  "orders cancel": "cancel {orderId}",
  "orders columns": "see the columns of a courier's list",
  "orders confirm": "confirm {orderId} for the customer",
  "orders correct": "correct the address or company of {orderId}",
  "orders deliver": "mark {orderId} as delivered",
  "orders dispatch": "send {orderId}",
  "orders list": "see the orders",
  "orders note": "add a note to {orderId}",
  "orders pack": "see the pick list",
  "orders paid": "record a payment for {orderId}",
  "orders print": "print papers of {orderId}",
  "orders refund --lost": "refund a lost parcel of {orderId}",
  "orders refund": "refund {orderId}",
  "orders replace --call-off": "cancel the replacement for {orderId}",
  "orders replace --lost": "replace a lost parcel of {orderId}",
  "orders replace": "send pieces of {orderId} again",
  "orders settle": "record the courier's payment for {orderId}",
  "orders show": "see {orderId}",
  "orders take": "enter an order by phone",
  "pages purge": "clear the pages kept by the CDN",
  "payments --by-hand": "record a transfer for {orderId}",
  "payments --reconcile": "compare all payments with the payment provider",
  "payments --retry": "retry the refund of {orderId}",
  "payments --seen": "mark the payment problem of {orderId} as seen",
  payments: "see the payment problems",
  "people --invite": "invite {name} to the desk",
  "people --remove": "remove {name} from the desk",
  "people --role": "change the role of {name}",
  "people --sign-out": "sign {name} out",
  people: "see the team",
  "pictures push": "upload the pictures",
  preview: "preview a page",
  "products add": "add the product {title}",
  "products details": "see the product {id}",
  "products export": "export the products",
  "products import": "import products",
  "products list": "see the products",
  "products pictures": "change the pictures of {id}",
  "products set": "change {id}",
  "report gstr1": "make the GSTR-1 of a month",
  "report sales": "see the sales",
  "report stock": "see how long the stock lasts",
  "returns --accept": "accept the return of {orderId}",
  "returns --received": "record the arrival of the return of {orderId}",
  "returns --refund": "refund the return of {orderId}",
  "returns --refuse": "refuse the return of {orderId}",
  returns: "see the returns",
  "reviews --approve": "approve a review",
  "reviews --decline": "decline a review",
  "reviews --reply": "answer a review",
  reviews: "see the reviews",
  rules: "change the rules for selling",
  "scenes --remove": "remove a picture of another page",
  scenes: "change the pictures of other pages",
  seller: "change the details of the seller",
  "services --remove": "remove a service card",
  services: "change the service cards of the home page",
  settings: "see the settings of the machine",
  "story --remove": "remove a picture of Our Story",
  story: "change the pictures of Our Story",
  "synonyms --import": "import synonyms",
  "synonyms --remove": "remove the synonym {words}",
  "synonyms --words": "change the synonym {words}",
  synonyms: "see the synonyms",
  taxes: "change the tax rates",
  "texts --text": "change the text {name}",
  texts: "see the texts",
  "tiles --remove": "remove a tile of the home page",
  tiles: "change the tiles of the home page",
  today: "see the tasks of the day",
  "undo --number": "undo an earlier change",
  undo: "see what can be undone",
  visits: "see the visits",
};

/** Former names of commands in old audit entries. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  cancellations: "orders cancel",
  dots: "looks",
  "mail preview": "mail --kind",
  "mail test": "mail --test",
  "mail waiting": "mail",
  "products change": "products set",
  "report best-sellers": "report sales",
};

/** Lists the names of a command in the audit log, also from before 28 November 2026, such as `reviews approve`. */
export const listRecordedNames = (command: string): string[] => [
  command,
  command.replace(" --", " "),
  ...Object.entries(FORMER_NAMES).flatMap(([former, name]) =>
    command.startsWith(name) ? command.replace(name, former) : [],
  ),
];

export function findPhrase(
  recorded: string,
  entered: Readonly<Record<string, string>>,
): { phrase: string; switched?: string } {
  const command = FORMER_NAMES[recorded] ?? recorded;
  const previousName = command.includes(" ") ? PHRASES[command.replace(" ", " --")] : undefined;
  if (previousName !== undefined) return { phrase: previousName };
  for (const [name, phrase] of Object.entries(PHRASES)) {
    const [noun, switched = ""] = name.split(" --");
    if (noun === command && switched !== "" && entered[switched] !== undefined) return { phrase, switched };
  }
  const phrase = PHRASES[command];
  if (phrase === undefined) return { phrase: `use “${command}”` };
  // If a command whose phrase begins with "change" has no values, it shows the current state.
  return { phrase: Object.keys(entered).length === 0 ? phrase.replace(/^change /, "see ") : phrase };
}

const SOMETHING: Readonly<Record<string, string>> = {
  orderId: "an order",
  email: "a customer",
  id: "a product",
};

/** Returns the name of a command on screens: `orders cancel` gives "Cancel an order". */
export function toCommandTitle(command: string): string {
  const phrase = (PHRASES[command] ?? command)
    .replaceAll(/ the (\w+) \{\w+\}/g, " a $1")
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => SOMETHING[name] ?? "a list");
  return capitalise(phrase);
}

const IRREGULAR: Readonly<Record<string, string>> = {
  cancel: "cancelled",
  make: "made",
  retry: "retried",
  see: "looked at",
  send: "sent",
  undo: "undid",
  verify: "verified",
};

export const toPast = (phrase: string): string =>
  phrase.replace(/^\w+/, (verb) => IRREGULAR[verb] ?? (verb.endsWith("e") ? `${verb}d` : `${verb}ed`));
