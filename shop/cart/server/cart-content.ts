import { asc, eq } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";
import { cartLine } from "./tables.ts";

/** What a customer has in the bag, as it is stored: product, how many, since when. */
export const listCartContent = (db: Db, accountId: string) =>
  db
    .select({ productId: cartLine.productId, quantity: cartLine.quantity, addedAt: cartLine.addedAt })
    .from(cartLine)
    .where(eq(cartLine.accountId, accountId))
    .orderBy(asc(cartLine.addedAt));
