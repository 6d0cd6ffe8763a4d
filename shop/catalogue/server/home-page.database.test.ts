import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { context, folder, run, say, setUpCatalogue } from "../../../tests/support/catalogue-shop.ts";
import { getShownOffer } from "../../merchandising/server/index.ts";
import { findShownVideo } from "../../media/server/shown-files.ts";
import { changeContent } from "./content/change-content.ts";
import { exportFolder } from "./import/import-commands.ts";
import { importCatalogue } from "./import/import-catalogue.ts";
import { findOneProduct } from "./products/find-products.ts";
import { getSnapshot, refreshSnapshot } from "./snapshot/snapshot.ts";

setUpCatalogue({ imported: "once" });

const read = async <Data>(...line: Parameters<typeof run>) => (await run(...line)).data as Data;

interface Sections {
  sections: { section: string; place: number | null; title?: string }[];
  revision: string;
}

const listChanges = (about = "home") => read<{ number: number; summary: string }[]>("undo", { about });

const shownSections = () => getSnapshot(context).homeContent.home?.map(({ section }) => section);

test("sections of the home page can be moved, renamed and hidden, and each change can be undone", async () => {
  await read("home testimonials", { place: "1", title: "What they say" });
  expect(getSnapshot(context).homeContent.home?.[0]).toEqual({
    section: "testimonials",
    title: "What they say",
  });
  const { sections } = await read<Sections>("home films", { shown: "no" });
  expect(sections.at(-1)).toMatchObject({ section: "films", place: null });
  expect(shownSections()).not.toContain("films");
  await read("home films", { shown: "yes", place: "2" });
  expect(shownSections()?.[1]).toBe("films");

  const [shown, hidden, moved] = await listChanges();
  expect(moved?.summary).toBe(
    'the sections of the home page: “Testimonials”: title none → "What they say", moved from 10 to 1',
  );
  expect(await say(`undo ${moved?.number}`)).toMatchObject({
    outcome: "refused",
    message: "A later change also affected the sections of the home page. Undo the later change first.",
  });
  await read(`undo ${shown?.number}`);
  expect(shownSections()).not.toContain("films");
  await read(`undo ${hidden?.number}`);
  await read(`undo ${moved?.number}`);
  expect(getSnapshot(context).homeContent.home).toBeUndefined();
});

test("if two forms change the same offer, tile or collection, the second form is refused", async () => {
  const { revision: offer } = await read<{ revision: string }>("offers");
  await read("offers", { heading: "First" }, { expected: offer });
  expect(await say("offers", { heading: "Second" }, { expected: offer })).toMatchObject({
    outcome: "stale",
  });
  expect(await say("offers", { none: "on" }, { expected: offer })).toMatchObject({ outcome: "stale" });
  const [set] = await listChanges();
  await read(`undo ${set?.number}`);

  const tiles = await read<{ revision: string; product: string }[]>("hot-products");
  const product = [...getSnapshot(context).products.listBy("latest")][0]?._id ?? "";
  await read(`hot-products 1 ${product}`, { name: "First" }, { expected: tiles[0]?.revision });
  for (const line of [`hot-products 1 ${product}`, "hot-products 1 none"])
    expect(await say(line, {}, { expected: tiles[0]?.revision }), line).toMatchObject({ outcome: "stale" });
  // Each tile has its own revision, so a change of tile 1 does not make the form of tile 2 outdated.
  await read(`hot-products 2 ${product}`, {}, { expected: tiles[1]?.revision });

  await read("collections Monsoon", { add: "on" });
  const [menu] = await read<{ revision: string }[]>("collections");
  await read("collections Monsoon", { "new-name": "Rains" }, { expected: menu?.revision });
  for (const [line, options] of [
    ["collections Rains", { "new-name": "Storms" }],
    ["collections Rains", { place: "1" }],
    ["collections Rains", { remove: "on" }],
  ] as const)
    expect(await say(line, options, { expected: menu?.revision }), line).toMatchObject({ outcome: "stale" });
  const [now] = await read<{ revision: string }[]>("collections");
  await read("collections Rains", { remove: "on" }, { expected: now?.revision });
});

test("an offer is shown from its first to its last day, and its line in Recent changes names these days", async () => {
  interface Offer {
    days: string;
    from: string;
    to: string;
  }
  const at = async (day: string) => {
    context.clock.set(new Date(day));
    const { days } = await read<Offer>("offers");
    return [days, getShownOffer(context).heading !== ""];
  };
  await read("offers", { heading: "Diwali", points: "Gift wrap", from: "2026-12-01", to: "2026-12-05" });
  expect(await at("2026-11-30T23:59:00+05:30")).toEqual(["starts on Tue 1 Dec", false]);
  expect(await at("2026-12-01T00:00:00+05:30")).toEqual(["runs now, until Sat 5 Dec", true]);
  expect(await at("2026-12-05T23:59:00+05:30")).toEqual(["runs now, until Sat 5 Dec", true]);
  expect(await at("2026-12-06T00:00:00+05:30")).toEqual(["ended on Sat 5 Dec", false]);
  expect(await say("offers", { from: "2026-12-06" })).toMatchObject({
    fields: { to: "The last day is before the first day." },
  });
  expect(await read<Offer>("offers", { to: "none" })).toMatchObject({
    from: "2026-12-01",
    to: "",
    days: "runs now, without an end",
  });
  const [removed] = await listChanges();
  expect(removed?.summary).toBe("the special offer: last day 5 Dec 2026 → none");
  await read("offers", { none: "on" });
  expect(await say("offers", { to: "2026-12-05" }), "days alone are no offer").toMatchObject({
    fields: { heading: "The special offer needs a heading or a point. Enter one of them." },
  });
  const [gone] = await listChanges();
  await read(`undo ${gone?.number}`);
});

test("two Hot Products tiles swap their products and names, and an undo swaps them back", async () => {
  const listTiles = async () =>
    (await read<{ name: string; chosen: string | null }[]>("hot-products")).map(({ name, chosen }) => [
      name,
      chosen,
    ]);
  const [first, second, ...others] = await listTiles();
  await read("hot-products 2", { to: "1" });
  expect(await listTiles()).toEqual([second, first, ...others]);
  const [moved] = await listChanges();
  await read(`undo ${moved?.number}`);
  expect(await listTiles()).toEqual([first, second, ...others]);
});

test("makers have a name and a picture, and renaming a maker updates their products", async () => {
  const maker = async () => {
    const product = await findOneProduct(context, "teak-tray");
    return "maker" in product ? { maker: product.maker, place: product.makerPlace } : null;
  };
  expect(getSnapshot(context).homeContent).not.toHaveProperty("makers");
  expect(await say("products set teak-tray", { maker: "Lake Workshop" })).toMatchObject({
    fields: { maker: expect.stringContaining("is not a maker of the shop.") },
  });
  const words = { name: "Lake Workshop", in: "Saharanpur", alt: "A man at a lathe" };
  const picture = path.join(folder, "banners/wide.jpg");
  expect(await say("makers new", { ...words, since: "long ago", picture })).toMatchObject({
    outcome: "usage",
    fields: { since: "is not a year, such as 1998." },
  });
  await read("makers new", { ...words, since: "1998", picture });
  expect(getSnapshot(context).homeContent.makers).toMatchObject([
    { name: "Lake Workshop", place: "Saharanpur", since: "1998", picture: { width: 800 } },
  ]);
  await read("products set teak-tray", { maker: "Lake Workshop" });
  expect(await maker()).toEqual({ maker: "Lake Workshop", place: "Saharanpur" });
  await read("makers 1", { name: "Lake and Sons" });
  expect(await maker()).toEqual({ maker: "Lake and Sons", place: "Saharanpur" });
  const [renamed] = await listChanges();
  await read(`undo ${renamed?.number}`);
  expect(await maker()).toEqual({ maker: "Lake Workshop", place: "Saharanpur" });
  await read("makers 1", { remove: "on" });
  expect(await maker()).toBeNull();
});

const content = () => getSnapshot(context).homeContent;

test("commands change tiles, service cards, films, looks (pictures with product dots), menus and couriers, and an export contains the changes", async () => {
  const picture = path.join(folder, "banners/wide.jpg");
  const video = path.join(folder, "tea.mp4");
  await writeFile(video, Buffer.from("....ftypisom and a short film", "latin1"));

  await read("tiles new", {
    subcategory: "Bowl",
    alt: "A bowl",
    picture,
    wide: picture,
    "wide-alt": "Bowls",
  });
  expect(content().tiles.at(-1)).toMatchObject({
    subcategory: "Bowl",
    wideAlt: "Bowls",
    wide: { width: 800 },
  });
  const { cards } = await read<{ cards: unknown[] }>("services new", {
    title: "By hand",
    text: "Within {{return-days}}.",
    icon: "hammer",
  });
  expect(cards.at(-1)).toMatchObject({
    texts: { text: "Within {{return-days}}." },
    shown: { text: "Within 7." },
  });
  expect(content().services.at(-1)).toEqual({ title: "By hand", text: "Within 7.", icon: "hammer" });
  await read("films new", { title: "Tea", alt: "Tea is poured", poster: picture, video });
  expect(content().videos.at(-1)).toMatchObject({
    title: "Tea",
    video: expect.stringMatching(/^\/videos\/films-/),
  });
  expect(findShownVideo(context, content().videos.at(-1)?.video ?? "")).toBeDefined();
  await read("looks new", {
    title: "A shelf",
    text: "Tap.",
    alt: "A shelf",
    landscape: picture,
    portrait: picture,
  });
  await read("looks 1 new", { product: "teak-tray", across: "20", down: "60" });
  await read("looks 1 1", { down: "61", "phone-across": "30", "phone-down": "40" });
  expect(content().looks[0]?.points).toMatchObject([
    { productId: "teak-tray", landscape: { x: 20, y: 61 }, portrait: { x: 30, y: 40 } },
  ]);
  await read("scenes new", { page: "log-in", alt: "A handle", picture });
  expect(content().scenes.find(({ place }) => place === "log-in")).toMatchObject({ alt: "A handle" });
  await read("listing-texts new", {
    subcategory: "Tray",
    title: "Trays",
    heading: "Trays",
    description: "All.",
  });
  await read("menus new", { name: "For tea", kinds: "tray" });
  expect(content().navigation).toMatchObject({
    menu: expect.arrayContaining([{ name: "For tea", subcategories: ["Tray"], isNoCategory: true }]),
    pages: [{ subcategory: "Tray", heading: "Trays" }],
  });
  await read("couriers new", { name: "City Post", link: "https://post.example/{number}" });

  const before = getSnapshot(context).files;
  const other = await mkdtemp(path.join(tmpdir(), "exported-"));
  await exportFolder(context, other);
  await importCatalogue(context, other);
  await refreshSnapshot(context);
  expect(getSnapshot(context).files).toEqual(before);
  await rm(other, { recursive: true });

  const [added] = await listChanges("selling");
  expect(added?.summary).toContain("the couriers");
  await read(`undo ${added?.number}`);
  expect(getSnapshot(context).files.couriers).toEqual([]);
});

test.each([
  ["tiles 1", { subcategory: "Spaceship" }, "subcategory"],
  [
    "listing-texts new",
    { subcategory: "Spaceship", title: "A", heading: "A", description: "A" },
    "subcategory",
  ],
  ["services 1", { text: "Within {{never}}." }, "text"],
  ["films new", { title: "Tea", alt: "Tea" }, "video"],
  ["looks 1 1", { across: "101" }, "across"],
  ["looks 1 1", { product: "no-such-piece" }, "product"],
  ["looks 1 new", { product: "teak-tray", across: "1", down: "1" }, "product"],
  ["scenes new", { page: "log-in", alt: "Another" }, "picture"],
  ["menus 1", { kinds: "Spaceship" }, "kinds"],
  ["menus new", { name: "Empty" }, "kinds"],
  ["couriers new", { name: "Post", link: "http://post.example" }, "link"],
])("the command %s with %o is refused with an error at its field %s", async (line, options, field) => {
  expect(await say(line, options)).toMatchObject({
    outcome: "usage",
    fields: { [field]: expect.any(String) },
  });
});

test("a second look, menu or service card with the same name is refused, and older duplicates do not prevent other changes", async () => {
  const picture = path.join(folder, "banners/wide.jpg");
  const video = path.join(folder, "soup.mp4");
  await writeFile(video, Buffer.from("....ftypmp42 and another film", "latin1"));
  const film = { alt: "A", poster: picture, video };
  const wideAndUpright = { landscape: picture, portrait: picture };
  await read("films new", { ...film, title: "Soup" });
  await read("looks new", { ...wideAndUpright, title: "Soup", text: "A", alt: "A" });
  const added: [line: string, options: Record<string, string>, field: string][] = [
    ["films new", { ...film, title: "Stew" }, "video"],
    ["looks new", { ...wideAndUpright, title: "soup ", text: "A", alt: "A" }, "title"],
    ["menus new", { name: "For tea", kinds: "Tray" }, "name"],
    ["services new", { title: "Free shipping", text: "A", icon: "truck" }, "title"],
  ];
  for (const [line, options, field] of added)
    expect(await say(line, options), line).toMatchObject({
      outcome: "usage",
      fields: { [field]: expect.stringContaining("another entry") },
    });

  const services = ["Old", "Old", "New"].map((title) => ({ title, text: "A", icon: "truck" as const }));
  await changeContent(context, (content) => ({ ...content, services }));
  const titles = () => content().services.map(({ title }) => title);
  await read("services 3", { title: "Newer" });
  await read("services 3", { to: "1" });
  expect(titles()).toEqual(["Newer", "Old", "Old"]);
  expect(await say("services 1", { title: "Old" })).toMatchObject({ outcome: "usage" });
  await read("services 3", { remove: "on" });
  expect(titles()).toEqual(["Newer", "Old"]);
});

test("a home page tile can show a product type without products, its wide picture can be removed, and a tile whose product type is unknown can be moved", async () => {
  const picture = path.join(folder, "banners/wide.jpg");
  await read("tiles new", { subcategory: "Cheese Board", alt: "A board", picture, wide: picture });
  const place = String(content().tiles.length);
  expect(content().tiles.at(-1)).toHaveProperty("wide");
  await read(`tiles ${place}`, { wide: "none" });
  expect(content().tiles.at(-1)).not.toHaveProperty("wide");

  const old = getSnapshot(context).files.tiles.map((tile, at) =>
    at === 0 ? { ...tile, subcategory: "Sold out" } : tile,
  );
  await changeContent(context, (content) => ({ ...content, tiles: old }));
  await read(`tiles ${place}`, { alt: "Another board" });
  await read("tiles 1", { to: place });
  expect(content().tiles.at(-1)).toMatchObject({ subcategory: "Sold out" });
  await read(`tiles ${place}`, { remove: "on" });
});

test("a HEIC photo or a QuickTime film in a file named .mp4 is not accepted as a film", async () => {
  const poster = path.join(folder, "banners/wide.jpg");
  for (const brand of ["heic", "qt  "]) {
    const video = path.join(folder, "other.mp4");
    await writeFile(video, Buffer.from(`....ftyp${brand} and more`, "latin1"));
    expect(await say("films new", { title: brand, alt: "A", poster, video })).toMatchObject({
      outcome: "refused",
      message: expect.stringContaining("is not an MP4 video"),
    });
  }
});

test("a new menu that is not named after a category has `isNoCategory`, and conflicting options of the command `menus` are refused", async () => {
  const findMenu = (name: string) => content().navigation?.menu.find((menu) => menu.name === name);
  await read("menus new", { name: "For children", kinds: "Bowl\nbowl" });
  expect(findMenu("For children")).toEqual({
    name: "For children",
    subcategories: ["Bowl"],
    isNoCategory: true,
  });
  for (const [line, options] of [
    ["menus", { search: "Bowl", name: "A" }],
    ["menus 1", { search: "Bowl" }],
    ["menus 1", { automatic: "on" }],
    ["menus", { automatic: "on", search: "Bowl" }],
  ] as const)
    expect(await say(line, options)).toMatchObject({ outcome: "usage" });
  expect(findMenu("For children")).toBeDefined();
});
