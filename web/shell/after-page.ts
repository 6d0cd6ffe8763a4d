import { watchCatalogue } from "./watch-catalogue.ts";

/** What comes once the page is there and nothing else is to be done. */
export { SearchDrawer } from "./search-drawer.tsx";

watchCatalogue();
