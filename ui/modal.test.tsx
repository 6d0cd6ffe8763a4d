import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Dialog } from "./dialog.tsx";

const PageWithWindow = ({ open }: { open: boolean }) => (
  <main tabIndex={-1}>
    <button type="button">Pay now</button>
    <Dialog open={open} onClose={() => {}} title="Pay Online">
      <button type="button">Pay</button>
    </Dialog>
  </main>
);

test("a closed dialog returns the focus to the button that opened it, or to the page's content if no button opened it (§2.12)", () => {
  const { rerender } = render(<PageWithWindow open />);
  rerender(<PageWithWindow open={false} />);
  expect(document.activeElement).toBe(screen.getByRole("main"));
  const button = screen.getByRole("button", { name: "Pay now" });
  button.focus();
  rerender(<PageWithWindow open />);
  rerender(<PageWithWindow open={false} />);
  expect(document.activeElement).toBe(button);
});

test("an open dialog is modal, so the focus stays inside and the page behind is inert (§2.2)", () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, "showModal");
  render(<PageWithWindow open />);
  expect(showModal.mock.contexts).toEqual([screen.getByRole("dialog")]);
});
