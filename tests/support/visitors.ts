import type { BrowserContext } from "@playwright/test";
import type { RegularCustomer } from "./regular-customer.ts";

/** The content of a guest's bag before the visit: product ids and how many of each. */
export type Bag = Readonly<Record<string, number>>;

/** Lets a guest come with something in the bag; its facts are those the catalogue has now (§3). */
export async function storeGuestBag(context: BrowserContext, shopUrl: string, bag: Bag): Promise<void> {
  const lines = await Promise.all(
    Object.entries(bag).map(async ([productId, quantity]) => {
      const response = await fetch(`${shopUrl}/api/products/list/${productId}`);
      const { price, title, category, size, images, stock } = (await response.json()) as Record<
        string,
        unknown
      >;
      return { productId, quantity, price, title, category, size, images, stock };
    }),
  );
  await storeInBrowser(context, { guestCart: JSON.stringify(lines) });
}

/** Lets a customer come signed in, as after the visit of yesterday (§3, §4). */
export const storeSession = (
  context: BrowserContext,
  customer: Pick<RegularCustomer, "user" | "accessToken" | "refreshToken">,
): Promise<void> =>
  storeInBrowser(context, {
    user: JSON.stringify(customer.user),
    accessToken: customer.accessToken,
    refreshToken: customer.refreshToken,
  });

/** Puts things into the storage of the browser once, before the first page; what happens to them then is the visit's. */
async function storeInBrowser(context: BrowserContext, entries: Record<string, string>): Promise<void> {
  const mark = `brought ${Object.keys(entries).join(" ")}`;
  // A text, because it runs in the page, whose names are not those of this program.
  await context.addInitScript(`try {
    if (!localStorage.getItem(${JSON.stringify(mark)})) {
      localStorage.setItem(${JSON.stringify(mark)}, "yes");
      for (const [key, value] of Object.entries(${JSON.stringify(entries)})) localStorage.setItem(key, value);
    }
  } catch {
    // A frame of a stranger has no storage.
  }`);
}
