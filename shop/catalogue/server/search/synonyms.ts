import { asc } from "drizzle-orm";
import type { Db, Tx } from "#platform/database/database.ts";
import { searchText, splitIntoWords } from "../../search.ts";
import { toSingular } from "../../search-words.ts";
import { searchSynonym } from "../tables.ts";

export type Synonyms = Readonly<Record<string, readonly string[]>>;

export async function readOwnSynonyms(db: Db | Tx): Promise<Synonyms> {
  const rows = await db.select().from(searchSynonym).orderBy(asc(searchSynonym.words));
  return Object.fromEntries(rows.map(({ words, means }) => [words, means]));
}

/** Returns the same text for `Cake Stands` and `cake stand`. */
export const toSynonymKey = (words: string): string =>
  splitIntoWords(searchText(words)).map(toSingular).join(" ");

/** Joins the default synonyms with the owner's. An owner's entry replaces the default for the same words. */
export function joinSynonyms(ownSynonyms: Synonyms): Synonyms {
  const replaced = new Set(Object.keys(ownSynonyms).map(toSynonymKey));
  const unreplaced = Object.entries(standardSynonyms).filter(([words]) => !replaced.has(toSynonymKey(words)));
  return Object.fromEntries([
    ...unreplaced,
    ...Object.entries(ownSynonyms).filter(([, meanings]) => meanings.length > 0),
  ]);
}

export const standardSynonyms: Synonyms = expand(`
cutting, cut, chop, chopper, vegetable cutting, katne = chopping
cutting board, chopping pad, cutting pad, vegetable board, rolling board, chakla, chakla belan, roti chakla, kneading board, rolling board chapati, chapati board, roti board = chopping board
vegetable, veg, veggie, sabzi, sabji, onion, knife, chaku = chopping board
butcher block, butcher = end grain
carving, steak, meat, roast, turkey, barbecue, bbq = carving
bread, baguette, loaf, toast, garlic bread = bread board
pizza, pizza plate, pizza tray, pizza peel, paratha, parantha, flatbread = paddle board
plate, plates, plattar, charger, parat, roti, chapati, chapathi, chapatti, phulka, fulka, naan, dosa, chaat, biryani, starter plate, dessert plate, quarter plate, kebab, sweets platter = platter
dinner plate, pooja thali, puja thali, thali, thaali, thal, thaal, puja, pooja, prasad, meal, lunch, dinner = thali
serving dish, dish, dishes, serveware = platter, bowl
serving, serve, server, hosting, party = serveware
cake stand, cake plate, cupcake stand, dessert stand, cake, cupcake, dessert, pedestal, fruit stand, footed bowl = pedestal
fruit basket, basket, tokri, phal ki tokri, fruit plate, fruit tray, fruit holder, centerpiece, centrepiece, phal, fal, fruits, froot, center, centre = fruit bowl
salad, soup, ice cream, icecream, dahi, kheer, halwa, maggi, poha, upma, muesli, sprouts, prasad, kids, baby, noodle, noodles, ramen, cereal, oats, porridge, pasta, rice, dal, curry, khichdi, snack bowl, mixing, popcorn, katora, kator, bartan, bole, bol, boll, pyala, vati = bowl
katori, katoree, wati, vatki, pyali, dip, sauce, chutney, chatni, chatney, pickle, achar, achaar, raita, ketchup, mayo, condiment, small bowl, mini bowl, nut bowl = dip bowl
dry fruit, dryfruit, dry fruits, nut, nuts, mukhwas, mithai, meetha, sweet, sweets, candy, chocolate, olive, dry fruit tray, dry fruit box, dry fruit holder, mithai tray, mithai box, sweets tray, sweets box, mukhwas box, mukhwas tray, dry fruit plate, dryfruit tray, dryfruit box = dip bowl, chip dip
snack, snacks, nashta, namkeen, namkin, starter, appetizer, appetiser, nacho, nachos, chip, chips, salsa, guacamole, hummus, fries, pakora = chip dip
chip n dip, chips and dip, chips dip, dip platter, snack platter, snack plate, snack tray, chip platter, chip deep, chip dip tray, chip tray, namkeen tray, namkin tray, nashta tray, sev, bhujia = chip dip
cheese platter, cheese plate, cheese tray, cheez, cheeze, chiz, chees, charcuterie, charcuterie board, paneer, wine, cold cuts, antipasti, tapas = cheese board
grazing, grazing board, grazing table = grazing platter, cheese board
lazy susan, lazysusan, lazy suzen, lazy susen, turntable, turn table, revolving, rotating, rotate, rotary, spinning, spinner, swivel, carousel, lazy suzanne, rotating tray, revolving tray, spinning tray, rotating stand, revolving stand, rotating platter, turning table, rotating table, revolving table = lazy susan
spice, spices, masala, masala dabba, spice box, spice rack, spice holder, masaledani, masala dani, masala daan, masala box, masala stand, jar, salt pepper, spice organizer = lazy susan
spoon stand, spoon holder, spoon, spoons, fork, forks, utensil, utensils, utensil holder, ladle, cutlery holder, cutlery stand, cutlery box, cutlery organizer, cutlery tray, cutlery rack, silverware, flatware, kitchen caddy, fork knife, knife fork, fork knife holder, spoon fork, fork spoon, knife holder, chammach, chamach, chammch, chammach holder, chamach holder = cutlery caddy
tissue, tishu, tissu, tissue paper, tissue stand, tissue cover, tissue case, kleenex, facial tissue = tissue holder, tissue box
napkin, serviette, napkin stand, napkin box, napkin rack = napkin holder
stand, rack, organizer, organiser, caddy, storage, container = holder, caddy
tea, coffee, teacup, kulhad, evening tea, cutting chai, kettle, biscuit, cookie = chai
chai = tea
puja tray, pooja tray = thali, tray
tray, trey, tre, try, tashtari, drink, drinks, cocktail, bar, water glass, glasses, ottoman = tray
bed, lap, brunch, morning = breakfast
lap tray, lap table, bed tray, bed table = breakfast tray
kitchen, kitchen tool, cookware, cooking, cook, chef = kitchenware
dining, dinnerware, crockery, dining table, table, tabletop = tableware
dining table = serveware
decor, decoration, decorative, home decor, showpiece, ornament = fruit bowl, tray
gift, gifts, gifting, present, presents, hamper, gift box, gift hamper, return gift, shagun, tohfa, uphar, upahar = gifting
diwali, deewali, divali, deepavali, deepawali, dipawali, festive, festival, wedding, marriage, shaadi, shadi, anniversary, birthday, bday, housewarming, house warming, griha pravesh, grih pravesh, rakhi, raksha bandhan, bhai dooj, christmas, xmas, new year, valentine, mothers day, fathers day, corporate, bulk, office, farewell, engagement, baby shower, karwa chauth, eid, holi, navratri, pongal, onam = gifting
gift housewarming = lazy susan, cutlery caddy, fruit bowl
gift wedding = cheese board, chip dip, end grain
gift diwali = diwali gifting, dip bowl
mom, mum, mummy, mumma, maa, amma, mother, law, papa, appa, dad, father, wife, husband, sister, brother, friend, boss, teacher, couple, girlfriend, boyfriend, him, her, parent, family, grandmother, grandfather, grandma, grandpa, nani, dadi, didi, bhabhi, bhaiya, bhai, behan, son, daughter, beti, beta, pati, patni, bride, groom, woman, women, man, men, lady, ladies, neighbour, neighbor, colleague, employee, staff, client = gifting
sale, discount, offer, deal, clearance, reduced = black friday
sagwan, saagwan, sagwaan, sagon, teek, tik = teak
babool, babul, kikar, keekar, akasia, akeshia, acacea, accacia, acasia, accasia = acacia
aam, mangowood, amba = mango
circular, circle, gol = round
rectangle, rectangular, slim, narrow = long
rimmed, raised edge = rim
brass, metal, golden handle, gold = brass
strap, belt = leather
flower, floral, petal, kamal = lotus
patta, pan patta, paan patta = leaf
dessert bowl, pudding bowl, pudding = dip bowl, bowl
stone, chalk = slate
two, double = 2
three, triple = 3
everyday, daily, regular, roz = everyday
rasoi = kitchenware
ट्रे, तश्तरी = tray
तख्ता, बोर्ड, चकला, चॉपिंग बोर्ड = chopping board
कटोरा, बाउल, कटोरी, प्याली = bowl
प्लेट, थाली, रोटी = platter
चाय = chai
फल, टोकरी = fruit bowl
स्टैंड, होल्डर = holder, caddy
गोल = round
चम्मच = cutlery caddy
मसाला, मसाला डिब्बा, मसालादानी = lazy susan
उपहार, तोहफा, दिवाली, शादी = gifting
सागवान = teak
आम = mango
बबूल = acacia
नाश्ता = breakfast, chip dip
`);

function expand(lines: string): Synonyms {
  const entries = new Map<string, string[]>();
  for (const line of lines.trim().split("\n")) {
    const [words = "", meanings = ""] = line.split(" = ");
    for (const word of words.split(", "))
      entries.set(word, [...(entries.get(word) ?? []), ...meanings.split(", ")]);
  }
  return Object.fromEntries(entries);
}
