import type { Context } from "#platform/context.ts";
import { generateCode, generateUuid } from "#platform/ids.ts";
import { hashPassword } from "../../shop/accounts/server/passwords.ts";
import { insertSession } from "../../shop/accounts/server/sessions.ts";
import { account } from "../../shop/accounts/server/tables.ts";

/** A customer with a session. As with a mobile app, requests contain an access token and no cookie. */
export interface Customer {
  accountId: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  password: string;
  accessToken: string;
  refreshToken: string;
}

export async function signInCustomer(
  context: Context,
  given: Partial<Pick<Customer, "firstName" | "lastName" | "email" | "phoneNumber">> = {},
  { hasVerifiedMailbox = true } = {},
): Promise<Customer> {
  const accountId = generateUuid(context.now().getTime());
  const facts = {
    firstName: "Asha",
    lastName: "Patel",
    email: `asha.${generateCode(8).toLowerCase()}@example.com`,
    phoneNumber: "9876543210",
    ...given,
  };
  passwordHash ??= hashPassword(PASSWORD);
  const hash = await passwordHash;
  const { accessToken, refreshToken } = await context.transact(async (tx) => {
    await tx.insert(account).values({
      id: accountId,
      ...facts,
      emailKey: facts.email.toLowerCase(),
      passwordHash: hash,
      createdAt: context.now(),
      emailVerifiedAt: hasVerifiedMailbox ? context.now() : null,
    });
    return insertSession(tx, context, accountId, { bound: false });
  });
  return { accountId, ...facts, password: PASSWORD, accessToken, refreshToken };
}

/** Creates a new session, because an access token expires after 15 minutes. */
export async function signInAgain({ context }: { context: Context }, customer: Customer): Promise<Customer> {
  const tokens = await context.transact((tx) =>
    insertSession(tx, context, customer.accountId, { bound: false }),
  );
  return { ...customer, accessToken: tokens.accessToken, refreshToken: tokens.refreshToken };
}

const PASSWORD = "teak and mango";

/** The hash of every customer's password. It is computed only once, because hashing is slow. */
let passwordHash: Promise<string> | undefined;
