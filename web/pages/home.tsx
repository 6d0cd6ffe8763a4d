import { useNavigation } from "#shop/catalogue/web/navigation.ts";
import { useShopName } from "#ui/logo.tsx";
import { useShell } from "../shell/shell-data.ts";
import { links } from "#contract/links.ts";
import { usePageData } from "#client/load.ts";
import { useLoaded } from "#client/loading.tsx";
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
import { BagOnCard } from "./bag-on-card.tsx";
import type { HomeLoader } from "./home-data.ts";
import styles from "./home.module.css";

export { dehydrate, head, hydrate, loader } from "./home-data.ts";

/** The home page, its nine parts in order (§2.4), with pictures of products in use between them. */
function HomePage() {
  const { homeContent, launched } = usePageData<HomeLoader>();
  const outcome = useLoaded(homeContent);
  const dressed = outcome.state === "loaded" ? outcome.value : null;
  const [shelf, ...others] = dressed?.looks ?? [];
  const waiting = outcome.state === "loading";
  return (
    <>
      <HiddenHeading />
      {dressed && <BannerSlider banners={dressed.banners} />}
      {waiting && <BannerSkeleton />}
      {(dressed || waiting) && (
        <>
          <OfferCards cards={dressed?.offerCards ?? null} />
          {shelf && <Look {...shelf} />}
          <CategoryTiles tiles={dressed?.tiles ?? null} />
        </>
      )}
      {outcome.state === "failed" && (
        <Wrap className={styles.problem}>
          <ListProblem>{HOME_INCOMPLETE}</ListProblem>
        </Wrap>
      )}
      <NewlyLaunched launched={launched} Action={BagOnCard} />
      {dressed && (
        <>
          <ServicesSlider services={dressed.services} />
          <HotProducts tiles={dressed.hotProducts} />
          {others.map((look) => (
            <Look key={look.title} {...look} turned />
          ))}
          <PremiumLook films={dressed.videos} />
        </>
      )}
      <div className={styles.last}>
        <TestimonialsCarousel feedbackHref={links.feedback} />
      </div>
    </>
  );
}

const HOME_INCOMPLETE = "We could not load all of this page.";

/** A heading for search engines and screen readers; visitors who tab into a link see it (§2.4). */
function HiddenHeading() {
  const { tagline } = useShell().brand ?? {};
  const ways = useNavigation()?.search.slice(0, waysIn.length).map(toWay) ?? waysIn;
  return (
    <div className="visually-hidden">
      <h1>
        <span translate="no">{useShopName()}</span>:{" "}
        {tagline ?? "handcrafted wooden kitchenware, serveware and tableware"}
      </h1>
      <ul className={styles.ways}>
        {ways.map(({ subcategory, words }) => (
          <li key={subcategory}>
            <a href={links.products({ subcategory })}>{words}</a>
          </li>
        ))}
        <li>
          <a href={links.ourStory}>Our story</a>
        </li>
        <li>
          <a href={links.contact}>Contact us</a>
        </li>
      </ul>
    </div>
  );
}

const toWay = (subcategory: string) => ({ subcategory, words: subcategory });

const waysIn = [
  { subcategory: "Tray", words: "Wooden serving trays" },
  { subcategory: "Chopping Board", words: "Wooden chopping boards" },
  { subcategory: "Bowl", words: "Wooden bowls" },
  { subcategory: "Platter", words: "Wooden platters" },
];

export { HomePage as Component };
