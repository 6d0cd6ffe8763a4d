import { links, MAKERS_ANCHOR } from "#contract/links.ts";
import { useCarried } from "#client/links.tsx";
import { usePageData } from "#client/page-loader.ts";
import { Later, useLoaded } from "#client/loaded.tsx";
import { useParams } from "#client/router/react.tsx";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Price } from "#ui/price.tsx";
import { Section, Wrap } from "#ui/section.tsx";
import { SkeletonText } from "#ui/skeleton.tsx";
import { BackInStock } from "#shop/back-in-stock/web/back-in-stock.tsx";
import { type ProductPurchase, Purchase, usePurchase } from "#shop/cart/web/purchase.tsx";
import { PurchaseBar } from "#shop/cart/web/purchase-bar.tsx";
import { DeliverToPin } from "#shop/checkout/web/deliver-to-pin.tsx";
import { buildProductBreadcrumb } from "#shop/catalogue/breadcrumb.ts";
import { getGallery, type Product, productMessages } from "#shop/catalogue/product.ts";
import { formatDiscount, getOriginalPrice, getPrice, PLUS_GST } from "#shop/catalogue/price.ts";
import { describeRating, type ProductCard } from "#shop/catalogue/card.ts";
import { describeSizes } from "#shop/catalogue/sizes.ts";
import { formatPlural } from "#shop/catalogue/subcategories.ts";
import { getLeadDays, isSoldOut, getStockNote } from "#shop/inventory/stock.ts";
import { Care, Specifications } from "#shop/catalogue/web/product/specifications.tsx";
import { Gallery } from "#shop/catalogue/web/product/gallery.tsx";
import { PolicyStrip } from "#shop/catalogue/web/product/policy-strip.tsx";
import { ProductFailure } from "#shop/catalogue/web/product/product-failure.tsx";
import { ProductSkeleton } from "#shop/catalogue/web/product/product-skeleton.tsx";
import { ProductRow } from "#shop/catalogue/web/product-row.tsx";
import { RecentlyViewed } from "#shop/catalogue/web/product/recently-viewed.tsx";
import { Share } from "#shop/catalogue/web/product/share.tsx";
import { SIZE_ID, SizeDrawing } from "#shop/catalogue/web/product/size-drawing.tsx";
import { SpecialOfferBox } from "#shop/merchandising/web/special-offer-box.tsx";
import { formatInclusivePrice } from "#shop/pricing/gst.ts";
import { getCoupon } from "#shop/pricing/coupon.ts";
import { writeReducedTerms, writeShippingOffer } from "#shop/policies/sentences.ts";
import { getRules } from "#shop/policies/rules.ts";
import { ExpectedDelivery } from "#shop/policies/web/expected-delivery.tsx";
import { ReviewsPlace } from "#shop/reviews/web/reviews-place.tsx";
import { SaveButton } from "#shop/wishlist/web/save-button.tsx";
import { getTaxRates, type Shell, toSite, useShell } from "../shell/shell-data.ts";
import { useTaxRates } from "#shop/pricing/web/tax-rates.ts";
import type { ProductLoader } from "./product-data.ts";
import { classNames } from "#ui/class-names.ts";
import styles from "./product.module.css";

export { head, loader } from "./product-data.ts";

const REVIEWS_ID = "reviews";

/** Until the product is loaded, only the data of its product card is known (D24). */
type KnownProduct = ProductCard & Partial<Product>;

export function Component() {
  const { id } = useParams();
  const loadedProduct = useLoaded(usePageData<ProductLoader>().product);
  const carried = useCarried<ProductCard>();

  if (loadedProduct.state === "failed")
    return <ProductFailure isRemoved={loadedProduct.failure.status === 404} />;
  if (loadedProduct.state === "loaded") return <ProductView key={id} product={loadedProduct.value} />;
  if (carried && carried._id === id) return <ProductView key={id} product={carried} />;
  return <ProductSkeleton />;
}

function ProductView({ product }: { product: KnownProduct }) {
  const purchase = usePurchase(product);
  const inclusivePrice = formatInclusivePrice(getPrice(product), useTaxRates(), product);
  return (
    <>
      <ProductDetails product={product} purchase={purchase} inclusivePrice={inclusivePrice} />
      <Later>
        <div id={REVIEWS_ID}>
          <ReviewsPlace productId={product._id} />
        </div>
        <GoesWellWith />
        <RecentlyViewed present={product._id} />
      </Later>
      <PurchaseBar purchase={purchase} price={inclusivePrice} />
    </>
  );
}

interface ProductDetailsProps {
  product: KnownProduct;
  purchase: ProductPurchase;
  inclusivePrice: string;
}

function ProductDetails({ product, purchase, inclusivePrice }: ProductDetailsProps) {
  const { title, size, care, category, subcategory } = product;
  const shell = useShell();
  const note = getStockNote(product, purchase.quantity);
  return (
    <Wrap className={styles.page}>
      <Breadcrumb items={buildProductBreadcrumb(product)} short />
      <div className={classNames("stack gap-8", styles.columns)}>
        <div>
          <Gallery id={product._id} images={getGallery(product)} title={title} />
        </div>
        <div className={styles.side}>
          <div className={classNames("stack gap-6", styles.purchase)}>
            <ProductHeader product={product} />
            <ProductPrice product={product} inclusivePrice={inclusivePrice} />
            <div className={styles.facts}>
              {size.length > 0 && (
                <p>
                  Size{" "}
                  <a href={`#${SIZE_ID}`} className="touch">
                    {describeSizes(size)}
                  </a>
                </p>
              )}
              {!isSoldOut(product) && (
                <ExpectedDelivery
                  orderDay={shell.orderDay}
                  promised={{ ...shell.rules, leadDays: getLeadDays(product, purchase.quantity) }}
                />
              )}
              {note && <p className="medium bad">{note}</p>}
              {product.maker && product.makerPlace && (
                <p>
                  Made by <span translate="no">{product.maker}</span> in{" "}
                  <a href={`${links.ourStory}#${MAKERS_ANCHOR}`} className="touch">
                    {product.makerPlace}
                  </a>
                </p>
              )}
              {listTerms(product, shell).map((term) => (
                <p key={term}>{term}</p>
              ))}
            </div>
            {!isSoldOut(product) && <DeliverToPin rules={shell.rules} />}
            {isSoldOut(product) ? (
              <>
                <BackInStock productId={product._id} />
                <ButtonLink
                  variant="secondary"
                  wide
                  href={links.products(subcategory ? { subcategory } : { category })}
                >
                  See other {formatPlural(subcategory || "piece")}
                </ButtonLink>
              </>
            ) : (
              <Purchase purchase={purchase} />
            )}
            <SaveButton product={product} />
            <PolicyStrip rules={shell.rules} />
            <SpecialOfferBox offer={shell.offer} />
            <Share title={title} address={toSite(shell).origin + links.product(product._id)} />
          </div>
        </div>
        <div className={classNames("stack gap-6", styles.details)}>
          <Later>
            <section className="stack gap-4">
              <h2 className="h3">About this item</h2>
              <Description product={product} />
            </section>
            <Care care={care} />
            <Specifications product={product} />
            <SizeDrawing product={product} />
          </Later>
        </div>
      </div>
    </Wrap>
  );
}

/** Returns the terms of sale, except those that the special offer on the page already contains. */
function listTerms(product: KnownProduct, shell: Shell): string[] {
  const rules = getRules(shell.rules);
  const reduced =
    getOriginalPrice(product) === null
      ? []
      : [writeReducedTerms(rules, getCoupon(getTaxRates(shell)) !== null)];
  return [writeShippingOffer(rules), ...reduced].filter((term) => !shell.offer?.points?.includes(term));
}

const Description = ({ product: { description, materials } }: { product: KnownProduct }) =>
  description === undefined ? (
    <SkeletonText lines={5} />
  ) : (
    <>
      <p className="measure">{description}</p>
      {materials.some((material) => /wood/i.test(material)) && (
        <p className="measure small soft">{productMessages.grain}</p>
      )}
    </>
  );

const ProductHeader = ({
  product: { title, named, category, subcategory, materials, rating },
}: {
  product: KnownProduct;
}) => (
  <header className="stack gap-2">
    <p className="small soft">
      {subcategory && (
        <a href={links.products({ category, subcategory })} className="touch">
          {subcategory}
        </a>
      )}
      {materials.length > 0 && ` in ${materials.join(", ").toLowerCase()}`}
    </p>
    <h1 className={styles.title}>{title}</h1>
    {rating && (
      <p className="small soft">
        <a href={`#${REVIEWS_ID}`} className="touch">
          {describeRating(rating)}
        </a>
      </p>
    )}
    {named && (
      <p className="small soft">
        {title.split(" ", 1)}{" "}
        <span lang="hi" className={styles.script}>
          {named.script}
        </span>
        , {named.meaning}
      </p>
    )}
  </header>
);

function GoesWellWith() {
  const complements = useLoaded(usePageData<ProductLoader>().complements);
  if (complements.state !== "loaded" || complements.value.length === 0) return null;
  return (
    <Section title="Pairs well with">
      <ProductRow products={complements.value} />
    </Section>
  );
}

/** The price including GST is directly above the note about taxes, because the note describes this price (D4). */
const ProductPrice = ({ product, inclusivePrice }: { product: KnownProduct; inclusivePrice: string }) => (
  <div className="stack gap-1">
    <Price
      large
      paise={getPrice(product)}
      originalPaise={getOriginalPrice(product) ?? undefined}
      discount={formatDiscount(product)}
      plus={PLUS_GST}
    />
    <p className="h4 medium snug tabular">{inclusivePrice}</p>
    <p className={classNames("small soft", styles.taxNote)}>
      <a href={links.shippingPolicy}>{productMessages.taxNote}</a>
    </p>
  </div>
);
