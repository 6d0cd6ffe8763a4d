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

const drawing = { src: "/brand/logo.svg?v=1", width: 20, height: 10 };

test("a shop with another name shows its name instead of the drawn logo", () => {
  show({ name: "Mitti & Co" });
  expect(screen.getByText("Mitti & Co")).toBeTruthy();
  expect(screen.queryByRole("img")).toBeNull();
});

test("the owner's drawings replace logo and mark, and the mark is decorative", () => {
  const { container } = show({
    name: "Mitti & Co",
    logo: drawing,
    mark: { ...drawing, src: "/brand/mark.svg?v=2" },
  });
  expect(screen.getByRole("img", { name: "Mitti & Co" }).getAttribute("src")).toBe(drawing.src);
  expect([...container.querySelectorAll("img")].map((image) => image.getAttribute("alt"))).toEqual([
    "Mitti & Co",
    "",
  ]);
});
