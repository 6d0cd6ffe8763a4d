import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Route } from "#platform/http/route.ts";
import { type Api, openApi } from "./api.ts";
import { type Customer, signInCustomer } from "./customer.ts";
import { createTestContext, type TestContext } from "./database.ts";
import { type Goods, stockProducts } from "./products.ts";

export let context: TestContext;

export let api: Api;

export let asha: Customer;

/** Opens a shop of these routes; before each test it is emptied and stocked, and Asha signs in. */
export function setUpSignedIn(routes: readonly Route[], products: readonly Goods[] = []): void {
  beforeAll(async () => {
    context = await createTestContext();
    api = await openApi(context, routes);
  });
  beforeEach(async () => {
    await context.wipe();
    if (products.length > 0) await stockProducts(context, products);
    asha = await signInCustomer(context);
  });
  afterAll(async () => {
    await api.close();
    await context.close();
  });
}
