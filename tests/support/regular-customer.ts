import { setTimeout as pause } from "node:timers/promises";

/** A customer who has ordered before, made by the same calls a browser makes. */
export interface RegularCustomer {
  email: string;
  password: string;
  /** As the login answered it. */
  user: Record<string, unknown> & { _id: string };
  accessToken: string;
  refreshToken: string;
  /** Order ids as customers read them. */
  orders: { unpaid: string; paid: string; cancelling: string };
}

const PASSWORD = "neem-and-teak-7";

/**
 * Registers a customer at a running shop, with a paid order, one that waits for payment, one being cancelled, and
 * something in the cart.
 */
export async function createRegularCustomer(shopUrl: string, name: string): Promise<RegularCustomer> {
  const buyer = await registerBuyer(shopUrl, name);
  const paid = await buyer.order("aranya-acacia-serving-tray-brass", 1);
  await buyer.pay(paid);
  const cancelling = await buyer.order("acacia-napkin-holder", 1);
  await buyer.ask(`${cancelling}/cancel`, {
    reasons: ["Late delivery"],
    comments: "The party is on Friday.",
  });
  const unpaid = await buyer.order("acacia-everyday-bowl", 2, {
    message: "Happy birthday, Meera!\nशुभकामनाएँ, Asha & Ravi",
  });
  const { user, accessToken, refreshToken, email, password } = buyer;
  await createCall(shopUrl)(
    "POST",
    "/api/cart/add",
    { productId: "teak-soup-bowls-pair", quantity: 1 },
    accessToken,
  );
  return { email, password, user, accessToken, refreshToken, orders: { unpaid, paid, cancelling } };
}

/** Registers a customer who orders, pays by card, and asks something of an order: `ask("TRV-…/return", { … })`. */
export async function registerBuyer(shopUrl: string, name: string) {
  const call = createCall(shopUrl);
  const email = `${name}@example.com`;
  await call("POST", "/api/auth/register", {
    firstName: "Meera",
    lastName: "Shah",
    email,
    address: { street: "12 Ring Road", zipCode: "395002", country: "India", state: "Gujarat", city: "Surat" },
    phoneNumber: "9876543210",
    password: PASSWORD,
    confirmPassword: PASSWORD,
  });
  const session = await call("POST", "/api/auth/login", { email, password: PASSWORD });
  const { user, accessToken, refreshToken } = session as unknown as RegularCustomer;
  return {
    email,
    password: PASSWORD,
    user,
    accessToken,
    refreshToken,
    order: (productId: string, quantity: number, gift?: object) =>
      placeOrder(call, accessToken, { items: [{ productId, quantity }], ...(gift && { gift }) }),
    pay: (orderId: string) => pay(call, shopUrl, accessToken, orderId),
    ask: (about: string, what: object) => call("PUT", `/api/orders/${about}`, what, accessToken),
  };
}

type Answer = Record<string, unknown>;
type Call = (method: string, path: string, body?: unknown, token?: string) => Promise<Answer>;

/** Calls of this shop that must succeed. */
const createCall =
  (shopUrl: string): Call =>
  async (method, path, body, token) => {
    const response = await fetch(shopUrl + path, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };

async function placeOrder(call: Call, token: string, what: object): Promise<string> {
  const body = {
    ...what,
    shippingAddress: {
      street: "12 Ring Road",
      city: "Surat",
      state: "Gujarat",
      zipCode: "395002",
      country: "India",
      phoneNumber: "9876543210",
    },
    contact: { firstName: "Meera", lastName: "Shah", email: "meera@example.com" },
  };
  const { order } = await call("POST", "/api/orders", body, token);
  return (order as { orderId: string }).orderId;
}

/** Fills in the provider's own form, and waits until the shop is notified. */
async function pay(call: Call, shopUrl: string, token: string, orderId: string): Promise<void> {
  const { window: address } = await call("POST", "/api/payments/window", { orderId }, token);
  const card = { number: "4111 1111 1111 1111", expiry: "12/39", cvv: "123", name: "Meera Shah" };
  await fetch(`${shopUrl}${String(address)}/card`, { method: "POST", body: new URLSearchParams(card) });
  for (let tries = 0; tries < 50; tries++) {
    const { paymentStatus } = await call("POST", "/api/payments/return", { orderId }, token);
    if (paymentStatus === "Completed") return;
    await pause(100);
  }
  throw new Error(`The payment of ${orderId} did not arrive.`);
}
