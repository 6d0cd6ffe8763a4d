import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { QuantityStepper } from "./quantity-stepper.tsx";

interface Limits {
  min?: number;
  max?: number;
}

function makeLine(start: number, limits: Limits = {}) {
  const onChange = vi.fn<(quantity: number) => void>();
  function Line() {
    const [quantity, setQuantity] = useState(start);
    const change = (next: number) => {
      onChange(next);
      setQuantity(next);
    };
    return <QuantityStepper name="Acacia Bowl" value={quantity} onChange={change} {...limits} />;
  }
  return { onChange, Line };
}

function setUp(start: number, limits?: Limits) {
  const { onChange, Line } = makeLine(start, limits);
  render(<Line />);
  return {
    onChange,
    less: screen.getByRole<HTMLButtonElement>("button", { name: "Decrease quantity of Acacia Bowl" }),
    more: screen.getByRole<HTMLButtonElement>("button", { name: "Increase quantity of Acacia Bowl" }),
    number: screen.getByRole<HTMLInputElement>("textbox", { name: "Quantity of Acacia Bowl" }),
  };
}

test("the plus and minus buttons change a quantity between its minimum and maximum and announce it (§2.6, D13)", async () => {
  const { onChange, less, more } = setUp(1, { max: 2 });
  expect(less.disabled).toBe(true);
  await userEvent.click(more);
  expect(more.disabled).toBe(true);
  await screen.findByText("Quantity of Acacia Bowl: 2");
  await userEvent.click(less);
  expect(onChange.mock.calls).toEqual([[2], [1]]);
});

test("a quantity cannot be changed if no piece is available", async () => {
  const { onChange, less, more, number } = setUp(3, { max: 0 });
  for (const control of [less, more, number]) expect(control.matches(":disabled")).toBe(true);
  await userEvent.click(less);
  await userEvent.type(number, "2{Enter}");
  expect(onChange).not.toHaveBeenCalled();
});

test("a typed quantity is applied once, when the customer presses Enter or leaves the field", async () => {
  const { onChange, number } = setUp(1);
  await userEvent.click(number);
  await userEvent.keyboard("12{Enter}");
  await userEvent.tab();
  expect(onChange.mock.calls).toEqual([[12]]);
});

test("an emptied quantity field gets its last quantity back, and a quantity above the limit is reduced", async () => {
  const { onChange, number } = setUp(3, { max: 5 });
  await userEvent.clear(number);
  await userEvent.tab();
  expect(number.value).toBe("3");

  await userEvent.clear(number);
  await userEvent.type(number, "9{Enter}");
  expect(number.value).toBe("5");
  expect(onChange.mock.calls).toEqual([[5]]);
});

test.each([
  ["2.5", null],
  ["1e2", null],
  ["-3", null],
  ["two", null],
  ["1000", 999],
  ["0", 1],
])("a typed quantity of %s is rejected or limited with a message (§2.7, D16)", async (typed, becomes) => {
  const { onChange, number } = setUp(3);
  await userEvent.clear(number);
  await userEvent.type(number, `${typed}{Enter}`);
  expect(onChange.mock.calls).toEqual(becomes === null ? [] : [[becomes]]);
  expect(number.value).toBe(String(becomes ?? 3));
  screen.getByText(/from 1 to 999/);
  await userEvent.clear(number);
  await userEvent.type(number, "7{Enter}");
  expect(screen.queryByText(/from 1 to 999/)).toBeNull();
});

test("the arrow keys change the quantity in its field", async () => {
  const { onChange, number } = setUp(1);
  await userEvent.click(number);
  await userEvent.keyboard("{ArrowUp}{ArrowUp}{ArrowDown}");
  expect(onChange.mock.calls).toEqual([[2], [3], [2]]);
});

function typeAhead(text: string, focused: boolean) {
  const { onChange, Line } = makeLine(1);
  const container = document.createElement("div");
  container.innerHTML = renderToString(<Line />);
  document.body.append(container);
  const number = container.querySelector("input") as HTMLInputElement;
  if (focused) number.focus();
  number.value = text;
  render(<Line />, { container, hydrate: true });
  return { onChange, number };
}

test("a quantity typed before hydration is applied at hydration, but not before its field has lost the focus", async () => {
  const left = typeAhead("7", false);
  expect(left.onChange.mock.calls).toEqual([[7]]);
  expect(left.number.value).toBe("7");
  cleanup();

  const typing = typeAhead("12", true);
  expect(typing.onChange).not.toHaveBeenCalled();
  expect(typing.number.value).toBe("12");
  await userEvent.tab();
  expect(typing.onChange.mock.calls).toEqual([[12]]);
  cleanup();

  const refused = typeAhead("2.5", false);
  expect(refused.onChange).not.toHaveBeenCalled();
  expect(refused.number.value).toBe("1");
});
