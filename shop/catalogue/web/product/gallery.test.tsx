import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Gallery } from "./gallery.tsx";

const images = ["/one.jpg", "/two.jpg", "/three.jpg"].map((url) => ({ url, alt: `Bowl, ${url}` }));
const shown = () => screen.getByRole("status").textContent;

test("the gallery of a product wraps around in both directions (§2.6, D25)", async () => {
  render(<Gallery id="bowl" images={images} title="Bowl" />);
  const visitor = userEvent.setup();
  expect(shown()).toBe("Photograph 1 of 3");

  await visitor.click(screen.getByRole("button", { name: "Previous photograph" }));
  expect(shown()).toBe("Photograph 3 of 3");
  await visitor.click(screen.getByRole("button", { name: "Next photograph" }));
  expect(shown()).toBe("Photograph 1 of 3");
});
