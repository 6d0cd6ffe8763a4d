import { Fragment } from "react";
import type { PageHead, Site } from "#client/head-tags.ts";
import { getMiddleHref } from "#contract/picture.ts";
import { getTagline } from "#shop/brand/brand.ts";
import { omitPlaceholder, toListCards } from "#shop/catalogue/card.ts";
import { listProducts, readHomeContent } from "#shop/catalogue/endpoints.ts";
import { NEWLY_LAUNCHED, getProducts } from "#shop/catalogue/listing.ts";
import { toKindLink, useNavigation } from "#shop/catalogue/web/navigation.ts";
import { ButtonLink } from "#ui/button.tsx";
import { type LinkEntry, LinkItems } from "#ui/link-items.tsx";
import { useShopName } from "#ui/logo.tsx";
import { useShell } from "../shell/shell-data.ts";
import { links } from "#contract/links.ts";
import { type LoadedData, usePageData, createPageLoader } from "#client/page-loader.ts";
import { useLoaded } from "#client/loaded.tsx";
import { type HomeContent, homeSections } from "#shop/merchandising/home-content.ts";
import { BannerSkeleton, BannerSlider } from "#shop/merchandising/web/banner-slider.tsx";
import { CategoryTiles } from "#shop/merchandising/web/category-tiles.tsx";
import { HotProducts } from "#shop/merchandising/web/hot-products.tsx";
import { ListProblem } from "#shop/catalogue/web/list-problem.tsx";
import { Look } from "#shop/catalogue/web/look.tsx";
import { NewlyLaunched } from "#shop/catalogue/web/newly-launched.tsx";
import { OfferCards } from "#shop/merchandising/web/offer-cards.tsx";
import { PremiumLook } from "#shop/merchandising/web/premium-look.tsx";
import { ServicesSlider } from "#shop/merchandising/web/services-slider.tsx";
import { TestimonialsCarousel } from "#shop/testimonials/web/testimonials-carousel.tsx";
import { Wrap } from "#ui/section.tsx";
import styles from "./home.module.css";

export const loader = createPageLoader(({ call }) => ({
  homeContent: call(readHomeContent, {}).then(
    ({ banners, offerCards, tiles, services, hotProducts, videos, looks, home }) => ({
      ...(home && { home }),
      banners,
      offerCards,
      tiles: tiles.map(({ wide: _wide, wideAlt: _wideAlt, ...tile }) => tile),
      services,
      hotProducts: hotProducts.map(omitPlaceholder),
      videos,
      looks: looks.map(({ title, text, landscape, alt }) => ({
        title,
        text,
        still: {
          src: getMiddleHref(landscape, "webp"),
          width: landscape.width,
          height: landscape.height,
          alt,
        },
      })),
    }),
  ),
  launched: call(listProducts, { query: { page: "1", limit: String(NEWLY_LAUNCHED) } }).then((response) => {
    const cards = toListCards(getProducts(response));
    return { cards, total: Math.max(response.total, cards.length) };
  }),
}));

type HomeLoader = typeof loader;

export const head = (_data: unknown, _url: URL, shop: Site): PageHead => ({
  title: `${shop.name}: ${getTagline(shop)}`,
  description:
    shop.about ??
    "Trays, boards, bowls and platters in acacia, teak and mango wood, made by hand in India. See what is new in the workshop.",
});

/** The sections are in the order of §2.4, or in the owner's order. */
export function Component() {
  const homeContent = useLoaded(usePageData<HomeLoader>().homeContent);
  const content = homeContent.state === "loaded" ? homeContent.value : null;
  const sections = content?.home ?? STANDARD;
  const isWaiting = homeContent.state === "loading";
  return (
    <>
      <HiddenHeading />
      {sections.map(({ section, ...texts }, at) => (
        <Fragment key={section}>
          {homeContent.state === "failed" && section === "newly-launched" && (
            <Wrap className={styles.problem}>
              <ListProblem>We could not load all of this page.</ListProblem>
            </Wrap>
          )}
          <HomeSection
            section={section}
            words={texts}
            content={content}
            waiting={isWaiting}
            isLast={at === sections.length - 1}
          />
        </Fragment>
      ))}
    </>
  );
}

const STANDARD: NonNullable<HomeContent["home"]> = homeSections.map((section) => ({ section }));

interface HomeSectionProps {
  section: string;
  words: { title?: string | undefined; text?: string | undefined };
  content: LoadedData<HomeLoader>["homeContent"] | null;
  waiting: boolean;
  isLast: boolean;
}

function HomeSection({ section, words, content, waiting, isLast }: HomeSectionProps) {
  const { launched } = usePageData<HomeLoader>();
  const eyebrow = useOfferText();
  if (section === "newly-launched") return <NewlyLaunched launched={launched} {...words} />;
  if (section === "testimonials") {
    const testimonials = <TestimonialsCarousel feedbackHref={links.feedback} {...words} />;
    return isLast ? <div className={styles.last}>{testimonials}</div> : testimonials;
  }
  if (waiting && section === "banners") return <BannerSkeleton />;
  if (section === "offers" && (content || waiting)) return <OfferCards cards={content?.offerCards ?? null} />;
  if (section === "categories" && (content || waiting))
    return (
      <>
        <CategoryTiles tiles={content?.tiles ?? null} {...words} />
        <Wrap className={styles.gifts}>
          <ButtonLink variant="quiet" href={links.gifts}>
            Gifts by occasion and price
          </ButtonLink>
        </Wrap>
      </>
    );
  if (!content) return null;
  const [shelf, ...others] = content.looks;
  if (section === "banners") return <BannerSlider banners={content.banners} eyebrow={eyebrow} />;
  if (section === "look") return shelf && <Look {...shelf} />;
  if (section === "services") return <ServicesSlider services={content.services} {...words} />;
  if (section === "hot-products") return <HotProducts tiles={content.hotProducts} {...words} />;
  if (section === "looks") return others.map((look) => <Look key={look.title} {...look} turned />);
  return section === "films" && <PremiumLook films={content.videos} {...words} />;
}

function useOfferText(): string | undefined {
  const { tagline } = useShell().brand ?? {};
  const isOwnShop = useNavigation()?.isOwn;
  return tagline ?? (isOwnShop ? undefined : "Handcrafted wooden kitchenware from India");
}

/** This block is visible only while one of its links has the focus. Search engines read its heading (§2.4). */
function HiddenHeading() {
  const { tagline } = useShell().brand ?? {};
  const categoryLinks =
    useNavigation()?.search.slice(0, standardLinks.length).map(toKindLink) ?? standardLinks;
  return (
    <div className="visually-hidden">
      <h1>
        <span translate="no">{useShopName()}</span>:{" "}
        {tagline ?? "handcrafted wooden kitchenware, serveware and tableware"}
      </h1>
      <ul className={styles.ways}>
        <LinkItems
          of={[
            ...categoryLinks,
            { label: "Our story", href: links.ourStory },
            { label: "Contact us", href: links.contact },
          ]}
        />
      </ul>
    </div>
  );
}

const standardLinks: LinkEntry[] = [
  { label: "Wooden serving trays", href: links.products({ subcategory: "Tray" }) },
  { label: "Wooden chopping boards", href: links.products({ subcategory: "Chopping Board" }) },
  { label: "Wooden bowls", href: links.products({ subcategory: "Bowl" }) },
  { label: "Wooden platters", href: links.products({ subcategory: "Platter" }) },
];
