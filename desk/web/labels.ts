import { capitalise } from "#contract/text.ts";

/* Labels of fields and settings, which the desk shows instead of their names on the command line. */

/** Returns the label of a field that a text can contain: `delivery-time` gives "Delivery time". */
export const labelField = (field: string): string =>
  capitalise(field.replaceAll("-", " ").replace(/[cs]?gst(in)?/, (tax) => tax.toUpperCase()));

const FIELD_GROUPS: readonly (readonly [group: string, names: RegExp])[] = [
  [
    "Delivery",
    /^(shipping|shipping-offer|shipping-title|free-.*|processing-.*|delivery-.*|order-before|.*-days)$/,
  ],
  ["Prices and payment", /^([cs]gst|taxes|payment)$/],
  ["Returns and refunds", /refund|return|report|cancel|replace|warranty|credit|reduced|answer|reply/],
];

export const groupField = (field: string): string =>
  FIELD_GROUPS.toReversed().find(([, names]) => names.test(field))?.[0] ?? "Your shop";

export const PAYMENT_STATES: Readonly<Record<string, string>> = {
  Pending: "Not paid yet",
  Failed: "The payment failed",
  Completed: "Paid",
  Expired: "Not paid",
  Refunding: "The refund is on its way",
};

/** The owner's words for settings whose name begins with `start`. */
const SETTINGS: readonly (readonly [start: string, label: string])[] = [
  ["SHOP_PROFILE", "Demonstration"],
  ["SMTP_", "Mail server"],
  ["MAIL_FROM", "Sender of the shop's e-mails"],
  ["MAIL_TO", "E-mails to you"],
  ["PUBLIC_URL", "Address of the shop"],
  ["RAZORPAY_", "Payments by Razorpay"],
  ["BACKUP_", "Backups"],
  ["DATABASE_", "Database"],
  ["DATA_DIR", "Folder of the shop's data"],
  ["SIGN_IN_", "Login with Google"],
  ["TEST_PAYMENTS", "Test payments"],
  ["CATALOGUE_DIR", "Folder of the catalogue"],
  ["PICTURES_", "Picture storage"],
  ["TRUST_PROXY", "Proxy"],
  ["SHOP_SECRET", "Secret key of the shop"],
  [".env", "File with the settings"],
];

/** All settings that are not in the list have one common label. Other texts, such as an order number, do not change. */
export const labelSetting = (name: string): string =>
  SETTINGS.find(([start]) => name.startsWith(start))?.[1] ??
  (/^[A-Z\d]+(_[A-Z\d]+)+$|^(HOST|PORT)$/.test(name) ? "Setting of the shop's server" : name);
