import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { NavigationContext } from "#shop/catalogue/web/navigation.ts";
import { MenuBar } from "./menu-bar.tsx";

vi.mock("#client/hover-menu.ts", () => ({
  useHoverMenu: () => () => ({ open: true, root: {}, button: {}, panel: {} }),
}));

vi.mock("./after-page.ts", () => ({ MenuPicture: () => null }));

test("a menu named after a category links to that category, and a menu with another name links to a list of the products in its subcategories (§2.2)", () => {
  const menu = [
    { name: "Serveware", subcategories: ["Tray"] },
    { name: "For children", subcategories: ["Bowl", "Fruit Bowl"], isNoCategory: true as const },
  ];
  render(
    <NavigationContext value={{ menu, search: [], materials: [] }}>
      <MenuBar collections={[]} />
    </NavigationContext>,
  );
  const listHrefs = (...names: string[]) =>
    names.map((name) => screen.getByRole("link", { name, hidden: true }).getAttribute("href"));
  expect(listHrefs("Serveware", "Tray", "For children", "Bowl", "Fruit Bowl")).toEqual([
    "/products?category=Serveware",
    "/products?category=Serveware&subcategory=Tray",
    "/products?kind=Bowl%2CFruit%20Bowl",
    "/products?subcategory=Bowl",
    "/products?subcategory=Fruit%20Bowl",
  ]);
});
