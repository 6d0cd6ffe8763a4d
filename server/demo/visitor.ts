import { setTimeout as pause } from "node:timers/promises";

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  address: { street: string; city: string; state: string; zipCode: string };
}

const SAMPLE_PASSWORD = "neem-and-teak-7";

const CARD = { number: "4111 1111 1111 1111", expiry: "12/39", cvv: "123" };
const PAYMENT_TRIES = 100;
const PAYMENT_PAUSE_MS = 20;

type Answer = Record<string, unknown>;

export interface NewOrder {
  items: readonly { productId: string; quantity: number }[];
  gift?: { message: string };
  companyInvoice?: object;
  notes?: string;
}

/** A customer who calls the API as a browser does. Each call gets a new access token, because the demo moves the clock. */
export class Visitor {
  readonly person: Person;
  private readonly shopUrl: string;
  private refreshToken = "";

  constructor(shopUrl: string, person: Person) {
    this.shopUrl = shopUrl;
    this.person = person;
  }

  async register(): Promise<void> {
    const { address, ...names } = this.person;
    const passwords = { password: SAMPLE_PASSWORD, confirmPassword: SAMPLE_PASSWORD };
    await this.send("POST", "/api/auth/register", {
      ...names,
      ...passwords,
      address: { ...address, country: "India" },
    });
    await this.logIn();
  }

  /** @throws Error if the shop refuses the call */
  async call(method: string, path: string, body: object): Promise<Answer> {
    const accessToken = await this.refresh().catch(() => this.logIn());
    return this.send(method, path, body, accessToken);
  }

  async order(contents: NewOrder): Promise<string> {
    const { address, firstName, lastName, email, phoneNumber } = this.person;
    const { order } = await this.call("POST", "/api/orders", {
      ...contents,
      shippingAddress: { ...address, country: "India", phoneNumber },
      contact: { firstName, lastName, email },
    });
    return (order as { orderId: string }).orderId;
  }

  /** Pays for an order, and waits until the test provider has notified the shop of the payment. */
  async pay(orderId: string): Promise<void> {
    const { window: address } = await this.call("POST", "/api/payments/window", { orderId });
    const form = new URLSearchParams({ ...CARD, name: `${this.person.firstName} ${this.person.lastName}` });
    await fetch(`${this.shopUrl}${String(address)}/card`, { method: "POST", body: form });
    for (let tries = 0; tries < PAYMENT_TRIES; tries++) {
      const { paymentStatus } = await this.call("POST", "/api/payments/return", { orderId });
      if (paymentStatus === "Completed") return;
      await pause(PAYMENT_PAUSE_MS);
    }
    throw new Error(`The payment of ${orderId} did not arrive.`);
  }

  private async logIn(): Promise<string> {
    const credentials = { email: this.person.email, password: SAMPLE_PASSWORD };
    const session = await this.send("POST", "/api/auth/login", credentials);
    this.refreshToken = String(session["refreshToken"]);
    return String(session["accessToken"]);
  }

  private async refresh(): Promise<string> {
    const session = await this.send("POST", "/api/auth/refresh-token", { token: this.refreshToken });
    return String(session["accessToken"]);
  }

  private async send(method: string, path: string, body: object, token?: string): Promise<Answer> {
    const response = await fetch(this.shopUrl + path, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }
}
