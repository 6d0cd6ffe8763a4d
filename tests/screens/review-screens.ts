import type { Page } from "@playwright/test";
import { listOwnReviews, listReviews } from "#shop/reviews/endpoints.ts";
import type { ShownReview } from "#shop/reviews/shown-reviews.ts";
import { clickOn, runInTurn, type Screen, waitForText } from "./acts.ts";
import { ofPaidOrder, withDelivery } from "./return-screens.ts";

const day = (past: number): string => new Date(Date.now() - past * 864e5).toISOString();

const shown: ShownReview[] = [
  {
    name: "Meera S.",
    rating: 5,
    message: "It holds a whole salad, and the grain is lovelier than in the pictures.",
    writtenAt: day(2),
    pictures: [],
  },
  {
    name: "Ravi K.",
    rating: 2,
    message: "Smaller than I had thought.\nThe bowl itself is well made.",
    writtenAt: day(9),
    reply: "Thank you, Ravi. It is 25 cm across; the larger one is called Kamal.",
    pictures: [],
  },
  {
    name: "Asha P.",
    rating: 4,
    message: "Two months of dal and rice, and a drop of oil on Sundays. Still like new.",
    writtenAt: day(20),
    pictures: [],
  },
];

const withReviews = async (page: Page) => {
  await page.route(new RegExp(listReviews.path.replace(":productId", "[a-z-]+$")), (route) =>
    route.fulfill({ json: { success: true, average: 3.7, count: shown.length, reviews: shown } }),
  );
  await page.reload();
  await waitForText(page, "What buyers say");
};

const write = runInTurn(withDelivery(), clickOn("Write a review"), (page) =>
  page.getByRole("textbox", { name: /Your review/ }).waitFor(),
);

export const ofReviews: Screen[] = [
  { name: "product-reviews", path: "/product-info/acacia-everyday-bowl", act: withReviews },
  { ...ofPaidOrder, name: "review", overlay: true, act: write },
  {
    ...ofPaidOrder,
    name: "review-empty",
    overlay: true,
    act: runInTurn(write, clickOn("Send the review"), (page) => waitForText(page, "Your review is required")),
  },
  {
    ...ofPaidOrder,
    name: "review-too-late",
    overlay: true,
    act: async (page) => {
      await page.route(`**${listOwnReviews.path}`, async (route) => {
        const ownReview = { rating: 4, message: "Still like new.", status: "approved", canChange: false };
        const productId = "aranya-acacia-serving-tray-brass";
        await route.fulfill({
          json: { success: true, reviews: [{ ...ownReview, productId, pictures: [] }] },
        });
      });
      await withDelivery()(page);
      await clickOn("Change your review")(page);
      await waitForText(page, "A review can be changed for 30 days.");
    },
  },
];
