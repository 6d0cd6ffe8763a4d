import { amountOf, fieldsOf, idOf, isObject, listOf, numberOf, textOf } from "#contract/read.ts";
import { imageFrom } from "#shop/catalogue/read-product.ts";
import { TAX_RATES } from "#shop/pricing/totals.ts";
import { type Cancellation, type Order, orderFallbacks, type OrderItem } from "./order.ts";

export function amountsFrom(fields: ReturnType<typeof fieldsOf>) {
  const [totalAmount, discount] = [amountOf(fields["totalAmount"]), amountOf(fields["discount"])];
  const [cgst, sgst] = [amountOf(fields["cgst"]), amountOf(fields["sgst"])];
  const rates = fieldsOf(fields["taxRates"]);
  return {
    totalAmount,
    discount,
    cgst,
    sgst,
    subtotal: amountOf(fields["subtotal"], totalAmount - cgst - sgst),
    grandTotal: amountOf(fields["grandTotal"], totalAmount - discount),
    taxRates: {
      cgst: numberOf(rates["cgst"], TAX_RATES.cgst),
      sgst: numberOf(rates["sgst"], TAX_RATES.sgst),
    },
  };
}

/** The product of a line may be populated, only its id, or gone (§3, D91). */
export function itemFrom(given: unknown): OrderItem {
  const { productId, quantity, price } = fieldsOf(given);
  const product = fieldsOf(productId);
  const _id = idOf(productId, product["_id"], product["id"]);
  const title = textOf(product["title"]) || textOf(product["name"]);
  const images = listOf(product["images"], imageFrom).map(({ url }) => ({ url }));
  return {
    productId: { _id, title: title || (_id ? orderFallbacks.productName : orderFallbacks.product), images },
    quantity: Math.max(0, numberOf(quantity, 1)),
    price: amountOf(price),
  };
}

export function shippingAddressFrom(given: unknown): Order["shippingAddress"] {
  const { street, city, state, zipCode, country, phoneNumber } = fieldsOf(given);
  return {
    street: textOf(street),
    city: textOf(city),
    state: textOf(state),
    zipCode: textOf(zipCode),
    country: textOf(country),
    phoneNumber: textOf(phoneNumber),
  };
}

/** The buyer may be populated, only an id, or unknown. */
export function buyerFrom(given: unknown): Order["userId"] {
  const { _id, id, firstName, lastName, email } = fieldsOf(given);
  return {
    _id: idOf(given, _id, id),
    firstName: textOf(firstName),
    lastName: textOf(lastName),
    email: textOf(email),
  };
}

/** The name typed at the checkout; where it is not told, the account's (D61). */
export function contactFrom(given: unknown, buyer: Order["userId"]): Order["contact"] {
  const { firstName, lastName, email } = isObject(given) ? fieldsOf(given) : buyer;
  return { firstName: textOf(firstName), lastName: textOf(lastName), email: textOf(email) };
}

/** Without a status no one has asked for anything. */
export function cancellationFrom(given: unknown): Cancellation | undefined {
  const { status, reasons, comments, requestedAt, words, decidedAt } = fieldsOf(given);
  if (!textOf(status)) return undefined;
  return {
    status: textOf(status),
    reasons: listOf(reasons, (reason) => textOf(reason) || null),
    comments: textOf(comments),
    requestedAt: textOf(requestedAt),
    words: textOf(words) || undefined,
    decidedAt: textOf(decidedAt) || undefined,
  };
}
