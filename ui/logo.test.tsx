import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Face, FaceContext, Logo, LogoMark } from "./logo.tsx";

const show = (face: Face) =>
  render(
    <FaceContext value={face}>
      <Logo />
      <LogoMark />
    </FaceContext>,
  );

test("a shop with another name shows its name instead of the drawn logo", () => {
  show({ name: "Mitti & Co" });
  expect(screen.getByText("Mitti & Co")).toBeTruthy();
  expect(screen.queryByRole("img")).toBeNull();
});
