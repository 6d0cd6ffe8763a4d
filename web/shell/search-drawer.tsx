import ArrowRight from "lucide/dist/esm/icons/arrow-right.mjs";
import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from "react";
import { links } from "#contract/links.ts";
import { SHOP_LOCALE } from "#contract/locale.ts";
import { goTo } from "#client/links.tsx";
import { searchKinds, searchList, searchMessages } from "#shop/catalogue/subcategories.ts";
import { useNavigation } from "#shop/catalogue/web/navigation.ts";
import {
  findHelpPages,
  isGiftSearch,
  isSearch,
  searchCollections,
  trimSearch,
} from "#shop/catalogue/search.ts";
import { FirstPieces } from "#shop/catalogue/web/first-pieces.tsx";
import { FoundProducts, useProductSearch } from "#shop/catalogue/web/found-products.tsx";
import { PricePresets } from "#shop/catalogue/web/price-presets.tsx";
import { ViewedLines } from "#shop/catalogue/web/product-lines.tsx";
import { Drawer } from "#ui/drawer.tsx";
import { TextField } from "#ui/field.tsx";
import { type LinkEntry, LinkItems } from "#ui/link-items.tsx";
import { toCollectionLink, useCollections } from "./collections.ts";
import { findKindPicture, KindPicture, useHomePictures } from "./kind-pictures.tsx";
import styles from "./search-drawer.module.css";
import { Icon } from "#ui/icon.tsx";

export function SearchDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Drawer open={open} onClose={onClose} title="Search">
      <Search />
    </Drawer>
  );
}

/** This component is rendered only while the drawer is open, so that it starts empty each time. */
function Search() {
  const [text, setText] = useState("");
  const kinds = searchKinds(useNavigation()?.search ?? searchList, text);
  const collections = searchCollections(useCollections() ?? [], text);
  const helpPages = findHelpPages(text);
  const search = useProductSearch(text);
  const isEmpty = text.trim() === "";

  const onSubmit: ComponentProps<"form">["onSubmit"] = (event) => {
    event.preventDefault();
    if (isSearch(text)) void goTo(links.products({ search: trimSearch(text) }));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key events come from inner controls
    <form role="search" onSubmit={onSubmit} onKeyDown={moveFocusByArrow} className="stack gap-6">
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
      {isEmpty && <ViewedLines />}
      {collections.length > 0 && (
        <LinkPart id="found-collections" title="Collections" entries={collections.map(toCollectionLink)} />
      )}
      {helpPages.length > 0 && <LinkPart id="found-help" title="Help" entries={helpPages} />}
      {(isEmpty || isGiftSearch(text)) && <Gifts />}
      <FoundProducts text={text} search={search} />
      {kinds.length === 0 && <FoundKinds kinds={kinds} />}
      {search.result?.total === 0 && kinds.length + collections.length + helpPages.length === 0 && (
        <Otherwise />
      )}
    </form>
  );
}

/** If no category matches, shows a message even if other parts have matches (§2.2). */
function FoundKinds({ kinds }: { kinds: readonly string[] }) {
  const pictures = useHomePictures();
  return (
    <Part id="found-kinds" title="Categories">
      {kinds.length === 0 ? (
        <p role="status" className={styles.nothing}>
          {searchMessages.nothing}
        </p>
      ) : (
        <ul className={styles.kinds}>
          {kinds.map((subcategory) => (
            <li key={subcategory}>
              <a href={links.products({ subcategory })}>
                <KindPicture picture={findKindPicture(pictures, subcategory)} />
                {subcategory}
                <Icon of={ArrowRight} size={20} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

interface PartProps {
  id: string;
  title: string;
  children: ReactNode;
}

const Part = ({ id, title, children }: PartProps) => (
  <section aria-labelledby={id}>
    <h3 id={id} className="eyebrow">
      {title}
    </h3>
    {children}
  </section>
);

interface LinkPartProps extends Omit<PartProps, "children"> {
  entries: readonly LinkEntry[];
}

const LinkPart = ({ entries, ...part }: LinkPartProps) => (
  <Part {...part}>
    <ul className={styles.collections}>
      <LinkItems of={entries} className="pill" />
    </ul>
  </Part>
);

const Gifts = () => (
  <Part id="gifts" title="Gifts">
    <PricePresets pathname={links.products()} query={{}} />
    <a href={links.gifts}>Gifts by occasion and price</a>
  </Part>
);

function Otherwise() {
  const navigation = useNavigation();
  const words = navigation ? [navigation.materials[0], navigation.search[0]] : ["teak", "tray"];
  const examples = [...words, "gift"].filter((word) => word !== undefined).map((word) => `“${word}”`);
  return (
    <section aria-label="Other suggestions">
      <p className="soft">
        Try {new Intl.ListFormat(SHOP_LOCALE, { type: "disjunction" }).format(examples)}. Or{" "}
        <a href={links.products()}>see every piece</a>.
      </p>
      <FirstPieces />
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
