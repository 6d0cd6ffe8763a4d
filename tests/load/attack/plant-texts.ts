import { sendMessage } from "#shop/contact/endpoints.ts";
import { addToCart } from "#shop/cart/endpoints.ts";
import { placeOrder } from "#shop/checkout/endpoints.ts";
import { submitTestimonial } from "#shop/testimonials/endpoints.ts";
import type { Shop } from "../../support/shop.ts";
import { expectDone, createVictim, type Victim } from "./victim.ts";

const PIECE = "acacia-everyday-bowl";

/** For fields that are too short for most texts. */
const SHORT = "<svg onload=xss()>";

/** A customer in all of whose texts stands the same one, and their order. */
export interface Planted extends Victim {
  text: string;
  orderId: string;
}

const fitText = (most: number, text: string) => (text.length <= most ? text : SHORT);

/**
 * Registers a customer and types a text into every field that takes one, twelve and more: name, address book, order,
 * its notes, contact, company and cancellation, testimonial, message.
 */
export async function plant(shop: Shop, text: string, from: string): Promise<Planted> {
  const victim = await createVictim(shop, {
    firstName: text,
    lastName: text,
    address: { street: text, zipCode: SHORT.slice(0, 12) },
  });
  const how = { token: victim.accessToken, from };
  const place = {
    street: text,
    city: fitText(80, text),
    state: fitText(80, text),
    country: fitText(60, text),
  };
  const call = (path: string, body: unknown, method = "POST") =>
    expectDone(shop, path, body, { ...how, method });

  await call(`/addresses/${victim.accountId}`, { ...place, state: "Gujarat", zipCode: "395002" });
  await call(submitTestimonial.path, { rating: 5, message: text });
  await call(sendMessage.path, { name: text, email: victim.email, message: text });
  const { order } = await call(placeOrder.path, {
    items: [{ productId: PIECE, quantity: 1 }],
    shippingAddress: { ...place, zipCode: fitText(12, text.slice(0, 12)) },
    notes: text,
    contact: { firstName: fitText(60, text), lastName: fitText(60, text), email: victim.email },
    companyInvoice: { name: text, address: text, taxCode: "24ABCDE1234F1Z6", email: victim.email },
  });
  const { orderId } = order as { orderId: string };
  await call(`/api/orders/${orderId}/cancel`, { reasons: ["Other"], comments: text }, "PUT");
  await call(addToCart.path, { productId: PIECE, quantity: 1 });
  return { ...victim, text, orderId };
}
