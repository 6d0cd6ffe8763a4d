import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { DeliverToPin } from "./deliver-to-pin.tsx";
import { readPin } from "./remembered-pin.ts";

beforeEach(() => localStorage.clear());

const RULES = {};

test("a PIN is checked when it is complete, and remembered for the next page (D117)", async () => {
  const { unmount } = render(<DeliverToPin rules={RULES} />);
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Deliver to" });
  await userEvent.type(field, "560 00");
  expect(screen.getByRole("status").textContent).toBe("Enter your PIN code to check delivery.");
  await userEvent.type(field, "1");
  await screen.findByText("We deliver to 560001. Pay online by card or UPI.");
  unmount();
  expect(readPin()).toBe("560001");
  render(<DeliverToPin rules={RULES} />);
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Deliver to" }).value).toBe("560001");
  await screen.findByText("We deliver to 560001. Pay online by card or UPI.");
});

test("a PIN can be typed with Indian digits", async () => {
  render(<DeliverToPin rules={RULES} />);
  await userEvent.type(screen.getByRole("textbox", { name: "Deliver to" }), "३८० ०१५");
  await screen.findByText("We deliver to 380015. Pay online by card or UPI.");
});
