import { deskLinks } from "#contract/desk-links.ts";
import { cardLists } from "#shop/catalogue/command-results.ts";

/* The subjects of the desk's actions, and the screens of actions that have a hand-written screen. */

/** The subject of the actions that owners do not need. */
export const TECHNICAL = "For your technician";

/** For each subject of the menu, its commands or their nouns, the most used first. */
const SUBJECTS = {
  Orders:
    "orders list,orders dispatch,orders pack,orders print,orders take,orders refund,orders cancel,orders,returns,payments,today",
  Products: "products,collections,declarations,synonyms",
  People: "customers list,messages,reviews,newsletter,customers",
  Books: "report,invoices,export,visits",
  "Home page":
    "home,banners,offers,hot-products,cards,tiles,looks,films,services,menus,listing-texts,story,scenes,makers",
  Settings: "brand,seller,rules,coupon,couriers,taxes,texts,mail,check,backup,people,audit,undo",
  [TECHNICAL]: "backup copied,backup restore,backup verify,orders columns,pages,pictures,preview,settings",
};

const PLACES = Object.entries(SUBJECTS).flatMap(([subject, names]) =>
  names.split(",").map((name) => ({ subject, name })),
);

/** Returns the index in `PLACES` of the longest matching name; if none matches, the last index (`TECHNICAL`). */
function findPlace(command: string): number {
  const lengths = PLACES.map(({ name }) => (`${command} `.startsWith(`${name} `) ? name.length : 0));
  return lengths.lastIndexOf(Math.max(...lengths));
}

export const groupBySubject = <Action extends { command: string }>(actions: readonly Action[]) =>
  Map.groupBy(
    actions.toSorted((first, other) => findPlace(first.command) - findPlace(other.command)),
    ({ command }) => PLACES[findPlace(command)]?.subject,
  );

/** The parts of the screen "Home page" whose name is not the noun of their command. */
const PARTS_OF_HOME: Readonly<Record<string, string>> = {
  banners: "section-banners",
  cards: "section-offers",
  films: "section-films",
  "hot-products": "section-hot-products",
  looks: "section-look",
  services: "section-services",
  tiles: "section-categories",
};

/** Commands whose screen is the home page. `cardLists` includes `couriers`, for which `SCREENS` sets another screen. */
const ON_HOME = [...Object.keys(cardLists), "collections", "hot-products", "menus", "offers"];

const SCREENS = new Map<string, string>([
  ...ON_HOME.map((name) => [name, deskLinks.home(PARTS_OF_HOME[name] ?? name)] as const),
  ...(
    [
      ["home", deskLinks.home()],
      ["today", deskLinks.today()],
      ["orders list,orders counts,orders show,orders actions", "/orders"],
      ["orders pack", "/orders/pick-list"],
      ["orders take", "/orders/new"],
      ["products list,products details,products pictures,products set", "/products"],
      ["products add", "/products/new"],
      ["customers list,customers show", "/people"],
      ["messages", deskLinks.messages()],
      ["reviews", deskLinks.reviews()],
      ["newsletter", "/people/newsletter"],
      ["report gstr1,report sales,report stock", "/books"],
      ["visits", "/visitors"],
      ["synonyms", "/visitors/synonyms"],
      ["brand", "/settings"],
      ["seller", deskLinks.seller()],
      ["coupon,couriers,rules", deskLinks.selling()],
      ["taxes", deskLinks.taxes()],
      ["texts", "/settings/texts"],
      ["settings", "/settings/values"],
      ["backup create,backup list,check", deskLinks.health()],
      ["people", "/settings/team"],
      ["audit", "/settings/record"],
    ] as const
  ).flatMap(([names, screen]) => names.split(",").map((name) => [name, screen] as const)),
]);

/** Returns the hand-written screen of a command. A link without values opens it instead of the generated form. */
export const findActionScreen = (command: string): string | undefined => SCREENS.get(command);
