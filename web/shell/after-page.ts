import { watchCatalogue } from "./watch-catalogue.ts";

/** This module is loaded when the page is hydrated and idle. */
export { WaitingBag } from "#shop/cart/web/waiting-bag.tsx";
export { MenuPicture } from "./menu-picture.tsx";
export { SearchDrawer } from "./search-drawer.tsx";

watchCatalogue();
