import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { ChipsField } from "./chips-field.tsx";
import { showDesk } from "../../tests/support/jsdom/show-desk.tsx";

function Woods({ kind = "text", onChange }: { kind?: string; onChange: (value: string) => void }) {
  const [value, setValue] = useState("Teak wood");
  const change = (next: string) => {
    setValue(next);
    onChange(next);
  };
  return (
    <ChipsField
      name="materials"
      label="Woods"
      summary="The woods"
      kind={kind}
      required={false}
      error={undefined}
      value={value}
      onChange={change}
    />
  );
}

test("a field for several values reads values separated by commas, and includes the last value while it is still being typed", () => {
  let now = "";
  showDesk(<Woods onChange={(value) => (now = value)} />);
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Woods" });
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  const listChips = () => screen.queryAllByRole("button").map((chip) => chip.getAttribute("aria-label"));
  type("Acacia, Man");
  expect(now).toBe("Teak wood\nAcacia\nMan");
  expect(listChips()).toEqual(["Remove Teak wood", "Remove Acacia"]);
  type("Mango");
  fireEvent.keyDown(field, { key: "Enter" });
  expect(field.value).toBe("");
  expect(listChips()).toEqual(["Remove Teak wood", "Remove Acacia", "Remove Mango"]);
  fireEvent.click(screen.getByRole("button", { name: "Remove Acacia" }));
  type("Mango");
  fireEvent.blur(field);
  expect(now).toBe("Teak wood\nMango");
  fireEvent.keyDown(field, { key: "Backspace" });
  expect(now).toBe("Teak wood");
});

test("a wood of the shop is added with one click, and another wood can be typed", async () => {
  let now = "";
  vi.stubGlobal("fetch", async () =>
    Response.json(["Mango wood", "Teak wood"].map((value) => ({ value, summary: "" }))),
  );
  showDesk(<Woods kind="material" onChange={(value) => (now = value)} />);
  fireEvent.click(await screen.findByRole("button", { name: "Add Mango wood" }));
  expect(now).toBe("Teak wood\nMango wood");
  expect(screen.queryByRole("button", { name: /^Add/ })).toBeNull();
  fireEvent.change(screen.getByRole("textbox", { name: "Woods" }), { target: { value: "Sal wood," } });
  expect(now).toBe("Teak wood\nMango wood\nSal wood");
});
