import type { ReactNode } from "react";
import type { PageHead } from "#client/head-tags.ts";
import { createPageLoader, usePageData } from "#client/page-loader.ts";
import { useLoaded } from "#client/loaded.tsx";
import { links } from "#contract/links.ts";
import { formatRoundRupees } from "#contract/money.ts";
import { type ProductCard, toListCards } from "#shop/catalogue/card.ts";
import { findProducts, listByCategory } from "#shop/catalogue/endpoints.ts";
import { giftLimits, giftOccasions, MAX_GIFTS, sortGiftsByPrice } from "#shop/catalogue/gifts.ts";
import { getProducts } from "#shop/catalogue/listing.ts";
import { ListProblem } from "#shop/catalogue/web/list-problem.tsx";
import { ProductGridSkeleton } from "#shop/catalogue/web/product-grid-skeleton.tsx";
import { ProductRow } from "#shop/catalogue/web/product-row.tsx";
import { isSoldOut } from "#shop/inventory/stock.ts";
import { ButtonLink } from "#ui/button.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { Wrap } from "#ui/section.tsx";
import { useTaxRates } from "#shop/pricing/web/tax-rates.ts";
import styles from "./gifts.module.css";

const MAX_PRICED = 60;

export const loader = createPageLoader(({ call }) => ({
  occasions: Promise.all(
    giftOccasions.map(async ({ key, title, search }) => {
      const { data, total } = await call(findProducts, { query: { q: search } });
      const products = data.filter((product) => !isSoldOut(product)).slice(0, MAX_GIFTS);
      return { key, title, search, total, products };
    }),
  ),
  priced: call(listByCategory, {
    query: { maxPrice: String(Math.max(...giftLimits)), page: "1", limit: String(MAX_PRICED) },
  }).then((response) => toListCards(getProducts(response)).filter((product) => !isSoldOut(product))),
}));

export const head = (): PageHead => ({
  title: "Gifts",
  description:
    "Gifts by occasion (a new home, a wedding, Diwali) or by price including GST. Free gift wrap, a card with your words, and no prices in the parcel.",
});

export function Component() {
  return (
    <Wrap className={styles.page}>
      <PageTitle lead={HOW_IT_WORKS}>Gifts</PageTitle>
      <ByOccasion />
      <ByPrice />
      <ForCompanies />
    </Wrap>
  );
}

const HOW_IT_WORKS =
  "Tick “This is a gift” at the checkout. We wrap it for free, add a card with your words, leave prices out of the parcel, and send it to anyone, not before the day you choose.";

function ByOccasion() {
  const occasions = useLoaded(usePageData<typeof loader>().occasions);
  if (occasions.state === "loading") return <ProductGridSkeleton />;
  if (occasions.state === "failed") return <ListProblem>{FAILED}</ListProblem>;
  return occasions.value
    .filter(({ products }) => products.length > 0)
    .map(({ key, title, search, total, products }) => (
      <Part key={key} title={title} products={products}>
        {total > products.length && (
          <ButtonLink variant="quiet" href={links.products({ search })}>
            See all {total}
            <span className="visually-hidden"> {title.toLowerCase()}</span>
          </ButtonLink>
        )}
      </Part>
    ));
}

function ByPrice() {
  const rates = useTaxRates();
  const priced = useLoaded(usePageData<typeof loader>().priced);
  if (priced.state !== "loaded") return null;
  return sortGiftsByPrice(priced.value, rates)
    .filter(({ products }) => products.length > 0)
    .map(({ limit, products }) => (
      <Part key={limit} title={`Under ${formatRoundRupees(limit)}, GST included`} products={products} />
    ));
}

const ForCompanies = () => (
  <section className="stack gap-5">
    <div className={styles.heading}>
      <h2>Gifts for your team or your guests</h2>
    </div>
    <p className="measure">
      Choose the quantity in your bag. For an invoice with your GSTIN, tick “I need an invoice for my company”
      at the checkout. Do you need more pieces than we have, or several addresses?{" "}
      <a href={links.contact}>Write to us</a>, and we will plan it with you.
    </p>
  </section>
);

const FAILED = "We could not load the gifts. Please reload the page.";

interface PartProps {
  title: string;
  products: readonly ProductCard[];
  children?: ReactNode;
}

const Part = ({ title, products, children }: PartProps) => (
  <section className="stack gap-5">
    <div className={styles.heading}>
      <h2>{title}</h2>
      {children}
    </div>
    <ProductRow products={products} />
  </section>
);
