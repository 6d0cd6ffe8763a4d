import type { Page } from "@playwright/test";

/**
 * The text of the next alert. It is closed at once: until then the page does nothing, not even end the click that led
 * to it.
 */
export const waitForAlert = (page: Page): Promise<string> =>
  page.waitForEvent("dialog").then(async (alert) => {
    const message = alert.message();
    await alert.accept();
    return message;
  });
