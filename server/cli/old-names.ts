/**
 * Names of commands until November 2026, each with its present name. Delete the table when no script or
 * habit uses them any more.
 */
const newNames: Readonly<Record<string, string>> = {
  "changes list": "undo",
  "collections move": "collections set … --place",
  "collections rename": "collections set … --new-name",
  "customers find": "customers list --search",
  doctor: "check --before-opening",
  "hot-products clear": "hot-products set … none",
  "invoices audit": "check",
  "mail words": "mail preview … --words",
  "messages answered": "messages answer … --elsewhere",
  "offers remove": "offers set --none",
  "orders set-status": "orders confirm, orders deliver or orders cancel",
  "payments events": "payments show",
  "payments seen": "payments show … --seen",
  "products hide": "products set … --hidden yes",
  "products set-price": "products set … --price",
  "products set-stock": "products set … --stock",
  "products show": "products set … --hidden no",
  "stock audit": "check",
  "testimonials hide": "reviews decline",
  "testimonials list": "reviews list --testimonials",
  "testimonials show": "reviews approve",
};

/** `'products hide' is now 'products set … --hidden yes'.`, of a line that begins with an old name; else null. */
export function describeNewName([noun = "", verb = ""]: readonly string[]): string | null {
  const old = Object.hasOwn(newNames, noun) ? noun : `${noun} ${verb}`;
  return Object.hasOwn(newNames, old) ? `'${old}' is now '${newNames[old]}'.` : null;
}
