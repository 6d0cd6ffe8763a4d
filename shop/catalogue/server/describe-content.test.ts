import { expect, test } from "vitest";
import { homeSections } from "#shop/merchandising/home-content.ts";
import { listContentChanges } from "./describe-content.ts";

test("a change of the seller's links is described with the old and the new address of each link, without samples", () => {
  const toSeller = (links: Readonly<Record<string, string>>) =>
    ({ seller: { socialLinks: Object.entries(links).map(([name, url]) => ({ name, url })) } }) as never;
  const before = toSeller({
    Facebook: "https://facebook.com/mitti",
    Instagram: "https://instagram.com/old",
    YouTube: "https://youtube.example/",
  });
  const after = toSeller({
    Facebook: "https://facebook.com/mitti",
    Instagram: "https://instagram.com/mitti",
    YouTube: "https://youtube.com/mitti",
  });
  expect(listContentChanges({ from: before, to: after })).toEqual([
    "the seller: link to Instagram https://instagram.com/old → https://instagram.com/mitti, link to YouTube none → https://youtube.com/mitti",
  ]);
});

const list = (part: string, before: readonly object[] | undefined, after: readonly object[] | undefined) =>
  listContentChanges(
    { from: { [part]: before }, to: { [part]: after ?? null } },
    (id) => ({ "teak-tray": "Teak Tray" })[id] ?? id,
  );

const banner = (heading: string, subHeading = "Trays and bowls") => ({ heading, subHeading, alt: "A tray" });
const [tea, feast, dinner] = [banner("For tea"), banner("For a feast"), banner("For dinner")];

test.each([
  ["an added card", [tea], [tea, feast], "“For a feast” added"],
  ["a removed card", [tea, feast], [feast], "“For tea” removed"],
  ["a moved card", [tea, feast, dinner], [dinner, tea, feast], "“For dinner” moved from 3 to 1"],
  ["a changed text", [tea], [banner("For tea", "Cups")], '“For tea”: text "Trays and bowls" → "Cups"'],
  ["another heading", [tea, feast], [banner("For chai"), feast], 'heading "For tea" → "For chai"'],
  [
    "another picture",
    [{ ...tea, desktop: "a.jpg" }],
    [{ ...tea, desktop: "b.jpg" }],
    "“For tea”: wide picture changed",
  ],
])("the line about %s names the card and the field as the screen does", (_, before, after, line) => {
  expect(list("banners", before, after)).toEqual([`the banners: ${line}`]);
});

test("a change of a long text is described with the changed words, and a change of a tile's product with the product's title", () => {
  const words = "Each piece is made by hand in a small workshop near the lake, from one board.";
  const card = { title: "Made by hand", text: words, icon: "truck" };
  expect(
    list("services", [card], [{ ...card, text: words.replace("lake", "river"), icon: "clock" }]),
  ).toEqual([
    'the service cards: “Made by hand”: text "the lake, from" → "the river, from", icon "Lorry" → "Clock"',
  ]);
  const tile = { tile: 3, name: "Trays", product: "teak-tray", subcategory: "Tray" };
  expect(list("hotProducts", [], [tile])).toEqual([
    'the Hot Products tiles: “Trays”: product none → "Teak Tray"',
  ]);
});

test("a change of the home page is described with the names that the desk uses for the sections", () => {
  const sections = (...names: string[]) => names.map((section) => ({ section }));
  const [first, ...others] = homeSections;
  expect(list("home", undefined, sections(...others, first))).toEqual([
    "the sections of the home page: “Banners” moved from 1 to 10",
  ]);
  expect(list("home", sections("films", "looks"), sections("looks"))).toEqual([
    "the sections of the home page: “Films” hidden",
  ]);
  expect(list("home", sections("films"), [{ section: "films", title: "Short films" }])).toEqual([
    'the sections of the home page: “Films”: title none → "Short films"',
  ]);
});

test("a changed rule, address, menu or offer is described with its label on the screen", () => {
  const lines = listContentChanges({
    from: {
      rules: { returnWithinDays: 7, shippingFee: 80 },
      seller: { address: { zipCode: "411001" }, grievanceOfficer: { name: "Asha Rao" } },
      menu: { menu: [{ name: "Serve", subcategories: ["Tray"] }] },
      specialOffer: { heading: "₹99 off", points: ["No code", "Today"] },
    },
    to: {
      rules: { returnWithinDays: 10, shippingFee: 120 },
      seller: { address: { zipCode: "411002" }, grievanceOfficer: { name: "Lata Rao" } },
      menu: { menu: [{ name: "Serve", subcategories: ["Tray", "Bowl"] }], search: ["Bowl"] },
      specialOffer: { heading: "₹99 off", points: ["No code", "This week"] },
    },
  } as never);
  expect(lines).toEqual([
    "the rules: customers can ask to return within 7 → 10 days, shipping fee ₹80 → ₹120",
    'the seller: PIN "411001" → "411002", grievance officer "Asha Rao" → "Lata Rao"',
    'the menus: “Serve”: product types "Tray" → "Tray, Bowl"',
    "the product types below the search field: chosen by the shop → Bowl",
    'the special offer: point "Today" → "This week"',
  ]);
});
