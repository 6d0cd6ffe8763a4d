import type { Endpoint } from "#contract/endpoint.ts";
import { routes } from "../../server/features.ts";
import type { TestResponse } from "../support/api.ts";
import type { Customer } from "../support/customer.ts";
import { shippingAddress } from "../support/samples.ts";
import { address, api, asha, hers } from "./two-customers.ts";

/** The body of a valid request by the customer for each call; `null` if the call has no body. */
export const bodies: Record<string, () => Record<string, unknown> | null> = {
  "GET /api/account": () => null,
  "PATCH /api/account": () => ({ firstName: "Usha", lastName: "Rao", phoneNumber: "9123456780" }),
  "POST /api/account/password": () => ({ currentPassword: asha.password, newPassword: "sheesham 7 rings" }),
  "GET /api/account/sessions": () => null,
  "DELETE /api/account/sessions/:sessionId": () => null,
  "DELETE /api/account/sessions": () => null,
  "GET /api/account/activity": () => null,
  "GET /api/account/newsletter": () => null,
  "PUT /api/account/newsletter": () => ({ subscribed: true }),
  "GET /api/account/data": () => null,
  "DELETE /api/account": () => ({ password: asha.password }),
  "GET /addresses/:userId": () => null,
  "POST /addresses/:userId": () => address,
  "PUT /addresses/:userId/:addressId": () => ({ ...address, street: "14 Ring Road" }),
  "DELETE /addresses/:userId/:addressId": () => null,
  "PATCH /addresses/:userId/:addressId/default": () => null,
  "GET /api/cart": () => null,
  "POST /api/cart/add": () => ({ productId: "bowl", quantity: 1 }),
  "PATCH /api/cart/update": () => ({ productId: "tray", quantity: 3 }),
  "DELETE /api/cart/remove": () => ({ productId: "tray" }),
  "DELETE /api/cart/clear": () => null,
  "GET /api/wishlist": () => null,
  "POST /api/wishlist/add": () => ({ productIds: ["bowl"] }),
  "DELETE /api/wishlist/remove": () => ({ productIds: ["tray"] }),
  "POST /api/orders": () => ({
    items: [{ productId: "bowl", quantity: 1 }],
    shippingAddress,
    userId: hers["userId"],
  }),
  "GET /api/orders/user/:userId": () => null,
  "GET /api/orders/:orderId": () => null,
  "GET /api/orders/:orderId/papers/:paper": () => null,
  "PUT /api/orders/:orderId/delivery": () => shippingAddress,
  "PUT /api/orders/:orderId/return": () => ({ pieces: [{ productId: "bowl", quantity: 1 }] }),
  "GET /api/orders/:orderId/pieces/:productId/refunds": () => null,
  "PUT /api/orders/:orderId/pieces/:productId/cancel": () => ({ quantity: 1, known: 0, amount: 0 }),
  "PUT /api/orders/:orderId/cancel": () => ({ reasons: ["Other"], comments: "" }),
  "POST /api/payments/window": () => ({ orderId: hers["orderId"] }),
  "POST /api/payments/return": () => ({ orderId: hers["orderId"] }),
  "GET /api/account/reviews": () => null,
  "POST /api/reviews": () => ({ productId: "bowl", rating: 5, message: "It sings." }),
  "POST /api/testimonials": () => ({ message: "It sings.", rating: 5 }),
};

const NEEDS_PROVIDER = /^POST \/api\/payments\/window$/;

/** The shop refuses these calls with 409, because the customer's order is unpaid and not delivered. */
const REFUSED_TO_HER = /^DELETE \/api\/account$|\/:orderId\/return$|\/pieces\/|^POST \/api\/reviews$/;

export const getUsualStatus = (name: string) =>
  NEEDS_PROVIDER.test(name) ? 503 : REFUSED_TO_HER.test(name) ? 409 : 200;

export const getName = ({ method, path }: Endpoint) => `${method} ${path}`;

export const customers = routes.map(({ endpoint }) => endpoint).filter(({ policy }) => policy === "customer");

export const send = (
  endpoint: Endpoint,
  as: Customer | null,
  token?: string,
  more: object = {},
): Promise<TestResponse> => {
  const body = bodies[getName(endpoint)]?.() ?? null;
  return api.inject({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => hers[name] ?? "nobody"),
    ...((body || Object.keys(more).length > 0) && { body: { ...body, ...more } }),
    ...(as && { as: token === undefined ? as : { ...as, accessToken: token } }),
  });
};
