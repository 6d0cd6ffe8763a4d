import { asc } from "drizzle-orm";
import type { Db, Tx } from "#platform/database/database.ts";
import { searchText, splitIntoWords } from "../../search.ts";
import { normalizeWord } from "../../search-words.ts";
import { searchSynonym } from "../tables.ts";

export type Synonyms = Readonly<Record<string, readonly string[]>>;

export async function readOwnSynonyms(db: Db | Tx): Promise<Synonyms> {
  const rows = await db.select().from(searchSynonym).orderBy(asc(searchSynonym.words));
  return Object.fromEntries(rows.map(({ words, means }) => [words, means]));
}

/** Returns the same text for `Cake Stands` and `cake stand`. */
export const toSynonymKey = (words: string): string =>
  splitIntoWords(searchText(words)).map(normalizeWord).join(" ");

/** Joins the default synonyms with the owner's, which replace or remove the defaults for the same words. */
export function joinSynonyms(ownSynonyms: Synonyms): Synonyms {
  const replaced = new Set(Object.keys(ownSynonyms).map(toSynonymKey));
  const unreplaced = Object.entries(standardSynonyms).filter(([words]) => !replaced.has(toSynonymKey(words)));
  return Object.fromEntries([
    ...unreplaced,
    ...Object.entries(ownSynonyms).filter(([, meanings]) => meanings.length > 0),
  ]);
}

export const standardSynonyms: Synonyms = expand(`
cutting, कटिंग, cut, chop, chopper, vegetable cutting, katne = chopping
cutting board, fruit cutting board, fruit chopping board, fruit board, chopping pad, cutting pad, vegetable board, rolling board, chakla, roti chakla, kneading board, palagai, palkai, polpat, rolling board chapati, chapati board, roti board, takhta = chopping board
vegetable, veg, veggie, garlic, sabzi, onion, pyaz, chicken, mutton, fish, knife board, chaku board = chopping board
butcher block, chopping block, butcher = end grain
carving, roast, steak, turkey, barbecue, bbq, brisket, rib, watermelon, melon, tarbuj = carving
meat = carving, end grain
coconut, nariyal = coconut, end grain
bread, bread tray, bread platter, bread plate, baguette, loaf, toast, garlic bread, sourdough, pav, bun, croissant, focaccia, bruschetta, crostini = bread board
pizza, पिज़्ज़ा, pizza plate, pizza tray, pizza peel, paratha, flatbread = chopping paddle
plate, plates, plattar, charger, parat, roti, chapati, phulka, naan, dosa, chaat, biryani, starter plate, dessert plate, quarter plate, kebab, samosa, momo, tikka, sandwich, burger, sushi, idli, sweets platter, sweets plate, mithai plate, pav bhaji, bhaji, puri, poori, chole, dhokla, khaman, vada, uttapam, thattu, tattu, tatte, pallem, thala, taat, rakabi, pinjanam, bhel, taco, tandoori, appam, thepla, kulcha, bhatura, luchi, pancake, waffle, omelette, egg, pattal, takhti = platter
bhojan, mandir, dinner plate, pooja thali, puja thali, thali, thal, puja, pooja, aarti, prasad, meal, lunch, dinner = thali
serving dish, dish, dishes, serveware = platter, bowl
serving, सर्विंग, serve, server, hosting, party, guest, mehmaan, restaurant, cafe = serveware
cake stand, cake plate, cupcake stand, dessert stand, cake, केक, cupcake, dessert, pedestal, fruit stand, footed bowl = pedestal
fruit basket, basket, tokri, butti, hannin, phal ki tokri, fruit plate, fruit tray, fruit holder, pazha, pandla, phaler, centerpiece, banana, apple, orange, phal, fal, फलों, pazham, pandlu, hannu, phol, fruits, center, centre, seb, kela, santra, anar, papaya, strawberry, kiwi, pineapple, litchi, chikoo = fruit bowl
salad, soup, ice cream, icecream, dahi, kheer, halwa, maggi, poha, upma, muesli, sprouts, prasad, curd, yogurt, smoothie, granola, buddha, noodle, noodles, ramen, cereal, oats, porridge, pasta, rice, dal, curry, khichdi, mixing, popcorn, katora, kator, bartan, bole, bol, boll, pyala, kinnam, ginne, battalu, bati, kauli, pathram, koppai, oatmeal, sambar, rasam, kadhi, payasam, custard, gravy, pulao, sabji = bowl
katori, wati, vati, watki, vatki = dip bowl, bowl
pyali, dip, sauce, chutney, chatni, pickle, achar, raita, ketchup, mayo, condiment, nut bowl = dip bowl
dry fruit bowl, dryfruit bowl, sweets bowl, mithai bowl, candy bowl, chocolate bowl, snack bowl = dip bowl set, bowl
dry fruit, dryfruit, dry fruits, nut, nuts, mukhwas, mewa, mithai, meetha, sweet, sweets, candy, chocolate, olive, dry fruit tray, dry fruit holder, mithai tray, sweets tray, chocolate tray, mukhwas tray, dry fruit plate, dryfruit tray, kaju, badam, pista, kishmish, khajur, almond, cashew, raisin, peanut, moongfali, makhana, supari, saunf, laddu, barfi, jalebi, peda = dip bowl set, chip dip
candy dish = dip bowl set, bowl
snack, snacks, nashta, namkeen, starter, appetizer, nacho, nachos, chip, chips, salsa, guacamole, hummus, fries, pakora, wafer, murukku, chakli, mixture = chip dip
chip n dip, chips and dip, chips dip, dip platter, snack platter, snack plate, snack tray, chip platter, chip deep, chip dip tray, chip tray, chip bowl, nacho tray, nacho bowl, salsa bowl, guacamole bowl, namkin tray, sev, bhujia, fafda, gathiya, khakhra, chivda, mathri, crisps, crisp, dips = chip dip
cheese platter, charcuterie platter, cheese plate, cheese tray, cheeze, fromage, chiz, चीज़, chees, charcuterie, charcuterie board, paneer, wine, cold cuts, antipasti, tapas, brie, burrata, mozzarella, gouda, camembert, parmesan, feta, cracker, grape, fig, ham, salami = cheese board
kids, kid, baby, toddler = bowl, platter
compartment tray, compartment plate, partition tray, partition plate, section plate, divided plate, 3 compartment = three well
grazing, grazing board, grazing table = grazing platter, cheese board
lazy susan, lazysusan, लेज़ी, lazy susen, turntable, turn table, ghumne, revolving, rotating, rotate, rotary, spinning, spinner, swivel, carousel, lazy suzanne, rotating tray, ghumne tray, revolving tray, spinning tray, rotating stand, revolving stand, rotating platter, turning table, rotating table, revolving table = lazy susan
spice, spices, masala, spice rack, spice holder, masala stand, jar, salt pepper, spice organizer, salt, pepper, namak, mirch, sauce bottle, oil bottle, ketchup bottle = lazy susan
kadchi, spoon stand, spoon holder, ladle holder, ladle stand, spatula holder, spatula stand, spatula, karchi, tong, spoon, spoons, fork, forks, utensil, utensils, utensil holder, ladle, cutlery holder, cutlery stand, cutlery box, cutlery organizer, cutlery tray, cutlery rack, silverware, flatware, kitchen caddy, fork knife, knife fork, fork knife holder, spoon fork, fork spoon, knife holder, chammach, chamach, chammch, chammach holder, chamach holder, chamcha, chamche, chamchi, chamoch, karandi, knife block, knife stand, knife rack = cutlery caddy
tissue, tishu, टिश्यू, टिश्यू पेपर, tissu, tissue paper, tissue stand, tissue cover, tissue case, kleenex, facial tissue = tissue holder, tissue box
napkin, serviette, napkin stand, napkin box, napkin rack = napkin holder
stand, holder, rack, organizer, storage, container = holder, caddy
cutlery basket, spoon basket, chopstick, chopsticks = cutlery caddy
bread basket, roti basket = wave, bowl
ramen, maggi, udon, pho, chowmein = noodle
tea, टी, coffee, teacup, kulhad, evening tea, cutting chai, kettle, biscuit, cookie, चाय, kaapi, kapi, high tea = chai
chai, चाय = tea
tea set, chai set, coffee set = chai tray, serving tray
dabba, dibba = box
pickle stand, pickle holder, pickle tray, pickle set, achar tray, chutney tray, sauce tray, achar stand, condiment holder, condiment set, condiment stand, condiment tray, chutney stand, chutney holder, sauce holder, sauce stand = dip bowl, dip bowl set, lazy susan
kitchen organizer, kitchen storage, kitchen rack, kitchen stand, kitchen holder, counter organizer, table organizer, dining table organizer = caddy, lazy susan
serving board = cheese board, paddle board, bread board
cheese platter, charcuterie platter, grape, fig, antipasti, tapas, cold cuts = grazing platter
matte = matt
namkeen tray = chip dip, chai tray
rassi, jute, dori = rope
dark, black, dark wood, brown, dark brown = acacia
light wood, light colour, light color, light coloured, light colored, pale, white, cream = mango
puja tray, pooja tray = thali, tray
tray, try, salver, tashtari, drink, drinks, cocktail, bar, water glass, glasses, ottoman = tray
bed, lap, brunch, morning, nashta = breakfast
lap tray, lap table, bed tray, bed table = breakfast tray
kitchen, kitchen tool, cookware, cooking, cook, chef = kitchenware
dining, dinnerware, crockery, dining table, table, tabletop = tableware
dining table = tissue holder
decor, decoration, decorative, home decor, showpiece, ornament, sajawat = fruit bowl, tray
gift, gifts, gifting, present, presents, hamper, gift box, gift hamper, return gift, shagun, tohfa, uphar, parisu, kanuka, udugore, bhet = gifting
diwali, deepavali, festive, festival, wedding, marriage, married, shadi, anniversary, birthday, bday, housewarming, house warming, griha pravesh, gruhapravesham, gruh pravesh, rakhi, raksha bandhan, bhai dooj, christmas, xmas, santa, new year, valentine, corporate, bulk, office, farewell, engagement, baby shower, karwa chauth, eid, holi, navratri, pongal, onam, dhanteras, lohri, baisakhi, ugadi, gudi padwa, ganesh chaturthi, janmashtami, durga puja, dussehra, teej, bihu, vishu, graduation, retirement, promotion, sagai, vivah, janamdin, salgirah, sangeet, mothers day, fathers day, thank you, new home, new house, kitty party = gifting
gift housewarming = lazy susan, cutlery caddy, fruit bowl
gift wedding = cheese board, chip dip, end grain
gift diwali = diwali gifting, dip bowl
mom, mum, mummy, मम्मी, maa, amma, mother, law, papa, appa, dad, father, wife, husband, sister, brother, friend, boss, teacher, couple, girlfriend, boyfriend, him, her, parent, family, grandmother, grandfather, grandma, grandpa, nani, dadi, didi, bhabhi, bhaiya, bhai, behan, son, daughter, beti, beta, dost, pati, patni, bride, groom, woman, women, man, men, lady, ladies, neighbour, colleague, employee, staff, client, bua, mausi, chacha, chachi, mami, nana, saas, sasur, bahu, damad, jija, nanad, uncle, aunt, aunty, cousin, nephew, niece, hubby, wifey, akka, anna, thatha, paati, ajji, in law = gifting
sale, discount, offer, deal, clearance, reduced = black friday
sagwan, sagon, teek, tik = teak
babool, kikar, acacea, accacia = acacia
aam, mangowood, amba = mango
circular, circle, gol = round
slim, narrow = long
rimmed, raised edge = rim
brass, metal, golden handle, gold, peetal, pital = brass
strap, belt = leather
flower, floral, petal, kamal, phool, phoolon, pushp = lotus
patta, pan patta, paan patta = leaf
dessert bowl, pudding bowl, pudding = dip bowl set, bowl
stone, chalk = slate
two, double = 2
three, triple = 3
everyday, daily, regular, roz = everyday
rasoi = kitchenware
mezze, crudite, canape = grazing platter, chip dip
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
