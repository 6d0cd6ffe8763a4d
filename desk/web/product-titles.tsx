import { createContext, type ReactNode, use } from "react";
import { deskLinks } from "#contract/desk-links.ts";
import { useProducts } from "./product-picker.tsx";
import { useCommand } from "./use-view.ts";

const Titles = createContext<Readonly<Record<string, { title: string }>>>({});

const MAX_IDS = 500;

/** Loads the titles of these products for `useProductTitle` and `ProductTitle`. */
export function ProductTitles({ ids, children }: { ids: readonly string[]; children: ReactNode }) {
  const mayRead = useCommand("products list") !== undefined;
  const wanted = [...new Set(ids)].slice(0, MAX_IDS).toSorted();
  return <Titles value={useProducts(mayRead ? wanted : []).products}>{children}</Titles>;
}

/** Returns a function that returns the title of a product, or the id if its title was not loaded. */
export function useProductTitle(): (id: string) => string {
  const titles = use(Titles);
  return (id) => titles[id]?.title ?? id;
}

export const ProductTitle = ({ id }: { id: string }) => useProductTitle()(id);

/** The fields of commands that contain product ids, alone or with a quantity, as in `teak-tray:2`. */
const FIELDS = ["id", "product", "products", "line"];

export const listProductIds = (entered: Readonly<Record<string, string>>): string[] =>
  FIELDS.flatMap((field) => entered[field]?.split("\n") ?? [])
    .map((line) => line.replace(/:\d+$/, ""))
    .filter((id) => /^[a-z\d]+(-[a-z\d]+)*$/.test(id));

interface Problem {
  about: string;
  screen?: string | undefined;
}

/** True if the problem is about a product. `about` is then the id of the product. */
export const isAboutProduct = ({ about, screen }: Problem): boolean => screen === deskLinks.product(about);

export const listProductsOf = (problems: readonly Problem[]): string[] =>
  problems.filter(isAboutProduct).map(({ about }) => about);
