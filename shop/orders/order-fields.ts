import {
  readAmount,
  readFields,
  readId,
  isObject,
  readEntries,
  readNumber,
  readText,
} from "#contract/read.ts";
import { parseImage, readTitle } from "#shop/catalogue/read-product.ts";
import { TAX_RATES } from "#shop/pricing/tax-rates.ts";
import { type Cancellation, type Order, orderFallbacks, type OrderItem } from "./order.ts";

export function parseAmounts(fields: ReturnType<typeof readFields>) {
  const [totalAmount, discount] = [readAmount(fields["totalAmount"]), readAmount(fields["discount"])];
  const [cgst, sgst] = [readAmount(fields["cgst"]), readAmount(fields["sgst"])];
  const rates = readFields(fields["taxRates"]);
  return {
    totalAmount,
    discount,
    cgst,
    sgst,
    subtotal: readAmount(fields["subtotal"], totalAmount - cgst - sgst),
    grandTotal: readAmount(fields["grandTotal"], totalAmount - discount),
    taxRates: {
      cgst: readNumber(rates["cgst"], TAX_RATES.cgst),
      sgst: readNumber(rates["sgst"], TAX_RATES.sgst),
    },
  };
}

/** The product of a line may be populated, only its id, or gone (§3, D91). */
export function parseItem(given: unknown): OrderItem {
  const { productId, quantity, price } = readFields(given);
  const product = readFields(productId);
  const _id = readId(productId, product["_id"], product["id"]);
  const title = readTitle(product);
  const images = readEntries(product["images"], parseImage).map(({ url }) => ({ url }));
  return {
    productId: { _id, title: title || (_id ? orderFallbacks.productName : orderFallbacks.product), images },
    quantity: Math.max(0, readNumber(quantity, 1)),
    price: readAmount(price),
  };
}

export function parseShippingAddress(given: unknown): Order["shippingAddress"] {
  const { street, city, state, zipCode, country, phoneNumber } = readFields(given);
  return {
    street: readText(street),
    city: readText(city),
    state: readText(state),
    zipCode: readText(zipCode),
    country: readText(country),
    phoneNumber: readText(phoneNumber),
  };
}

/** The buyer may be populated, only an id, or unknown. */
export function parseBuyer(given: unknown): Order["userId"] {
  const { _id, id, firstName, lastName, email } = readFields(given);
  return {
    _id: readId(given, _id, id),
    firstName: readText(firstName),
    lastName: readText(lastName),
    email: readText(email),
  };
}

/** The name typed at the checkout; where it is missing, the account's (D61). */
export function parseContact(given: unknown, buyer: Order["userId"]): Order["contact"] {
  const { firstName, lastName, email } = isObject(given) ? readFields(given) : buyer;
  return { firstName: readText(firstName), lastName: readText(lastName), email: readText(email) };
}

/** Without a status no one has asked for anything. */
export function parseCancellation(given: unknown): Cancellation | undefined {
  const { status, reasons, comments, requestedAt, words, decidedAt } = readFields(given);
  if (!readText(status)) return undefined;
  return {
    status: readText(status),
    reasons: readEntries(reasons, (reason) => readText(reason) || null),
    comments: readText(comments),
    requestedAt: readText(requestedAt),
    words: readText(words) || undefined,
    decidedAt: readText(decidedAt) || undefined,
  };
}
