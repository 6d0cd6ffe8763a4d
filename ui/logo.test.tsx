import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { type LogoBrand, BrandContext, Logo, LogoMark } from "./logo.tsx";

const show = (face: LogoBrand) =>
  render(
    <BrandContext value={face}>
      <Logo />
      <LogoMark />
    </BrandContext>,
  );

test("a shop that is not named Taruva shows its name instead of the drawn logo", () => {
  show({ name: "Mitti & Co" });
  expect(screen.getByText("Mitti & Co")).toBeTruthy();
  expect(screen.queryByRole("img")).toBeNull();
});
