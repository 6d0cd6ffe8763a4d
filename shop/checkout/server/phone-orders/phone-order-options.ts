/** Options by their names. */
export type Typed = Readonly<Record<string, string | undefined>>;

/** The option in which each field of an order is typed. */
export const optionOf: Readonly<Record<string, string>> = {
  "contact.firstName": "name",
  "contact.lastName": "name",
  "contact.email": "email",
  shippingAddress: "state",
  "shippingAddress.street": "street",
  "shippingAddress.city": "city",
  "shippingAddress.state": "state",
  "shippingAddress.zipCode": "pin",
  "shippingAddress.phoneNumber": "phone",
  "companyInvoice.name": "company",
  "companyInvoice.address": "company-address",
  "companyInvoice.taxCode": "gstin",
  "companyInvoice.email": "company-email",
  notes: "notes",
};

const needed: readonly (readonly [option: string, what: string])[] = [
  ["email", "the customer's e-mail address"],
  ["name", "first and last name"],
  ["phone", "the number the courier calls"],
  ["street", "house and street"],
  ["city", "the city"],
  ["state", "the state"],
  ["line", "what they want, e.g. teak-tray:1"],
];

const neededByCompany: typeof needed = [
  ["company", "the company's name"],
  ["company-address", "its address"],
  ["gstin", "its GSTIN"],
];

/** What has to be there, and is not. */
export function listMissing(typed: Typed): string[] {
  const missing = [...needed, ...(isForCompany(typed) ? neededByCompany : [])].filter(([option]) =>
    isMissing(typed, option),
  );
  const isFirstNameOnly = !isMissing(typed, "name") && splitName(typed["name"]).lastName === "";
  return [
    ...missing.map(([option, what]) => `--${option} is missing: ${what}.`),
    ...(isFirstNameOnly ? ["--name: write first and last name."] : []),
  ];
}

export const isMissing = (typed: Typed, option: string): boolean => (typed[option] ?? "").trim() === "";

/** Whether its invoice is made out to a company. */
export const isForCompany = (typed: Typed): boolean =>
  neededByCompany.some(([option]) => !isMissing(typed, option));

/** The last word is the last name. */
export function splitName(typed = ""): { firstName: string; lastName: string } {
  const words = typed.trim().split(/\s+/);
  return {
    firstName: words.slice(0, -1).join(" ") || (words[0] ?? ""),
    lastName: words.slice(1).at(-1) ?? "",
  };
}
