/** Names of commands until November 2026, with their present names. Delete a name when no script uses it. */
const newNames: Readonly<Record<string, string>> = {
  "banners add": "banners new …",
  "cancellations list": "orders list --group to-answer",
  cancellations: "orders cancel … --approve or --decline",
  "cards add": "cards new …",
  "collections move": "collections … --place",
  "collections rename": "collections … --new-name",
  "coupon remove": "coupon --none",
  "customers find": "customers list --search",
  dots: "looks …",
  doctor: "check --before-opening",
  "home preview": "preview home",
  "hot-products clear": "hot-products … none",
  "invoices audit": "check",
  "invoices export": "export invoices",
  "mail last": "mail --last",
  "mail preview": "mail … or mail --kinds",
  "mail retry": "mail --retry all",
  "mail test": "mail --test",
  "mail waiting": "mail",
  "mail words": "mail … --words",
  "messages answer": "messages …",
  "messages answered": "messages … --elsewhere",
  "newsletter count": "newsletter",
  "newsletter export": "export newsletter",
  "offers remove": "offers --none",
  "orders export": "export orders",
  "orders list --customer": "orders list --search",
  "orders print --invoice": "invoices … --pdf",
  "orders lost": "orders refund … --lost or orders replace … --lost",
  "orders refused": "orders cancel … --refused",
  "orders set-status": "orders confirm, orders deliver or orders cancel",
  "payments check": "check --only payments",
  "payments events": "payments …",
  "payments export": "export payments",
  "payments retry-refund": "payments … --retry",
  "products change": "products set …",
  "products check": "products import … --dry-run",
  "products hide": "products set … --hidden yes",
  "products preview": "preview product …",
  "products set-price": "products set … --price",
  "products set-stock": "products set … --stock",
  "products show": "products set … --hidden no",
  "report best-sellers": "report sales --by product",
  "stock audit": "check",
  "stock forecast": "report stock",
  "stock low": "report stock",
  "stock waiting": "report stock",
  "taxes remove": "taxes --rate none …",
  "testimonials hide": "reviews … --decline",
  "testimonials list": "reviews --testimonials",
  "testimonials show": "reviews … --approve",
  "texts preview": "preview text …",
};

/** Nouns that are now commands without a verb. Until November 2026 they had the verbs `list`, `show` and `set`. */
const ofOneWord = new Set(
  "audit banners brand cards collections coupon declarations home hot-products invoices makers messages newsletter offers payments people returns reviews rules seller settings synonyms taxes texts visits".split(
    " ",
  ),
);

/** Old verbs that are now options with the same name, by noun. */
const options: Readonly<Record<string, readonly string[]>> = {
  banners: ["remove"],
  cards: ["remove"],
  collections: ["add", "remove"],
  invoices: ["pdf"],
  newsletter: ["remove"],
  payments: ["reconcile", "seen"],
  people: ["invite", "remove", "role", "sign-out"],
  returns: ["accept", "received", "refund", "refuse"],
  reviews: ["approve", "decline", "reply"],
  synonyms: ["export", "import", "remove"],
};

/** Returns `'products hide' is now 'products set … --hidden yes'.` for an old name, and null for other names. */
export function describeNewName(words: readonly string[]): string | null {
  const [noun = "", verb = ""] = words;
  const renamed = Object.entries(newNames).find(([name]) =>
    name.split(" ").every((part, at) => (part.startsWith("--") ? words.includes(part) : words[at] === part)),
  );
  const [oldName, newName] =
    renamed ??
    (Object.hasOwn(options, noun) && options[noun]?.includes(verb)
      ? [`${noun} ${verb}`, `${noun} … --${verb}`]
      : ofOneWord.has(noun) && ["list", "show", "set"].includes(verb)
        ? [`${noun} ${verb}`, `${noun} …`]
        : []);
  return newName === undefined ? null : `'${oldName}' is now '${newName}'.`;
}
