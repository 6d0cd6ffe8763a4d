import { expect, test } from "vitest";
import { MINUTE } from "#contract/time.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { withdrawProduct } from "../../../tests/support/products.ts";
import { api, asha, context, setUpSignedIn } from "../../../tests/support/test-shop.ts";
import { MAX_SAVED } from "../wishlist.ts";

const goods = Array.from({ length: MAX_SAVED + 2 }, (_, at) => ({ id: `p${at}` }));

setUpSignedIn({ goods: [{ id: "bowl" }, { id: "tray" }, ...goods] });

const save = (...productIds: string[]) => api.as(asha).post("/api/wishlist/add", { productIds });
const remove = (...productIds: string[]) => api.as(asha).delete("/api/wishlist/remove", { productIds });

async function readSaved(owner = asha): Promise<string[]> {
  const { body } = await api.as(owner).get("/api/wishlist");
  return body["productIds"] as string[];
}

test("a customer's saved products are listed once each with the latest first, and other customers cannot see them", async () => {
  await save("bowl", "tray");
  context.clock.advance(1);
  await save("p1", "bowl");
  expect(await readSaved()).toEqual(["p1", "tray", "bowl"]);
  expect((await remove("tray", "no-such-piece")).body).toEqual({ success: true, productIds: ["p1", "bowl"] });
  expect(await readSaved(await signInCustomer(context))).toEqual([]);
});

test("an unknown product is not saved, and a saved product that is withdrawn stays on the list", async () => {
  await save("bowl", "no-such-piece", "tray");
  await withdrawProduct(context, "tray");
  expect(await readSaved()).toEqual(["tray", "bowl"]);
});

test("a wishlist keeps the latest 100 products, and a request with more than 100 products is refused", async () => {
  const ids = goods.map(({ id }) => id);
  expect((await save(...ids)).status).toBe(400);
  await save(...ids.slice(0, MAX_SAVED));
  context.clock.advance(1);
  await save("bowl");
  const saved = await readSaved();
  expect(saved).toHaveLength(MAX_SAVED);
  expect(saved[0]).toBe("bowl");
  expect(saved).not.toContain("p0");
});

test("after 120 changes of a wishlist in a minute, the next change is refused, and a minute later changes are accepted again (security §10)", async () => {
  const statuses = [];
  for (let at = 0; at < 121; at++) statuses.push((await remove("bowl")).status);
  expect(statuses.lastIndexOf(200)).toBe(119);
  expect(statuses[120]).toBe(429);
  context.clock.advance(MINUTE);
  expect((await remove("bowl")).status).toBe(200);
});
