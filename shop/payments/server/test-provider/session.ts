import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import type { PaymentFact } from "../../payment.ts";
import type { ProviderState, SessionRequest } from "../provider.ts";
import { type SessionRow, testPaymentSession } from "./tables.ts";

/** Returns a session's id, which is random, because it gives access. A repeated reference returns the same session. */
export async function createSession(
  { db, now }: Context,
  { expiresAt, ...order }: Omit<SessionRequest, "expiresAt"> & { expiresAt: string },
): Promise<string> {
  const { reference, amountPaise, currency, description } = order;
  await db
    .insert(testPaymentSession)
    .values({
      id: randomBytes(24).toString("base64url"),
      reference,
      amount: amountPaise,
      currency,
      description,
      state: "open",
      expiresAt: new Date(expiresAt),
      createdAt: now(),
    })
    .onConflictDoNothing();
  const [session] = await db
    .select({ id: testPaymentSession.id })
    .from(testPaymentSession)
    .where(eq(testPaymentSession.reference, reference));
  if (!session) throw new Error("A session vanished while it was being opened.");
  return session.id;
}

const selectSession = (db: Db | Tx, id: string) =>
  db.select().from(testPaymentSession).where(eq(testPaymentSession.id, id));

export const findSession = async ({ db }: Context, id: string): Promise<SessionRow | null> =>
  (await selectSession(db, id))[0] ?? null;

export const lockSession = async (tx: Tx, id: string): Promise<SessionRow | null> =>
  (await selectSession(tx, id).for("update"))[0] ?? null;

export const closeSession = (context: Context, id: string): Promise<SessionRow | null> =>
  context.transact(async (tx) => {
    const session = await lockSession(tx, id);
    if (!session || (session.state !== "open" && session.state !== "otp")) return session;
    await tx.update(testPaymentSession).set({ state: "closed" }).where(eq(testPaymentSession.id, id));
    return { ...session, state: "closed" };
  });

export const canPay = (session: SessionRow, now: Date): boolean =>
  (session.state === "open" || session.state === "otp") && session.expiresAt > now;

export const toProviderState = (session: SessionRow): ProviderState => ({
  sessionId: session.id,
  fact: getFact(session),
  amountPaise: session.amount,
  currency: session.currency,
  ...(session.method !== null && { method: session.method }),
  ...(session.failure !== null && { reason: session.failure }),
});

function getFact({ state, failure }: SessionRow): PaymentFact | null {
  if (state === "captured" || state === "processing") return state;
  if (state === "closed") return "expired";
  return failure === null ? null : "failed";
}
