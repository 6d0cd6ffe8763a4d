import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./dialog.tsx";

const question = {
  title: "Remove from Cart",
  question: "Are you sure you want to remove this product?",
  yes: "Yes, Delete",
  no: "Cancel",
};

test("a confirmation dialog focuses the button No first, and reports Yes, No and Escape to its parent", async () => {
  const [onYes, onNo] = [vi.fn(), vi.fn()];
  render(<ConfirmDialog open {...question} onYes={onYes} onNo={onNo} />);

  const dialog = screen.getByRole("alertdialog", {
    name: "Remove from Cart",
    description: question.question,
  });
  expect(document.activeElement?.textContent).toBe("Cancel");
  await userEvent.click(screen.getByRole("button", { name: "Yes, Delete" }));
  expect([onYes.mock.calls.length, onNo.mock.calls.length]).toEqual([1, 0]);

  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect([onYes.mock.calls.length, onNo.mock.calls.length]).toEqual([1, 1]);

  fireEvent(dialog, new Event("cancel", { cancelable: true }));
  expect([onYes.mock.calls.length, onNo.mock.calls.length]).toEqual([1, 2]);
});

test("an open dialog locks the scrolling of the page, and closing removes the dialog (§2.2)", async () => {
  const { rerender } = render(<ConfirmDialog open {...question} onYes={vi.fn()} onNo={vi.fn()} />);
  expect(document.documentElement.hasAttribute("data-scroll-locked")).toBe(true);

  rerender(<ConfirmDialog open={false} {...question} onYes={vi.fn()} onNo={vi.fn()} />);
  expect(document.documentElement.hasAttribute("data-scroll-locked")).toBe(false);
  await waitFor(() => expect(screen.queryByText(question.question)).toBeNull());
});

test("a busy button keeps the focus and ignores clicks", async () => {
  const onClick = vi.fn();
  const { rerender } = render(<Button onClick={onClick}>Cancel Order</Button>);
  await userEvent.click(screen.getByRole("button"));
  rerender(
    <Button busy busyLabel="Submitting..." onClick={onClick}>
      Cancel Order
    </Button>,
  );

  const button = screen.getByRole("button", { name: "Submitting..." });
  await userEvent.click(button);
  expect(onClick).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(button);
});
