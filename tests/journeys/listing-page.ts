import type { Page } from "@playwright/test";

/** The titles of the cards at an address, in order. */
export async function cardsAt(page: Page, address: string): Promise<string[]> {
  await page.goto(address);
  return page.locator("main article h2").allTextContents();
}

/** The price each card asks for now, in rupees. */
export const pricesOf = (page: Page): Promise<number[]> =>
  page.locator("main article").evaluateAll((cards) =>
    cards.map((card) => {
      const told = [...(card.textContent ?? "").matchAll(/₹(\d+\.\d\d)/g)].map(([, amount]) =>
        Number(amount),
      );
      return Math.min(...told);
    }),
  );
