import { render, screen } from "@testing-library/react";
import "#ui/dialog-for-jsdom.ts";
import { afterEach, expect, test, vi } from "vitest";
import { sampleOrder } from "../../../tests/support/samples.ts";
import { ReviewButton } from "./review-button.tsx";

vi.mock("#ui/toast.ts", () => ({ toastSuccess: vi.fn() }));

afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
});

test("the address in the mail about a delivery opens the review at once; the plain address shows its button", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const order = { ...sampleOrder, orderStatus: "Delivered" };
  const { unmount } = render(<ReviewButton order={order} />);
  screen.getByRole("button", { name: "Write a review" });
  expect(screen.queryByRole("dialog")).toBeNull();
  unmount();
  location.hash = "#review";
  render(<ReviewButton order={order} />);
  await screen.findByRole("dialog", { name: "How do you like it?" });
});
