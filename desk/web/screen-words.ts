import type { RunReply } from "../calls.ts";
import { toLabel } from "./labels.ts";

/*
 * Messages of commands name commands and options, as the command line has them. On a screen they are called as the screen
 * calls them.
 */

/** The names of commands on the screens: a button, or where to find it. */
const PLACES: Readonly<Record<string, string>> = {
  "orders list": "Orders",
  "orders show": "the order",
  "orders confirm": "Confirm for the customer",
  "orders paid": "Was paid directly",
  "orders correct": "Correct the address",
  "orders refund": "Refund",
  "orders cancel": "Cancel",
  "orders note": "Note",
  "orders dispatch": "Dispatch",
  "orders deliver": "Has arrived",
  "orders lost": "Was lost",
  "orders refused": "Not taken at the door",
  "orders replace": "Send again",
  "orders settle": "Courier has paid it",
  "orders take": "Order by phone",
  "orders pack": "Pick list",
  "orders print": "Slip and label",
  "orders addresses": "Couriers’ lists",
  "cancellations approve": "Agree to cancel",
  "cancellations decline": "Decline to cancel",
  "returns accept": "Accept the return",
  "returns refuse": "Refuse the return",
  "returns received": "Pieces are here",
  "returns refund": "Refund the return",
  "returns list": "Orders, To answer",
  "products list": "Products",
  "products details": "the product",
  "products set": "the product",
  "products add": "New product",
  "products change": "Products",
  "products check": "Health",
  "products import": "Products, Import",
  "products export": "Products, Export",
  "products pictures": "Pictures of the product",
  "stock waiting": "Today",
  "customers list": "People",
  "customers show": "the customer",
  "messages list": "People, Messages",
  "messages answer": "Answer",
  "reviews list": "People, Reviews",
  "reviews approve": "Approve",
  "reviews decline": "Decline",
  "newsletter list": "People, Newsletter",
  "payments show": "Payment",
  "payments reconcile": "Ask the provider",
  "payments check": "Settings, Connections",
  "mail waiting": "Settings, Health",
  "mail last": "the last mail",
  "mail test": "Settings, Connections",
  "mail preview": "Settings, Texts",
  "settings show": "Settings, Connections",
  "people invite": "Settings, Team",
  "people list": "Settings, Team",
  "people remove": "Settings, Team",
  "backup create": "Make a backup",
  "backup list": "Settings, Health",
  "backup verify": "Verify",
  "report sales": "Books",
  "report gstr1": "Books",
  "pictures push": "Settings, Health",
  "customers data": "the customer",
  "people set": "Settings, Team",
  "preview product": "See its page",
  "export orders": "Orders, Export",
  "export payments": "Books, Export",
  "export invoices": "Books, Export",
  "export newsletter": "People, Newsletter",
};

/** Commands of one word, which a message names after "See:". */
const PLACES_OF_ONE_WORD: Readonly<Record<string, string>> = {
  banners: "Home and offers, Banners",
  brand: "Settings, Shop",
  cards: "Home and offers, Offer cards",
  collections: "Home and offers, Collections",
  coupon: "Settings, Selling",
  declarations: "the product",
  home: "Home and offers",
  "hot-products": "Home and offers, Hot Products",
  makers: "Home and offers, Makers",
  offers: "Home and offers, Special offer",
  rules: "Settings, Selling",
  seller: "Settings, Seller",
  synonyms: "Visitors, Synonyms",
  taxes: "Settings, Taxes",
  texts: "Settings, Texts",
};

/** A value in a command line: an order, a placeholder, something in quotes, an address. */
const VALUE = String.raw`(?:[A-Z]{2,5}-[0-9A-Z]{6}|…|"[^"]*"|<[^>]*>|@\S+|[a-z0-9-]+[:@]\S*\d|\S+@\S+\.\w+|\d[\d,.]*\b)`;
const OPTION = String.raw`--[a-z][a-z-]*`;

/** Values of options that consist of one word. */
const WORD_VALUE =
  "upi|bank|cash|yes|no|none|on|owner|manager|packer|India|Delhivery|Cancelled|Pending|Approved";

/** A command with all that may follow it: `orders dispatch TRV-7K3M9Q --courier … --number …`. */
const COMMAND = new RegExp(
  String.raw`(?<!\b(?:[Yy]our|[Tt]he|[Aa]ll|[Oo]pen) )(['“"\u2018]?)\b(${Object.keys(PLACES)
    .toSorted((one, other) => other.length - one.length)
    .join(
      "|",
    )})\b(?! \d+ )((?: (?:${VALUE}|${OPTION}(?: (?:${VALUE}|(?:${WORD_VALUE})\b))?|[a-z0-9]+(?:-[a-z0-9]+)+))*)(['”"\u2019]?)`,
  "g",
);

/** Options of `products set` with a separate name on its screen. */
const ON_PRODUCT: Readonly<Record<string, string>> = {
  hidden: "Show in the shop",
  hsn: "HSN",
  price: "Price",
  was: "Price",
  stock: "Stock",
};

const LONE_OPTION = new RegExp(
  String.raw`['“]?--([a-z][a-z-]*)(?: (?:…|"[^"]*"|<[^>]*>(?::<[^>]*>)?))*['”]?`,
  "g",
);

/** Sentences about ways of printing and of repeating that the desk does not have. */
const OF_COMMAND_LINE = /--(?:json|csv|limit|yes|dry-run)\b|npm run /;

const quote = (name: string): string => (name.startsWith("the ") ? name : `“${name}”`);

/** Returns a message with commands and options named as on the screens. */
export const toScreenWords = (text: string): string =>
  text
    .split("\n")
    .flatMap((line) => {
      const changed = toScreenLine(line);
      return changed === "" && line !== "" ? [] : [changed];
    })
    .join("\n");

function toScreenLine(line: string): string {
  const kept = line.split(/(?<=[.?!]) /).filter((sentence) => !OF_COMMAND_LINE.test(sentence));
  return kept
    .join(" ")
    .replace(
      COMMAND,
      (_all, _open: string, name: string, rest: string, _close, at: number, whole: string) => {
        const option = /--([a-z][a-z-]*)/.exec(rest)?.[1] ?? "";
        const place = name === "products set" ? ON_PRODUCT[option] : undefined;
        const called = quote(place ?? PLACES[name] ?? name);
        const isFirst = at === 0 || /[.?!] $/.test(whole.slice(0, at));
        return isFirst ? called.charAt(0).toUpperCase() + called.slice(1) : called;
      },
    )
    .replace(/\bSee: ([a-z-]+)(?=\.?$)/, (all, name: string) => {
      const place = PLACES_OF_ONE_WORD[name];
      return place === undefined ? all : `See: ${quote(place)}`;
    })
    .replace(LONE_OPTION, (_all, name: string) => `“${toLabel(name)}”`);
}

/** Returns the reply of a command as a screen shows it. `data` is not shown and stays. */
export function toScreenReply<Reply extends RunReply>(reply: Reply): Reply {
  if (reply.outcome === "confirm") return { ...reply, question: toScreenWords(reply.question) };
  if (reply.outcome === "done") {
    const { title, message, facts, rows } = reply.result;
    // A spreadsheet begins with this sign and is not changed.
    if (message?.startsWith("\uFEFF")) return reply;
    const toCell = (cell: string | number | null) => (typeof cell === "string" ? toScreenWords(cell) : cell);
    return {
      ...reply,
      result: {
        ...reply.result,
        ...(title !== undefined && { title: toScreenWords(title) }),
        ...(message !== undefined && { message: toScreenWords(message) }),
        ...(facts && {
          facts: Object.fromEntries(Object.entries(facts).map(([name, cell]) => [name, toCell(cell)])),
        }),
        ...(rows && { rows: rows.map((row) => row.map(toCell)) }),
      },
    };
  }
  if (!("message" in reply)) return reply;
  const fields = "fields" in reply ? reply.fields : undefined;
  return {
    ...reply,
    message: toScreenWords(reply.message),
    ...(fields && {
      fields: Object.fromEntries(Object.entries(fields).map(([name, fault]) => [name, toScreenWords(fault)])),
    }),
  };
}
