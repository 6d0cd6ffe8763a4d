import { afterAll, beforeAll, beforeEach } from "vitest";
import { accountRoutes } from "../../shop/accounts/server/routes.ts";
import { type Api, openApi } from "./api.ts";
import { createTestContext, type TestContext } from "./database.ts";

export let context: TestContext;

export let api: Api;

/** Opens the calls of accounts, emptied before each test. */
export function setUpLogins(): void {
  beforeAll(async () => {
    context = await createTestContext();
    api = await openApi(context, accountRoutes);
  });
  beforeEach(() => context.wipe());
  afterAll(async () => {
    await api.close();
    await context.close();
  });
}

export const logInWith = (email: string, password: string, ip?: string) =>
  api.inject({ method: "POST", url: "/api/auth/login", body: { email, password }, ...(ip && { ip }) });
