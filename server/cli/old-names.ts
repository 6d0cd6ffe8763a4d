/**
 * The commands' names until November 2026, with the present ones. Delete this table when no script uses the old names.
 */
const newNames: Readonly<Record<string, string>> = {
  "banners add": "banners new …",
  "banners remove": "banners … --remove",
  "cancellations list": "orders list --group to-answer",
  "cards add": "cards new …",
  "cards remove": "cards … --remove",
  "collections add": "collections … --add",
  "collections move": "collections … --place",
  "collections remove": "collections … --remove",
  "collections rename": "collections … --new-name",
  "coupon remove": "coupon --none",
  "customers find": "customers list --search",
  doctor: "check --before-opening",
  "home preview": "preview home",
  "hot-products clear": "hot-products … none",
  "invoices audit": "check",
  "invoices export": "export invoices",
  "mail last": "mail preview --last",
  "mail retry": "mail waiting --retry all",
  "mail words": "mail preview … --words",
  "messages answered": "messages answer … --elsewhere",
  "newsletter count": "newsletter",
  "newsletter export": "export newsletter",
  "newsletter remove": "newsletter … --remove",
  "offers remove": "offers --none",
  "orders export": "export orders",
  "orders lost": "orders refund … --lost or orders replace … --lost",
  "orders refused": "orders cancel … --refused",
  "orders set-status": "orders confirm, orders deliver or orders cancel",
  "payments check": "check --only payments",
  "payments events": "payments …",
  "payments export": "export payments",
  "payments reconcile": "payments --reconcile",
  "payments retry-refund": "payments … --retry",
  "payments seen": "payments … --seen",
  "people remove": "people set … --remove",
  "people role": "people set … --role",
  "people sign-out": "people set … --sign-out",
  "products check": "products import … --dry-run",
  "products hide": "products set … --hidden yes",
  "products preview": "preview product …",
  "products set-price": "products set … --price",
  "products set-stock": "products set … --stock",
  "products show": "products set … --hidden no",
  "stock audit": "check",
  "stock forecast": "report stock",
  "stock low": "products list --low",
  "stock waiting": "report stock",
  "synonyms export": "synonyms --export",
  "synonyms import": "synonyms --import",
  "synonyms remove": "synonyms … --remove",
  "taxes remove": "taxes --rate none …",
  "testimonials hide": "reviews decline",
  "testimonials list": "reviews list --testimonials",
  "testimonials show": "reviews approve",
  "texts preview": "preview text …",
};

const ofOneWord = new Set(
  "banners brand cards makers collections coupon declarations home hot-products newsletter offers payments rules seller synonyms taxes texts".split(
    " ",
  ),
);

/** Returns for example `'products hide' is now 'products set … --hidden yes'.` for an old name, otherwise null. */
export function describeNewName([noun = "", verb = ""]: readonly string[]): string | null {
  const oldName = Object.hasOwn(newNames, noun) ? noun : `${noun} ${verb}`;
  const newName =
    ofOneWord.has(noun) && ["list", "show", "set"].includes(verb)
      ? `${noun} …`
      : Object.hasOwn(newNames, oldName)
        ? newNames[oldName]
        : undefined;
  return newName === undefined ? null : `'${oldName}' is now '${newName}'.`;
}
