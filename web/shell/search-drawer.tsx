import ArrowRight from "lucide/dist/esm/icons/arrow-right.mjs";
import { type ComponentProps, type KeyboardEvent, useState } from "react";
import { links } from "#contract/links.ts";
import { goTo } from "#client/links.tsx";
import { searchMessages, searchSubcategories } from "#shop/catalogue/subcategories.ts";
import { FoundProducts, useFoundProducts } from "#shop/catalogue/web/found-products.tsx";
import { ViewedLines } from "#shop/catalogue/web/product-lines.tsx";
import { Drawer } from "#ui/drawer.tsx";
import { TextField } from "#ui/field.tsx";
import { findKindPicture, KindPicture, useHomePictures } from "./kind-pictures.tsx";
import styles from "./search-drawer.module.css";
import { Icon } from "#ui/icon.tsx";

/** The six kinds of the shop, narrowed down by typing (§2.2), and below them the products that were meant. */
export function SearchDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Drawer open={open} onClose={onClose} title="Search">
      <Search />
    </Drawer>
  );
}

/** Begins empty each time, because the drawer's contents are there only while it is open. */
function Search() {
  const [text, setText] = useState("");
  const kinds = searchSubcategories(text);
  const products = useFoundProducts(text);

  const onSubmit: ComponentProps<"form">["onSubmit"] = (event) => {
    event.preventDefault();
    const [kind, product] = [kinds[0], products?.[0]];
    if (kind !== undefined) void goTo(links.products({ subcategory: kind }));
    else if (product) void goTo(links.product(product._id));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys come from the field and the links
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
      {kinds.length > 0 && <FoundKinds kinds={kinds} />}
      <FoundProducts products={products} />
      {kinds.length === 0 && <NoKinds />}
      {text.trim() === "" && <ViewedLines />}
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

/** The sentence is of the fixed list alone: it stands below the pieces that were found, under its own heading. */
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

/** The arrows up and down go through the field and everything below it. */
function moveFocusByArrow(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, a")];
  const here = stops.findIndex((stop) => stop === document.activeElement);
  event.preventDefault();
  stops[here + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
}
