import type { Shop } from "../../support/shop.ts";
import type { Member } from "../crowded-shop.ts";

/** A customer's call about one of their orders, which must succeed. */
export async function callAs<Answer>(
  shop: Shop,
  { token }: Member,
  { method, path }: { method: string; path: string },
  orderId: string,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(shop.url + path.replace(":orderId", orderId), {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}
