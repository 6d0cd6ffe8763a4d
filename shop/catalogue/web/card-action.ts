import { createContext, type ReactNode } from "react";
import type { ProductCard } from "../card.ts";

/** Renders the buttons of a product card, such as 'Add to Bag'. They are placed beside the card's link, not in it. */
export const CardActionContext = createContext<(product: ProductCard) => ReactNode>(() => null);
