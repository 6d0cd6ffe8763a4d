import { watchCatalogue } from "./watch-catalogue.ts";

/** This code is loaded when the page is hydrated and idle, because a page does not need it at first. */
export { WaitingBag } from "#shop/cart/web/waiting-bag.tsx";
export { MenuPicture } from "./kind-pictures.tsx";
export { SearchDrawer } from "./search-drawer.tsx";

watchCatalogue();
