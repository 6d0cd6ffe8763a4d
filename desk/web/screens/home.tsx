import type { IconNode } from "lucide";
import Quote from "lucide/dist/esm/icons/quote.mjs";
import Sparkles from "lucide/dist/esm/icons/sparkles.mjs";
import Truck from "lucide/dist/esm/icons/truck.mjs";
import { type ReactNode, useState } from "react";
import { useMedia } from "#client/visibility.ts";
import type { DataOf } from "#contract/command-data.ts";
import { undoList } from "#contract/operator-results.ts";
import { capitalise, formatCount, joinTexts } from "#contract/text.ts";
import { cardLists, homePage, specialOffer } from "#shop/catalogue/command-results.ts";
import { testimonialList } from "#shop/reviews/command-results.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Cards } from "../cards.tsx";
import { ChangeButton } from "../changeable.tsx";
import { CommandButton } from "../command-button.tsx";
import { Collections, HotProducts, HotSummary, HotThumb, Menus } from "../home-lists.tsx";
import { LookDots } from "../look-dots.tsx";
import { MoveButtons } from "../named-button.tsx";
import { Thumb } from "../order-parts.tsx";
import { PagePreview } from "../page-preview.tsx";
import { RecentChanges } from "../recent-changes.tsx";
import { FoldedSection, ScreenFrame, Section, Small, ViewState } from "../screen-parts.tsx";
import { useView } from "../use-view.ts";
import styles from "./home.module.css";
import { Testimonials } from "./reviews.tsx";

type ListedSection = DataOf<typeof homePage>["sections"][number];

export default function HomeScreen() {
  const isWide = useMedia("(width >= 1100px)");
  const [isPreviewed = isWide, setPreviewed] = useState<boolean>();
  const { data, error, isLoading } = useView(homePage);
  const { data: changes = [] } = useView({ ...undoList, options: { about: "home" } });
  const [last] = changes;
  if (!data) return <ViewState error={error} isLoading={isLoading} />;
  return (
    <ScreenFrame
      title="Home page"
      lead="Shoppers see changes at once. Undo works for 30 days."
      actions={
        <>
          {last && (
            <CommandButton name="undo" values={{ number: String(last.number) }} variant="quiet">
              Undo the last change
            </CommandButton>
          )}
          <Button variant="secondary" aria-pressed={isPreviewed} onClick={() => setPreviewed(!isPreviewed)}>
            {isPreviewed ? "Hide the preview" : "See the preview"}
          </Button>
        </>
      }
    >
      <div className={styles.columns} data-previewed={isPreviewed || undefined}>
        {isPreviewed && (
          <div className={styles.page}>
            <PagePreview args={{ what: "home" }} title="The home page" />
          </div>
        )}
        <div className="stack top gap-8">
          <Section title="On every page">
            <div>
              <SpecialOffer />
              <Menus />
              <Collections />
            </div>
          </Section>
          <Section title="On the home page">
            <ol className="plain">
              {data.sections.map((section) => (
                <SectionPart
                  key={section.section}
                  section={section}
                  last={data.sections.filter(({ place }) => place !== null).length}
                  revision={data.revision}
                />
              ))}
            </ol>
          </Section>
          <Section title="On other pages">
            <div>
              <CardsPart noun="story" title="Our Story" of="picture" />
              <CardsPart noun="makers" title="Makers" of="maker" />
              <CardsPart noun="scenes" title="Pictures on other pages" of="picture" />
              <CardsPart noun="listing-texts" title="Above the lists of products" of="heading" />
            </div>
          </Section>
          <RecentChanges changes={changes} most={3} />
        </div>
      </div>
    </ScreenFrame>
  );
}

function SpecialOffer() {
  const { data } = useView(specialOffer);
  if (!data) return null;
  const { heading, points, written, from, to, days, revision } = data;
  const hasOffer = heading !== "" || points.length > 0;
  return (
    <FoldedSection
      part="offers"
      title="Special offer"
      summary={hasOffer ? joinTexts(" · ", heading, days) : "No special offer"}
      actions={
        <>
          <ChangeButton
            of="the special offer"
            title="Special offer"
            name="offers"
            known={{ heading: written.heading, points: written.points.join("\n"), from, to }}
            asked={["heading", "points", "from", "to"]}
            expected={revision}
          />
          {hasOffer && (
            <CommandButton name="offers" values={{ none: "on" }} variant="quiet" expected={revision}>
              Remove the offer
            </CommandButton>
          )}
        </>
      }
    >
      <p className="medium">{heading}</p>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <Small>
        The discount itself is the <a href="/settings/selling">coupon</a>, which stays until you remove it,
        also after the last day of the offer.
      </Small>
    </FoldedSection>
  );
}

type CardsProps = Parameters<typeof Cards>[0];

const CardsPart = ({ title, ...cards }: CardsProps & { title: string }) => (
  <FoldedSection part={cards.noun} title={title} summary={<CardCount {...cards} />}>
    <Cards {...cards} />
  </FoldedSection>
);

function CardThumb({ noun, at = 0 }: Pick<CardsProps, "noun"> & { at?: number }) {
  const { data } = useView(cardLists[noun]);
  return <Thumb href={Object.values(data?.cards[at]?.pictures ?? {})[0] ?? null} title="" />;
}

function CardCount({ noun, of }: Pick<CardsProps, "noun" | "of">) {
  const { data } = useView(cardLists[noun]);
  if (!data) return null;
  return data.cards.length === 0 ? `No ${of}s yet` : formatCount(data.cards.length, of);
}

function TestimonialCount() {
  const { data } = useView({ ...testimonialList, options: { testimonials: "on", limit: "1000" } });
  if (!data) return null;
  const hidden = data.filter((each) => each.hidden).length;
  return joinTexts(" · ", formatCount(data.length, "testimonial"), hidden > 0 && `${hidden} hidden`);
}

const cardList = (noun: CardsProps["noun"], of: string, drawBelow?: CardsProps["drawBelow"]) => ({
  picture: <CardThumb noun={noun} />,
  summary: <CardCount {...{ noun, of }} />,
  contents: <Cards {...{ noun, of, drawBelow }} />,
});

const drawIcon = (of: IconNode) => <Thumb href={null} title="" icon={<Icon of={of} />} />;

const sectionParts: Record<string, { picture?: ReactNode; summary: ReactNode; contents: ReactNode }> = {
  banners: cardList("banners", "banner"),
  offers: cardList("cards", "offer card"),
  look: cardList("looks", "look", (card, revision) => <LookDots {...card} revision={revision} />),
  categories: cardList("tiles", "tile"),
  services: { ...cardList("services", "service card"), picture: drawIcon(Truck) },
  looks: {
    picture: <CardThumb noun="looks" at={1} />,
    summary: "All looks after the first",
    contents: <Small>You change these looks in the section “First look”, which lists all looks.</Small>,
  },
  films: cardList("films", "film"),
  "hot-products": { picture: <HotThumb />, summary: <HotSummary />, contents: <HotProducts /> },
  testimonials: {
    picture: drawIcon(Quote),
    summary: <TestimonialCount />,
    contents: <Testimonials firstShown={6} />,
  },
};

interface SectionPartProps {
  section: ListedSection;
  last: number;
  revision: string;
}

function SectionPart({ section, last, revision }: SectionPartProps) {
  const { section: id, name, place, from, titled, title, text } = section;
  const change = { name: "home", variant: "quiet", expected: revision } as const;
  const moves = place !== null && { place, last, of: name, to: (to: string) => ({ section: id, place: to }) };
  const {
    picture = drawIcon(Sparkles),
    summary = capitalise(from),
    contents = <Small>This section shows {from}.</Small>,
  } = sectionParts[id] ?? {};
  return (
    <li>
      <FoldedSection
        part={`section-${id}`}
        title={
          <>
            {place !== null && `${place}. `}
            {name}
            {title !== undefined && <span className="soft"> “{title}”</span>}
          </>
        }
        picture={picture}
        summary={
          <>
            {place === null && <Badge>Hidden</Badge>} {summary}
          </>
        }
        mark={
          <CommandButton
            {...change}
            isOn={place !== null}
            values={{ section: id, shown: place === null ? "yes" : "no" }}
          >
            <span className="visually-hidden">Show {name}</span>
          </CommandButton>
        }
        actions={
          <>
            {titled && place !== null && (
              <ChangeButton
                {...change}
                of={`of ${name}`}
                title={`Title of ${name}`}
                known={{ section: id, ...(title && { title }), ...(text && { text }) }}
                asked={id === "newly-launched" ? ["title", "text"] : ["title"]}
              >
                Change the title
              </ChangeButton>
            )}
            {moves && (
              <span className="row middle">
                <Small>Position on the page:</Small>
                <MoveButtons {...change} {...moves} />
              </span>
            )}
          </>
        }
      >
        {contents}
      </FoldedSection>
    </li>
  );
}
