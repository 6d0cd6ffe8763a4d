import { MINUTE } from "#contract/time.ts";
import { openPayments } from "#shop/payments/server/index.ts";
import { routes } from "../../server/features.ts";
import { openApi } from "../support/api.ts";
import { signInCustomer } from "../support/customer.ts";
import { createTestContext, type TestContext } from "../support/database.ts";
import { stockProducts } from "../support/products.ts";
import type { Case } from "./fuzz-request.ts";
import { remember } from "./fuzz-cases.ts";
import { document } from "./shop-document.ts";
import { request } from "./fuzz-request.ts";
import { findWrong } from "./wrong-answer.ts";

/** So many calls by the same two customers; then others take their place, so that no limit ends the play early. */
const CALLS_OF_CUSTOMERS = 60;

interface FuzzedShop {
  statuses: Record<string, number>;
  /** Sends a case; returns what was wrong with the answer, or null. */
  send(one: Case): Promise<string | null>;
  close(): Promise<void>;
}

/** Every call of the shop over a fresh database with a few goods, two customers, and a clock that moves along. */
export async function openFuzzedShop(): Promise<FuzzedShop> {
  const context = await createTestContext();
  await stockProducts(context, [{ id: "bowl" }, { id: "tray", onHand: 1_000 }]);
  openPayments(context, { port: 9 });
  const api = await openApi(context, routes);
  const statuses: Record<string, number> = {};
  const names = ["bowl", "tray"];
  let sent = 0;
  let customers = await createTwoCustomers(context);

  return {
    statuses,
    async send(one) {
      if (++sent % CALLS_OF_CUSTOMERS === 0) {
        context.clock.advance(20 * MINUTE);
        customers = await createTwoCustomers(context);
      }
      const answered = await api.inject(request(one, names, customers));
      statuses[answered.status] = (statuses[answered.status] ?? 0) + 1;
      remember(answered.body, names);
      const operation = document.paths[one.path]?.[one.method.toLowerCase()];
      return operation ? findWrong(answered, operation) : "no such call in the document";
    },
    async close() {
      await api.close();
      await context.close();
    },
  };
}

async function createTwoCustomers(context: TestContext) {
  return { guest: null, one: await signInCustomer(context), two: await signInCustomer(context) };
}
