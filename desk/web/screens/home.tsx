import { type ReactNode, useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { formatCount, joinTexts } from "#contract/text.ts";
import {
  collectionList,
  homePage,
  hotTileList,
  menuList,
  specialOffer,
} from "#shop/catalogue/command-results.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Cards } from "../cards.tsx";
import { ChangeButton } from "../changeable.tsx";
import { CommandButton } from "../command-button.tsx";
import { RecentChanges } from "../recent-changes.tsx";
import { NamedButton } from "../named-button.tsx";
import { LookDots } from "../look-dots.tsx";
import { PagePreview } from "../page-preview.tsx";
import { ScreenFrame, Section, Small, ToggleGroup, ViewState } from "../screen-parts.tsx";
import { useView } from "../use-view.ts";
import { Testimonials } from "./reviews.tsx";
import styles from "./home.module.css";
import { undoList } from "#contract/operator-results.ts";

type ListedSection = DataOf<typeof homePage>["sections"][number];

export default function HomeScreen() {
  const [isPreviewed, setPreviewed] = useState(false);
  const { data, error, isLoading } = useView(homePage);
  const { data: changes = [] } = useView({ ...undoList, options: { about: "home" } });
  if (!data) return <ViewState error={error} isLoading={isLoading} />;
  return (
    <ScreenFrame
      title="Home page"
      lead="Shoppers see changes at once. You can undo them for thirty days."
      actions={
        <Button variant="secondary" aria-pressed={isPreviewed} onClick={() => setPreviewed(!isPreviewed)}>
          {isPreviewed ? "Hide the page" : "See the page"}
        </Button>
      }
    >
      <div className={styles.columns} data-previewed={isPreviewed || undefined}>
        {isPreviewed && (
          <div className={styles.page}>
            <PagePreview args={{ what: "home" }} title="The home page" />
          </div>
        )}
        <div className={styles.column}>
          <Parts sections={data.sections} />
          <SpecialOffer />
          <ol className={styles.sections}>
            {data.sections.map((section) => (
              <SectionPart
                key={section.section}
                section={section}
                last={data.sections.filter(({ place }) => place !== null).length}
                revision={data.revision}
              />
            ))}
          </ol>
          <Menus />
          <Collections />
          <Section anchor="story" title="Our Story">
            <Cards noun="story" of="picture" />
          </Section>
          <Section anchor="makers" title="Makers">
            <Small>Makers are shown on Our Story, and on the pages of their products.</Small>
            <Cards noun="makers" of="maker" canBeEmpty />
          </Section>
          <Section anchor="scenes" title="Pictures on other pages">
            <Cards noun="scenes" of="picture" canBeEmpty isOrdered={false} />
          </Section>
          <Section anchor="listing-texts" title="Above the lists of products">
            <Small>
              If you leave the heading empty, the page of a product type shows its name as the heading.
            </Small>
            <Cards noun="listing-texts" of="heading" canBeEmpty isOrdered={false} />
          </Section>
          <RecentChanges changes={changes} />
        </div>
      </div>
    </ScreenFrame>
  );
}

const OTHER_PARTS = {
  menus: "Menus",
  collections: "Collections menu",
  story: "Our Story",
  makers: "Makers",
  scenes: "Pictures on other pages",
  "listing-texts": "Above the lists of products",
};

/** Buttons that scroll to the parts of the screen, which is many times as long as a phone's screen. */
function Parts({ sections }: { sections: readonly ListedSection[] }) {
  const choices = {
    ...Object.fromEntries(sections.map(({ section, name }) => [section, name])),
    ...OTHER_PARTS,
  };
  return (
    <ToggleGroup<string>
      label="Go to"
      choices={choices}
      chosen=""
      onChange={(anchor) => {
        const part = document.getElementById(anchor);
        part?.scrollIntoView();
        part?.focus({ preventScroll: true });
      }}
    />
  );
}

function SpecialOffer() {
  const { data } = useView(specialOffer);
  if (!data) return null;
  const { heading, points, written, revision } = data;
  const isUp = heading !== "" || points.length > 0;
  return (
    <Section
      title="Special offer"
      actions={
        <>
          <ChangeButton
            of="the special offer"
            title="Special offer"
            name="offers"
            known={{ heading: written.heading, points: written.points.join("\n") }}
            asked={["heading", "points"]}
            expected={revision}
          />
          {isUp && (
            <CommandButton name="offers" values={{ none: "on" }} variant="quiet" expected={revision}>
              Remove the offer
            </CommandButton>
          )}
        </>
      }
    >
      <p className={styles.words}>{heading || "There is no special offer at the moment."}</p>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </Section>
  );
}

const sectionContents: Readonly<Record<string, () => ReactNode>> = {
  banners: () => <Cards noun="banners" of="banner" />,
  offers: () => <Cards noun="cards" of="offer card" />,
  look: () => (
    <Cards
      noun="looks"
      of="look"
      drawBelow={(card, revision) => <LookDots {...card} revision={revision} />}
    />
  ),
  categories: () => <Cards noun="tiles" of="tile" />,
  services: () => <Cards noun="services" of="service card" />,
  looks: () => <Small>This section shows the second look and all later looks.</Small>,
  films: () => <Cards noun="films" of="film" />,
  "hot-products": () => <HotProducts />,
  testimonials: () => <Testimonials firstShown={6} />,
};

interface SectionPartProps {
  section: ListedSection;
  last: number;
  revision: string;
}

function SectionPart({ section, last, revision }: SectionPartProps) {
  const { section: id, name, place, from, titled, title, text } = section;
  const change = { name: "home", variant: "quiet", expected: revision } as const;
  const move = (to: number, text: string) => (
    <NamedButton {...change} text={text} of={name} values={{ section: id, place: String(to) }} />
  );
  return (
    <li>
      <Section
        anchor={id}
        title={
          <>
            {place !== null && `${place}. `}
            {name}
            {title !== undefined && <span className={styles.own}> “{title}”</span>}{" "}
            {place === null && <Badge>Not shown</Badge>}
          </>
        }
        actions={
          <>
            {place !== null && place > 1 && move(place - 1, "Up")}
            {place !== null && place < last && move(place + 1, "Down")}
            {titled && place !== null && (
              <ChangeButton
                {...change}
                of={`of ${name}`}
                title={`Title of ${name}`}
                known={{ section: id, ...(title && { title }), ...(text && { text }) }}
                asked={id === "newly-launched" ? ["title", "text"] : ["title"]}
              >
                Title
              </ChangeButton>
            )}
            <NamedButton
              {...change}
              text={place === null ? "Show" : "Hide"}
              of={name}
              values={{ section: id, shown: place === null ? "yes" : "no" }}
            />
          </>
        }
      >
        {sectionContents[id]?.() ?? <Small>This section shows {from}.</Small>}
      </Section>
    </li>
  );
}

type RowValues = Readonly<Record<string, string>>;

interface RowProps {
  name: string;
  details: string;
  command: string;
  of: string;
  title?: string;
  known: RowValues;
  asked: readonly string[];
  revision: string;
  /** The values that the button "Up" sends. Without them, the button is not shown. The same applies to `remove`. */
  up?: RowValues | false;
  remove?: RowValues | false;
}

const Row = ({ name, details, command, of, title = name, known, asked, revision, up, remove }: RowProps) => {
  const change = { name: command, variant: "quiet", of, expected: revision } as const;
  return (
    <li className={styles.row}>
      <span>
        {name}
        <Small>{details}</Small>
      </span>
      <span className={styles.acts}>
        <ChangeButton {...change} {...{ title, known, asked }} isQuiet />
        {up && <NamedButton {...change} text="Up" values={up} />}
        {remove && <NamedButton {...change} text="Remove" values={remove} />}
      </span>
    </li>
  );
};

function HotProducts() {
  const { data, error, isLoading } = useView(hotTileList);
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
            details={title ?? (chosen === null ? list : `${list} (${chosen} is not in the shop)`)}
            command="hot-products"
            of={`tile ${tile}`}
            title={`Tile ${tile}`}
            known={{ ...at, product: chosen ?? "", name }}
            asked={["product", "name"]}
            remove={chosen !== null && { ...at, product: "none" }}
          />
        );
      })}
    </ol>
  );
}

function Menus() {
  const { data } = useView(menuList);
  if (!data) return null;
  const { menus, search, isAutomatic, revision } = data;
  const change = { name: "menus", variant: "quiet", expected: revision } as const;
  return (
    <Section
      anchor="menus"
      title="Menus"
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
              up={place > 1 && { ...at, to: String(place - 1) }}
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
    </Section>
  );
}

function Collections() {
  const { data } = useView(collectionList);
  if (!data) return null;
  return (
    <Section
      anchor="collections"
      title="Collections menu"
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
            up={place > 1 && { name, place: String(place - 1) }}
            remove={{ name, remove: "on" }}
          />
        ))}
      </ol>
    </Section>
  );
}
