import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { TextField } from "./field.tsx";

test("an error marks a form field as invalid, and screen readers read the error with the field's hint", () => {
  render(
    <TextField
      label="Phone number"
      required
      error="Phone Number must be 10 digits"
      hint="The courier calls this number."
    />,
  );
  const field = screen.getByRole("textbox", {
    name: "Phone number",
    description: "Phone Number must be 10 digits The courier calls this number.",
  });
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect((field as HTMLInputElement).required).toBe(true);
});

test("a password can be shown and hidden", async () => {
  render(<TextField label="Password" type="password" />);
  const field = screen.getByLabelText<HTMLInputElement>("Password");
  expect(field.type).toBe("password");
  await userEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(field.type).toBe("text");
  await userEvent.click(screen.getByRole("button", { name: "Hide password" }));
  expect(field.type).toBe("password");
});
