import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { EditedText, MarkdownField } from "./markdown-field.tsx";

const FIELDS = { shop: "Mitti", shipping: "₹80", "delivery-time": "5 days", warranty: "" };
const SHOWN = { isMail: false, mailFields: {}, fields: FIELDS, drawPreview: () => "the page" };
const TEXT = "# Terms\n\n## At {{shop}} {#who}\n\nBe **kind**{{warranty}}.";
const changes: string[] = [];

const draw = (error?: string) => (
  <EditedText value={SHOWN}>
    <MarkdownField
      name="text"
      label="Text"
      value={TEXT}
      error={error}
      onChange={(text) => void changes.push(text)}
    />
  </EditedText>
);

const findTitle = () => screen.queryByRole("textbox", { name: /^Title/ });

function type(field: HTMLElement, words: string): void {
  field.textContent = words;
  fireEvent.input(field);
}

test("on a phone, an error opens the text instead of the preview, and the text stays open while the owner corrects it", () => {
  const { rerender } = render(draw());
  fireEvent.click(screen.getByRole("button", { name: "Preview" }));
  expect(findTitle()).toBeNull();
  rerender(draw("Line 3 contains <br>."));
  expect(screen.getByRole("button", { name: "Write" }).getAttribute("aria-pressed")).toBe("true");
  type(findTitle()!, "House rules");
  rerender(draw());
  expect(findTitle()).not.toBeNull();
});

test("Escape in the field of a link returns the focus to the text", () => {
  render(draw());
  fireEvent.click(screen.getByRole("button", { name: "Link" }));
  fireEvent.keyDown(screen.getByLabelText(/^Link to/), { key: "Escape" });
  expect(screen.queryByLabelText(/^Link to/)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /^Text/ }));
});

test("the owner sees headings, bold words and values instead of their signs, and what is typed is stored with the signs", () => {
  render(draw());
  const text = screen.getByRole("textbox", { name: /^Text/ });
  expect(screen.getByRole("heading", { name: "At Mitti" })).toBeTruthy();
  expect(text.querySelector("strong")?.textContent).toBe("kind");
  expect(text.textContent).toBe("At MittiBe kindWarranty: empty.");
  text.append("Thank you.");
  fireEvent.input(text);
  expect(changes.at(-1)).toBe(`${TEXT}\n\nThank you.`);
});

test("the values are grouped, and found by their names and by what they say at the moment", () => {
  render(draw());
  fireEvent.click(screen.getByRole("button", { name: "Insert a value" }));
  const list = () =>
    screen.getAllByRole("group").flatMap((group) => {
      const title = group.getAttribute("aria-label");
      const names = [...group.querySelectorAll("button")].map((button) => button.firstChild?.textContent);
      return title === "Format" || title === "View" ? [] : [[title, ...names]];
    });
  expect(list()).toEqual([
    ["Your shop", "Shop"],
    ["Delivery", "Shipping", "Delivery time"],
    ["Returns and refunds", "Warranty"],
  ]);
  fireEvent.change(screen.getByLabelText(/^Find a value/), { target: { value: "5 days" } });
  expect(list()).toEqual([["Delivery", "Delivery time"]]);
});
