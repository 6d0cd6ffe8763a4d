import { deskLinks } from "#contract/desk-links.ts";
import { cardLists } from "#shop/catalogue/command-results.ts";

/* The subjects of the desk's actions, and the screens of actions that have a hand-written screen. */

/** The subject of the actions that owners do not need. */
export const TECHNICAL = "For your technician";

/** A subject lists commands, or their nouns. The first subject that lists a command is the command's. */
const SUBJECTS: readonly (readonly [subject: string, names: readonly string[]])[] = [
  [
    TECHNICAL,
    "backup copied,backup restore,backup verify,orders columns,pages,pictures,preview,settings".split(","),
  ],
  ["Orders", ["today", "orders", "returns", "payments"]],
  ["Products", ["products", "collections", "declarations", "synonyms"]],
  ["Customers", ["customers", "messages", "reviews", "newsletter"]],
  ["Money", ["report", "invoices", "export", "coupon", "offers", "taxes"]],
  ["Home page", ["home", "hot-products", "banners", "cards", "tiles", "looks", "films", "services"]],
  ["Other pages", ["texts", "menus", "listing-texts", "story", "scenes", "makers"]],
  ["Shop", ["brand", "seller", "rules", "couriers", "visits", "mail", "check", "backup"]],
  ["Team", ["people", "audit", "undo"]],
];

const findSubject = (command: string): string =>
  SUBJECTS.find(([, names]) => names.some((name) => `${command} `.startsWith(`${name} `)))?.[0] ?? TECHNICAL;

/** Groups actions by subject. The subject for technicians is last. */
export function groupBySubject<Action extends { command: string }>(actions: readonly Action[]) {
  const groups = Map.groupBy(actions, ({ command }) => findSubject(command));
  return [...SUBJECTS.slice(1), ...SUBJECTS.slice(0, 1)].flatMap(([subject]) => {
    const ofSubject = groups.get(subject);
    return ofSubject ? [{ subject, actions: ofSubject }] : [];
  });
}

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
