import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { EditedText, MarkdownField } from "./markdown-field.tsx";

const SHOWN = { isMail: false, mailFields: {}, fields: {}, drawPreview: () => "the page" };

const draw = (error?: string) => (
  <EditedText value={SHOWN}>
    <MarkdownField name="text" label="Text" value={"# Terms\n\nBe kind."} error={error} onChange={() => {}} />
  </EditedText>
);

const findTitle = () => screen.queryByRole<HTMLInputElement>("textbox", { name: /^Title/ });

test("on a phone, an error opens the text instead of the preview, and the text stays open while the owner corrects it", () => {
  const { rerender } = render(draw());
  fireEvent.click(screen.getByRole("button", { name: "Preview" }));
  expect(findTitle()).toBeNull();
  rerender(draw("Line 3 contains <br>."));
  expect(screen.getByRole("button", { name: "Write" }).getAttribute("aria-pressed")).toBe("true");
  fireEvent.change(findTitle()!, { target: { value: "House rules" } });
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
