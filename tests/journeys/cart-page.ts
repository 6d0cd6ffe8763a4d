import type { Page } from "@playwright/test";

export const BOWL = "acacia-everyday-bowl";

export const TRAY = "teak-breakfast-tray-arched";

export const getBowlLine = (page: Page) =>
  page.getByRole("row").filter({ hasText: "Roz Acacia Everyday Bowl" });
