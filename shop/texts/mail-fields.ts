/**
 * The mails whose text the owner can replace, and the fields that this text may contain, such as `{{order}}`. A test
 * compares the list with the mails.
 */
export const mailFields = {
  "order-placed": ["order", "placed", "to-pay", "pay-until"],
  "order-to-confirm": ["order", "placed", "to-pay-in-cash", "confirm-until"],
  "order-taken": ["order", "placed", "to-pay", "pay-until"],
  "order-paid": ["order", "placed", "paid-by", "invoice", "expected-delivery", "paid"],
  "order-confirmed": ["order", "placed", "to-pay-in-cash", "invoice", "expected-delivery"],
  "order-corrected": ["order"],
  "order-reinvoiced": ["order", "company", "gstin", "invoice", "cancelled-invoice"],
  "order-dispatched": ["courier", "tracking-number", "expected-delivery", "order"],
  "parcel-dispatched": ["parcel", "courier", "tracking-number", "expected-delivery", "order"],
  "parcel-delivered": ["parcel", "order", "delivered"],
  "dispatch-undone": ["order", "expected-delivery"],
  "order-replaced": ["order", "pieces"],
  "parcel-lost-refunded": ["order", "placed", "courier", "tracking-number", "amount", "paid"],
  "parcel-lost-replaced": ["order", "placed", "courier", "tracking-number"],
  "order-delivered": ["order", "delivered"],
  "review-request": [],
  "order-expired": ["order", "placed"],
  "order-unconfirmed": ["order", "placed"],
  "order-cancelled": ["order", "placed", "money"],
  "order-refused": ["order", "placed", "credit-note"],
  "order-part-cancelled": ["order", "placed", "expected-delivery", "pieces", "amount", "paid"],
  "order-pieces-cancelled": ["order", "placed", "expected-delivery", "pieces", "amount", "paid"],
  "cancellation-received": ["order", "asked", "reasons"],
  "cancellation-approved": ["order", "placed", "money"],
  "cancellation-declined": ["order", "expected-delivery"],
  "cancellation-reopened": ["order"],
  "return-requested": ["order", "pieces", "asked"],
  "return-accepted": ["order", "pieces", "asked", "send-to", "send-by", "way-back"],
  "return-refused": ["order", "pieces", "asked"],
  "return-received": ["order", "pieces", "asked"],
  "order-refunded-by-hand": ["amount", "reference", "order", "paid-by", "credit-note", "invoice"],
  "order-refunded": ["amount", "order", "paid-by", "credit-note", "invoice"],
  welcome: [],
  "reset-code": [],
  "password-changed": [],
  "new-device": ["device", "network", "when"],
  "shared-login": ["device", "network", "when"],
  "back-in-stock": ["product"],
} as const satisfies Record<string, readonly string[]>;

export type ReplaceableMail = keyof typeof mailFields;

export const isWordedMail = (kind: string): kind is ReplaceableMail => Object.hasOwn(mailFields, kind);
