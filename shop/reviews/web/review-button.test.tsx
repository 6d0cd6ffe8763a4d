import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { sampleOrder } from "../../../tests/support/samples.ts";
import type { ReviewStatus } from "../review.ts";
import { ReviewButton } from "./review-button.tsx";

const [bowl, tray] = sampleOrder.items;
const delivered = { ...sampleOrder, orderStatus: "Delivered" };

const answerWith = (...reviews: [productId: string | undefined, status: ReviewStatus][]) =>
  vi.stubGlobal("fetch", async () =>
    Response.json({
      reviews: reviews.map(([productId, status]) => ({
        productId,
        status,
        rating: 5,
        message: "Good.",
        canChange: true,
        pictures: [],
      })),
    }),
  );

test("the order page shows that the customer's review is being checked, and offers to change it", async () => {
  answerWith([bowl?.productId._id, "waiting"], ["other", "approved"]);
  render(<ReviewButton order={{ ...delivered, items: bowl ? [bowl] : [] }} />);
  await screen.findByText("Your review is being checked.");
  screen.getByRole("button", { name: "Change your review" });
});

test("the order page offers to write a review until each of its pieces has one", async () => {
  answerWith([bowl?.productId._id, "waiting"]);
  const { rerender } = render(<ReviewButton order={delivered} />);
  await screen.findByText("Your review is being checked.");
  screen.getByRole("button", { name: "Write a review" });
  answerWith([bowl?.productId._id, "approved"], [tray?.productId._id, "approved"]);
  rerender(<ReviewButton key="reloaded" order={delivered} />);
  await screen.findByRole("button", { name: "Change your review" });
  expect(screen.queryByText("Your review is being checked.")).toBeNull();
});
