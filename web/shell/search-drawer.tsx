import ArrowRight from "lucide/dist/esm/icons/arrow-right.mjs";
import { type ComponentProps, type KeyboardEvent, useState } from "react";
import { links } from "#contract/links.ts";
import { goTo } from "#client/links.tsx";
import { optionalPart } from "#client/optional-part.tsx";
import { searchKinds, searchList, searchMessages } from "#shop/catalogue/subcategories.ts";
import { useNavigation } from "#shop/catalogue/web/navigation.ts";
import {
  findHelpPages,
  isGiftSearch,
  isSearch,
  searchCollections,
  trimSearch,
} from "#shop/catalogue/search.ts";
import { FoundProducts, useFoundProducts } from "#shop/catalogue/web/found-products.tsx";
import { PricePresets } from "#shop/catalogue/web/price-presets.tsx";
import { ViewedLines } from "#shop/catalogue/web/product-lines.tsx";
import { Drawer } from "#ui/drawer.tsx";
import { TextField } from "#ui/field.tsx";
import { useCollections } from "./collections.ts";
import { findKindPicture, KindPicture, useHomePictures } from "./kind-pictures.tsx";
import styles from "./search-drawer.module.css";
import { Icon } from "#ui/icon.tsx";

const SomePieces = optionalPart(
  async () => (await import("#shop/catalogue/web/first-pieces-list.tsx")).SomePieces,
);

/** The search (§2.2). It shows six kinds of product, and collections and products that match the typed text. */
export function SearchDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Drawer open={open} onClose={onClose} title="Search">
      <Search />
    </Drawer>
  );
}

/** Rendered only while the drawer is open, so that it starts empty each time. */
function Search() {
  const [text, setText] = useState("");
  const kinds = searchKinds(useNavigation()?.search ?? searchList, text);
  const collections = searchCollections(useCollections() ?? [], text);
  const helpPages = findHelpPages(text);
  const foundProducts = useFoundProducts(text);
  const isEmpty = text.trim() === "";

  const onSubmit: ComponentProps<"form">["onSubmit"] = (event) => {
    event.preventDefault();
    if (isSearch(text)) void goTo(links.products({ search: trimSearch(text) }));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key events come from inner controls
    <form role="search" onSubmit={onSubmit} onKeyDown={moveFocusByArrow} className={styles.search}>
      <TextField
        label="What are you looking for?"
        placeholder={searchMessages.placeholder}
        autoComplete="off"
        enterKeyHint="search"
        data-initial-focus=""
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {kinds.length > 0 ? <FoundKinds kinds={kinds} /> : <NoKinds />}
      {isEmpty && <ViewedLines />}
      {collections.length > 0 && (
        <LinkSection
          id="found-collections"
          title="Collections"
          entries={collections.map((collection) => ({
            label: collection,
            href: links.products({ collection }),
          }))}
        />
      )}
      {helpPages.length > 0 && <LinkSection id="found-help" title="Help" entries={helpPages} />}
      {(isEmpty || isGiftSearch(text)) && <Gifts />}
      <FoundProducts text={text} found={foundProducts} />
      {foundProducts?.total === 0 && kinds.length + collections.length + helpPages.length === 0 && (
        <Otherwise />
      )}
    </form>
  );
}

function FoundKinds({ kinds }: { kinds: readonly string[] }) {
  const pictures = useHomePictures();
  return (
    <section aria-labelledby="found-kinds">
      <h3 id="found-kinds" className="eyebrow">
        Categories
      </h3>
      <ul className={styles.kinds}>
        {kinds.map((subcategory) => (
          <li key={subcategory}>
            <a href={links.products({ subcategory })}>
              <KindPicture picture={findKindPicture(pictures, subcategory)} />
              {subcategory}
              <Icon of={ArrowRight} size={20} strokeWidth={1.5} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LinkSectionProps {
  id: string;
  title: string;
  entries: readonly { label: string; href: string }[];
}

const LinkSection = ({ id, title, entries }: LinkSectionProps) => (
  <section aria-labelledby={id}>
    <h3 id={id} className="eyebrow">
      {title}
    </h3>
    <ul className={styles.collections}>
      {entries.map(({ label, href }) => (
        <li key={href}>
          <a href={href}>{label}</a>
        </li>
      ))}
    </ul>
  </section>
);

const Gifts = () => (
  <section aria-labelledby="gifts">
    <h3 id="gifts" className="eyebrow">
      Gifts
    </h3>
    <PricePresets pathname={links.products()} query={{}} />
    <a href={links.gifts}>Gifts by occasion and price</a>
  </section>
);

/** Replaces only the categories (§2.2), because collections or products may still match. */
const NoKinds = () => (
  <section aria-labelledby="found-kinds">
    <h3 id="found-kinds" className="eyebrow">
      Categories
    </h3>
    <p role="status" className={styles.nothing}>
      {searchMessages.nothing}
    </p>
  </section>
);

/** Suggests search words if nothing is found. If the owner has changed the navigation, suggests words from it. */
function Otherwise() {
  const navigation = useNavigation();
  const examples = navigation && [navigation.materials[0], navigation.search[0]].filter(Boolean).join(", ");
  return (
    <section aria-label="Something else" className={styles.otherwise}>
      <p>
        Try a {navigation ? "material" : "wood"}, a product type or a name: {examples || "teak, tray, Savera"}
        . Or <a href={links.products()}>see every piece</a>.
      </p>
      <SomePieces />
    </section>
  );
}

function moveFocusByArrow(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, a")];
  const focusedAt = stops.findIndex((stop) => stop === document.activeElement);
  event.preventDefault();
  stops[focusedAt + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
}
