import type { ComponentProps } from "react";
import { formatCount, joinTexts } from "#contract/text.ts";
import { collectionList, hotTileList, menuList } from "#shop/catalogue/command-results.ts";
import { ChangeButton } from "./changeable.tsx";
import { CommandButton } from "./command-button.tsx";
import styles from "./home-lists.module.css";
import { MoveButtons, NamedButton } from "./named-button.tsx";
import { Thumb } from "./order-parts.tsx";
import { GONE, useProducts } from "./product-picker.tsx";
import { FoldedSection, Small, ViewState } from "./screen-parts.tsx";
import { useView } from "./use-view.ts";

interface RowProps extends Pick<ComponentProps<typeof ChangeButton>, "asked" | "known"> {
  name: string;
  details: string;
  /** Null if the product of the row has no picture. If undefined, the row has no place for a picture. */
  picture?: string | null;
  command: string;
  of: string;
  title?: string;
  label?: string;
  revision: string;
  moves?: Pick<ComponentProps<typeof MoveButtons>, "place" | "last" | "to"> | false;
  remove?: Readonly<Record<string, string>> | false;
}

const Row = ({ name, details, picture, command, of, label, revision, moves, remove, ...form }: RowProps) => {
  const change = { name: command, variant: "quiet", of, expected: revision } as const;
  return (
    <li className={styles.row}>
      {picture !== undefined && <Thumb href={picture} title="" />}
      <div className={styles.content}>
        <span className={styles.name}>
          {name}
          <Small>{details}</Small>
        </span>
        <span className="row wrap gap-2">
          <ChangeButton {...change} title={name} {...form} isQuiet>
            {label}
          </ChangeButton>
          {moves && <MoveButtons {...change} {...moves} />}
          {remove && <NamedButton {...change} text="Remove" values={remove} />}
        </span>
      </div>
    </li>
  );
};

export function HotSummary() {
  const { data } = useView(hotTileList);
  if (!data) return null;
  const chosen = data.filter(({ title }) => title !== null).length;
  return joinTexts(" · ", formatCount(data.length, "tile"), `${formatCount(chosen, "product")} chosen`);
}

export function HotThumb() {
  const { data = [] } = useView(hotTileList);
  const [first] = data.flatMap(({ chosen }) => chosen ?? []);
  const { products } = useProducts(first === undefined ? [] : [first]);
  return <Thumb href={(first !== undefined && products[first]?.picture) || null} title="" />;
}

export function HotProducts() {
  const { data, error, isLoading } = useView(hotTileList);
  const { products } = useProducts((data ?? []).flatMap(({ chosen }) => chosen ?? []));
  if (!data) return <ViewState error={error} isLoading={isLoading} />;
  return (
    <ol className="plain">
      {data.map(({ tile, name, title, chosen, subcategory, revision }) => {
        const at = { tile: String(tile) };
        const list = `opens the list for the product type ${subcategory}`;
        return (
          <Row
            key={tile}
            {...{ name, revision }}
            details={title ?? (chosen === null ? list : `${GONE}; the tile ${list}`)}
            picture={chosen === null ? null : (products[chosen]?.picture ?? null)}
            command="hot-products"
            of={`tile ${tile}`}
            title={`Tile ${tile}`}
            known={{ ...at, product: chosen ?? "", name }}
            asked={["product", "name"]}
            {...(chosen === null && { label: "Choose a product" })}
            moves={chosen !== null && { place: tile, last: data.length, to: (to) => ({ ...at, to }) }}
            remove={chosen !== null && { ...at, product: "none" }}
          />
        );
      })}
    </ol>
  );
}

export function Menus() {
  const { data } = useView(menuList);
  if (!data) return null;
  const { menus, search, isAutomatic, revision } = data;
  const change = { name: "menus", variant: "quiet", expected: revision } as const;
  return (
    <FoldedSection
      part="menus"
      title="Menus"
      summary={joinTexts(" · ", formatCount(menus.length, "menu"), isAutomatic && "made by the shop")}
      actions={
        <>
          <ChangeButton
            title="New menu"
            name="menus"
            known={{ place: "new" }}
            asked={["name", "kinds"]}
            expected={revision}
          >
            Add a menu
          </ChangeButton>
          {!isAutomatic && (
            <CommandButton {...change} values={{ automatic: "on" }}>
              Make menus from the products
            </CommandButton>
          )}
        </>
      }
    >
      {isAutomatic && <Small>The shop makes the menus from your products, until you change a menu.</Small>}
      <ol className="plain">
        {menus.map(({ place, name, kinds }) => {
          const at = { place: String(place) };
          return (
            <Row
              key={name}
              {...{ name, revision }}
              details={kinds.join(", ")}
              command="menus"
              of={`the menu ${name}`}
              known={{ ...at, name, kinds: kinds.join("\n") }}
              asked={["name", "kinds"]}
              moves={{ place, last: menus.length, to: (to) => ({ ...at, to }) }}
              remove={{ ...at, remove: "on" }}
            />
          );
        })}
        <Row
          name="Below the search field"
          details={search.join(", ")}
          command="menus"
          of="the product types below the search field"
          known={{ search: search.join("\n") }}
          asked={["search"]}
          revision={revision}
        />
      </ol>
    </FoldedSection>
  );
}

export function Collections() {
  const { data } = useView(collectionList);
  if (!data) return null;
  return (
    <FoldedSection
      part="collections"
      title="Collections menu"
      summary={formatCount(data.length, "collection")}
      actions={
        <ChangeButton
          title="New collection"
          name="collections"
          known={{ add: "on" }}
          asked={["name", "description"]}
        >
          Add a collection
        </ChangeButton>
      }
    >
      <ol className="plain">
        {data.map(({ place, name, description, products, revision }) => (
          <Row
            key={name}
            {...{ name, revision }}
            details={joinTexts(", ", formatCount(products, "product"), description)}
            command="collections"
            of={name}
            known={{ name, "new-name": name, description: description ?? "" }}
            asked={["new-name", "description"]}
            moves={{ place, last: data.length, to: (to) => ({ name, place: to }) }}
            remove={{ name, remove: "on" }}
          />
        ))}
      </ol>
    </FoldedSection>
  );
}
