import type { Page } from "@playwright/test";

/** The titles of the cards at an address, in order. */
export async function listCards(page: Page, address: string): Promise<string[]> {
  await page.goto(address);
  return page.locator("main article h2").allTextContents();
}

/** The price each card asks for now, in rupees. */
export const readPrices = (page: Page): Promise<number[]> =>
  page.locator("main article").evaluateAll((cards) =>
    cards.map((card) => {
      const prices = [...(card.textContent ?? "").matchAll(/₹(\d+\.\d\d)/g)].map(([, amount]) =>
        Number(amount),
      );
      return Math.min(...prices);
    }),
  );
