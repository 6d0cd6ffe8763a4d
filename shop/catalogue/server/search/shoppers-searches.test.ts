import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Size } from "../../product.ts";
import { createSearchIndex } from "./search-index.ts";
import { buildSearchTexts } from "./search-texts.ts";
import { joinSynonyms } from "./synonyms.ts";

interface ListedProduct {
  slug: string;
  title: string;
  name?: { script: string; meaning: string };
  category: string;
  subcategory: string;
  collection?: string;
  materials: string[];
  description: string;
  size: Size[];
}

const goods = JSON.parse(
  readFileSync(new URL("../../../../catalogue/products.json", import.meta.url), "utf8"),
) as ListedProduct[];

const index = createSearchIndex();
index.setSynonyms(joinSynonyms({}));
index.put(goods.map((product) => buildSearchTexts({ ...product, id: product.slug })));

const listWhere = (matches: (product: ListedProduct) => boolean): string[] =>
  goods.filter(matches).map(({ slug }) => slug);
const listKind = (kind: string): string[] => listWhere(({ subcategory }) => subcategory === kind);
const listCollection = (name: string): string[] => listWhere(({ collection }) => collection === name);
const listWood = (wood: string): string[] => listWhere(({ materials }) => materials.includes(`${wood} wood`));

const trays = listKind("Tray");
const bowls = listKind("Bowl");
const choppingBoards = listKind("Chopping Board");
const cheeseBoards = listKind("Cheese Board");
const chipDips = listKind("Chip & Dip");
const caddies = listKind("Cutlery Caddy");
const turntables = listKind("Lazy Susan");

const brassTray = "aranya-acacia-serving-tray-brass";
const bedTray = "teak-breakfast-tray-arched";
const chaiTray = "acacia-chai-tray-long";
const dipBowls = "acacia-dip-bowls-set-of-3";
const tissueBox = "teak-tissue-box";

/** Typical searches, separated by `|`, and the products that each of them must find. */
const searches: readonly [typed: string, mustBeFound: readonly string[]][] = [
  [
    "tray | trays | wooden tray | wooden trays | wood serving tray | tray for serving | serving trays | sofa tray | office tray | kitchen tray | tary | trey | ट्रे",
    trays,
  ],
  [
    "room service tray | mehendi function trays | tray for outdoor party | wine glasses tray | cheap tray | tray 12x8 | serving try | lakdee ki tray | trays between 1000 and 2000 | handmade tray | tray for drinks | drinks tray | lakdi ki tray | wodden tray | woodne tray | handcraftd tray | modren tray | tray for dining table | rectangular tray | কাঠৰ ট্ৰে | लकड़ी की ट्रे | सर्विंग ट्रे | ট্রে | ட்ரே | ట్రే | ಟ್ರೇ | ട്രേ | ਟ੍ਰੇ | ਲੱਕੜ ਦੀ ਟ੍ਰੇ | kath er tray | sasti tray | serving tray for guests | tray 30 x 20 cm",
    trays,
  ],
  [
    "cuttin board | ચોપિંગ બોર્ડ | desi chopping board lakdi wala | पोळपाट | veg cutting board | rolling board for chapati | कटिंग बोर्ड | கட்டிங் போர்டு | కటింగ్ బోర్డు | കട്ടിംഗ് ബോർഡ് | ਕਟਿੰਗ ਬੋਰਡ | सब्जी काटने का बोर्ड | fish cutting board | fruit cutting board | how to clean chopping board",
    choppingBoards.filter((slug) => !/carving|end-grain/.test(slug)),
  ],
  ["coffee tray set | tray for coffee", [chaiTray]],
  ["tea tray | tea trays | chai tray | teatray | चाय ट्रे", [brassTray, chaiTray]],
  ["டீ ட்ரே", [chaiTray]],
  ["टी ट्रे | mujhe chai ke liye tray chahiye", [chaiTray]],
  [
    "breakfast tray | bed tray | breakfast in bed | breakfast in bed tray | brekfast tray | lap tray",
    [bedTray],
  ],
  ["teak tray | sagwan tray | सवेरा | savera | 𝐓𝐞𝐚𝐤 𝐭𝐫𝐚𝐲 | te\u200Fak tray", [bedTray]],
  ["round tray | round wooden tray | gol tray", ["mango-round-tray"]],
  ["round bowl | round wooden bowl | gol bowl", bowls.filter((slug) => slug !== "mango-wave-rim-bowl")],
  ["round platter | round plate", ["acacia-thali-platter-round"]],
  ["round fruit bowl", listKind("Fruit Bowl")],
  ["tray with handles | tray with brass handles | brass tray | peetal ki tray | पीतल की ट्रे", [brassTray]],
  ["rassi wali tray | rope tray | tray with rope handles", ["mango-rope-handle-tray"]],
  [
    "platter | platters | wooden platter | serving platter | serving plate | plate | wooden plates | plates | plater | platte | samosa plate | maram thattu | pav bhaji plate | plate for kids",
    listKind("Platter"),
  ],
  [
    "thali | wooden thali | थाली | dinner plate | puja thali | thaali | pooja thali | puja tray | roti plate | chapati | roti | naan platter | खाने की थाली | do you have thali | karwa chauth thali",
    ["acacia-thali-platter-round"],
  ],
  ["leaf platter | leaf plate | leaf shaped platter | leaf tray", ["mango-leaf-platter"]],
  ["oval tray | grazing tray", ["acacia-oval-grazing-platter"]],
  ["grazing platter | grazing board", ["acacia-oval-grazing-platter"]],
  [
    "bowl | bowls | wooden bowl | wooden bowls | bowls made of wood | lakdi ka bowl | bowel | boul | bartan | woden bowl | কাঠের বাটি | ಬಟ್ಟಲು | கிண்ணம் | கோப்பை | lakda cha bowl | kinnam | ice cream bowl",
    bowls,
  ],
  [
    "salad bowl | salad | ਸਲਾਦ ਬਾਊਲ | wooden salad bowl | large salad bowl | big salad bowl | salad bowls | sald bowl",
    ["mango-salad-bowl-large"],
  ],
  [
    "soup bowl | soup bowls | bowl for soup | noodle bowl | cereal bowl | set of two",
    ["teak-soup-bowls-pair"],
  ],
  [
    "bowl set | set of bowls | set of 3 bowls | small bowls | dip bowl | chutney bowl | katori | dry fruit bowl | nut bowl | dry fruits | mithai | pickle bowl | set of three bowls | dry fruit tray | pickle stand | pickle tray | condiment holder",
    [dipBowls],
  ],
  [
    "fruit bowl | frute bowl | fruit bowls | fruit basket | wooden fruit bowl | frut basket | center piece | phal rakhne ki tokri | bowl for fruit | centerpiece | फल | फलों की टोकरी",
    listKind("Fruit Bowl"),
  ],
  [
    "cake stand | cake stands | wooden cake stand | cupcake stand | dessert stand | pedestal bowl | केक स्टैंड | 🎂",
    ["mango-pedestal-fruit-bowl"],
  ],
  ["lotus | lotus bowl | kamal | phoolon wala bowl | कमल | flower bowl", ["acacia-lotus-fruit-bowl"]],
  [
    "chopping board | chopping boards | cutting board | wooden cutting board | cutting boards | choping board | chopingboard | chopping bord | cuting bord | large chopping board | vegetable cutting board | chopper board | chakla",
    choppingBoards,
  ],
  ["teak chopping board | teak cutting board | rasoi | रसोई", ["teak-everyday-chopping-board"]],
  [
    "butcher block | butcher board | end grain board | end grain | butcherblock",
    ["acacia-end-grain-butcher-board", "teak-end-grain-butcher-block"],
  ],
  [
    "carving board | meat board | steak board | board with juice groove",
    ["acacia-carving-board-juice-groove"],
  ],
  ["pizza board | pizza | paddle board | pizza paddle | pizza plate", ["acacia-paddle-chopping-board"]],
  [
    "garlic bread board | bread board | baguette board | bread cutting board | bread tray | serving board",
    ["teak-baguette-board"],
  ],
  [
    "cheese board | che | chiz board | charcutery board | cheese boards | cheeseboard | ચીઝ બોર્ડ | ചീസ് ബോർഡ് | cheese platter | cheese plate | charcuterie board | charcuterie | charcutary board | brie board | burrata board | chese board | chese bord | chesseboard | cheez board",
    cheeseBoards,
  ],
  ["slate board | slate cheese board | stone board", ["acacia-slate-cheese-board"]],
  [
    "chip and dip | chi | chip & dip | chips and dip platter | dip platter | snack platter | chip and deep | chip dip tray | namkeen tray | snacks | nachos platter | namkeen | party platter for snacks",
    [chipDips[0] ?? ""],
  ],
  [
    "spoon stand | spoon holder | cutlery holder | cutlery stand | cutlery caddy | cutlery | spoon and fork stand | utensil holder | cutlry caddy | cutlery basket | chopsticks holder | knife block | चम्मच | fork and knife holder | spatula holder | spon holder | spoon and fork stnad | चम्मच स्टैंड",
    caddies,
  ],
  [
    "lazy susan | lazysusan | lazy suzan | turntable | turn table | rotating tray | revolving stand | spice rack | kitchen turntable | lazy susan for dining table | turning table for dining | लेज़ी सुसान | ghumne wali tray | घूमने वाली ट्रे",
    turntables,
  ],
  [
    "tissue holder | tissue box | tissue box for car | tissue dabba | tissue paper holder | tissue paper box | tisue box | टिश्यू बॉक्स",
    [tissueBox],
  ],
  ["serving paddle", ["acacia-paddle-chopping-board", "mango-paddle-cheese-board"]],
  ["kitchen organizer", caddies],
  ["compartment tray | partition plate", ["teak-three-well-chip-dip"]],
  ["napkin holder | napkin stand | napkin", ["acacia-napkin-holder"]],
  [
    "gift | gifts | diwali gift | diwali gifts | wedding gift | housewarming gift | birthday gift | gift for mom | gifts for wife | anniversary gift | corporate gifts | return gifts | उपहार | gift for mother in law | mummy ke liye gift | papa gift | new year gift | teachers day gift | present for my aunt | retirement gift | ghar ke liye gift | मम्मी के लिए गिफ्ट | दिवाली गिफ्ट | 🎁 | newly married couple | diwali gifts for employees | gifts under rs1000 | diwali gft | తీపావళి గిఫ్ట్",
    listCollection("Diwali Gifting"),
  ],
  ["tea set | chai set", [brassTray, chaiTray]],
  ["remote tray", ["mango-rope-handle-tray"]],
  ["teak | teak wood | teakwood | sagwan | teek wood | teak gift", listWood("Teak")],
  ["acacia | acacia wood | accacia | acasia", listWood("Acacia")],
  ["mango wood | mango wod | mangowood | mango | aam ki lakdi", listWood("Mango")],
  ["kitchenware | kitchen", listWhere(({ category }) => category === "Kitchenware")],
  ["tableware | dining table", listWhere(({ category }) => category === "Tableware")],
  ["black friday | sale", listCollection("Black Friday")],
  ["hosts collection", listCollection("The Host's Board")],
  ["everyday table", listCollection("Everyday Table")],
  ["gift under 1000", listWhere(() => true)],
  ["salid bowl", ["mango-salad-bowl-large"]],
  ["teak tray wit handels", [bedTray]],
  ["acacia or teak chopping board", ["teak-everyday-chopping-board", "acacia-end-grain-butcher-board"]],
  ["namkeen tray", [chaiTray]],
  ["black tray", [brassTray, chaiTray]],
  ["തടി പാത്രം", bowls],
  ["cup cake stand", ["mango-pedestal-fruit-bowl"]],
  ["tishoo box", [tissueBox]],
  ["नाश्ता ट्रे", [bedTray]],
  ["tray vs platter", [...trays, ...listKind("Platter")]],
];

const cases = searches.flatMap(([typed, mustBeFound]) =>
  typed.split(" | ").map((text) => [text, mustBeFound] as const),
);

test("the table of typical searches has at least 150 searches, each with a product", () => {
  expect(cases.length).toBeGreaterThanOrEqual(150);
  for (const [text, mustBeFound] of cases) expect(mustBeFound, text).not.toHaveLength(0);
});

test.each(cases)("the search “%s” finds the expected products", (text, mustBeFound) => {
  expect(index.search(text).all).toEqual(expect.arrayContaining([...mustBeFound]));
});

test.each([
  ["tea tray", [bedTray]],
  ["tea set", chipDips],
  ["tea cups", trays],
  ["wooden cup", cheeseBoards],
  ["delivery charges", listKind("Platter")],
  ["dinner set", listKind("Platter")],
  ["masala dabba", [...turntables, ...caddies]],
  ["dry fruit box", [dipBowls, tissueBox, ...chipDips]],
  ["dishwasher safe bowl", bowls],
  ["whiteboard", [...choppingBoards, ...cheeseBoards]],
  ["acacia cheese board", ["acacia-oval-grazing-platter"]],
  ["12 inch bowl", [dipBowls, "teak-soup-bowls-pair"]],
  ["acacia bowl", trays],
  ["mango bowl", chipDips],
  ["teak caddy", [tissueBox]],
  ["teak bowl", [...turntables, ...cheeseBoards]],
  ["glass bowl", [...bowls, ...trays]],
  ["long platter", ["mango-leaf-platter", "teak-river-organic-platter"]],
  ["sofa", chipDips],
  ["cupboard", turntables],
  ["skateboard", cheeseBoards],
  ["chese bord", choppingBoards],
  ["teak tray", [brassTray, ...choppingBoards]],
  ["cake stand", cheeseBoards],
  ["cutting board", [...cheeseBoards.filter((slug) => slug !== "acacia-round-cheese-board"), ...trays]],
  ["napkin holder", [tissueBox]],
  ["salad bowl", [...chipDips.filter((slug) => !slug.includes("bowl")), ...trays]],
  ["sheesham bowl", bowls],
  ["olive wood bowl", bowls],
  ["olive wood", [dipBowls, ...chipDips]],
  ["bamboo tray", trays],
  ["round chopping board", [...choppingBoards, ...cheeseBoards]],
  ["round board", ["teak-cheese-board-ceramic-cup"]],
  ["steel bottle opener", turntables],
  ["laptop stand", caddies],
  ["planter", listKind("Platter")],
  ["clock", choppingBoards],
  ["pine", cheeseBoards],
  ["shipping", choppingBoards],
  ["wooden spoon set", caddies],
  ["kitchen knife set", choppingBoards],
  ["lamp", trays],
  ["photo frame", cheeseBoards],
  ["study table", caddies],
  ["mera order kahan hai", trays],
  ["chess board", choppingBoards],
  ["dog food bowl", bowls],
  ["soup bowl", listKind("Fruit Bowl")],
  ["end grain board", ["acacia-carving-board-juice-groove"]],
  ["organic edge platter", ["acacia-thali-platter-round"]],
  ["acacia or teak chopping board", ["mango-chopping-board-slot-handle"]],
  ["pepper mill", turntables],
  ["pizza board", cheeseBoards],
  ["cash on delivery", chipDips],
  ["dinner plate wooden", chipDips],
  ["bowl set", ["acacia-everyday-bowl"]],
  ["soup bowl set of 2", [dipBowls]],
  ["wood polish oil", trays],
])("the search “%s” does not have unrelated products among its full matches", (text, mustNotBeFound) => {
  for (const slug of mustNotBeFound) expect(index.search(text).all).not.toContain(slug);
});

test.each([
  ["olive wood bowl", bowls],
  ["bamboo tray", trays],
  ["glass bowl", bowls],
  ["remote holder", ["mango-rope-handle-tray"]],
  ["round chopping board", ["acacia-round-cheese-board", "teak-everyday-chopping-board"]],
  ["wooden spoon set", caddies],
  ["roti box", ["acacia-thali-platter-round"]],
  ["rolling pin and board", choppingBoards],
  ["cheese knife", cheeseBoards],
  ["masala dabba", turntables],
  ["dry fruit box", [dipBowls]],
  ["dishwasher safe cutting board", choppingBoards],
])("the search “%s”, which no product matches completely, has close matches", (text, close) => {
  expect(index.search(text).close).toEqual(expect.arrayContaining([...close]));
});

test.each(["jewellery box", "pen stand", "laptop table", "चाकू", "do you ship to Dubai"])(
  "the search “%s” finds nothing, because products match at most a common word such as 'box'",
  (text) => {
    expect(index.search(text)).toMatchObject({ all: [], close: [] });
  },
);

test.each([
  ["12 inch plate", "acacia-thali-platter-round"],
  ["long platter", "acacia-oval-grazing-platter"],
  ["long tray", chaiTray],
  ["long board", "teak-baguette-board"],
  ["30 cm bowl", "mango-salad-bowl-large"],
  ["lazy susan 14 inch", "teak-lazy-susan-rimmed"],
  ["chopping board 14x10", "teak-end-grain-butcher-block"],
  ["dry fruit bowl", dipBowls],
  ["ड्राई फ्रूट बाउल", dipBowls],
  ["olive bowl", dipBowls],
  ["candy dish", dipBowls],
  ["katori", dipBowls],
  ["big serving tray", brassTray],
  ["big chopping board", "acacia-end-grain-butcher-board"],
  ["large cutting board", "acacia-end-grain-butcher-board"],
  ["teak chopping board large", "teak-end-grain-butcher-block"],
  ["peetal handle tray", brassTray],
  ["largest tray", bedTray],
  ["thick chopping board", "acacia-end-grain-butcher-board"],
  ["shallow bowl", dipBowls],
  ["small tray", chaiTray],
  ["soup boul", "teak-soup-bowls-pair"],
  ["ramen bowl", "teak-soup-bowls-pair"],
  ["bed table", bedTray],
  ["brisket board", "acacia-carving-board-juice-groove"],
  ["dark wood bowl", "acacia-everyday-bowl"],
  ["light colour tray", "mango-round-tray"],
])("the search “%s” lists its best match first", (text, first) => {
  expect(index.search(text).all[0]).toBe(first);
});
