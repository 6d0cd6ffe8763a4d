import { sql } from "drizzle-orm";
import { DAY } from "#contract/time.ts";
import type { Db } from "#platform/database/database.ts";
import { generateUuid } from "#platform/ids.ts";
import { generateSecret, hashSecret } from "../../../shop/accounts/server/secrets.ts";
import { accessToken, session } from "../../../shop/accounts/server/tables.ts";

export interface Customer {
  id: string;
  token: string;
}

/** Signs in so many of those who have orders. */
export async function signIn(db: Db, count: number): Promise<Customer[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select account_id as id from orders where order_id like 'TRV-G%' group by 1 order by max(created_at) desc limit ${count}::int`,
  );
  const customers = rows.map(({ id }) => ({ id, token: generateSecret(), sessionId: generateUuid() }));
  const now = new Date();
  await db
    .insert(session)
    .values(
      customers.map(({ id, sessionId }) => ({ id: sessionId, accountId: id, createdAt: now, seenAt: now })),
    );
  await db.insert(accessToken).values(
    customers.map(({ sessionId, token }) => ({
      hash: hashSecret(token),
      sessionId,
      expiresAt: new Date(now.getTime() + DAY),
    })),
  );
  return customers;
}
