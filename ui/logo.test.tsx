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

test("the shop that this came as has its own drawing, named by the shop's name", () => {
  const { container } = show({ name: "Taruva" });
  expect(screen.getByRole("img", { name: "Taruva" }).tagName).toBe("svg");
  expect(container.querySelector("img")).toBeNull();
});

test("a shop of another name never shows the letters of this one", () => {
  show({ name: "Mitti & Co" });
  expect(screen.getByText("Mitti & Co")).toBeTruthy();
  expect(screen.queryByRole("img")).toBeNull();
});

test("the owner's drawings take their places, the mark as an ornament", () => {
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
