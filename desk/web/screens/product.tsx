import { toChoiceLabel, toLabel } from "#contract/field-labels.ts";
import { type ReactNode, useState } from "react";
import { formatRupeesGrouped, fromRupees, type Paise } from "#contract/money.ts";
import { formatCount, joinTexts } from "#contract/text.ts";
import { calculateReduction } from "#shop/catalogue/price.ts";
import { calculateInclusivePrice } from "#shop/pricing/gst.ts";
import { Badge } from "#ui/badge.tsx";
import { Notice } from "#ui/notice.tsx";
import { ChangeButton } from "../changeable.tsx";
import { CommandButton } from "../command-button.tsx";
import { DialogButton } from "../dialog-button.tsx";
import type { Value, Values } from "../form-values.ts";
import { NamedButton } from "../named-button.tsx";
import { RecentChanges } from "../recent-changes.tsx";
import { PagePreview } from "../page-preview.tsx";
import { getProductChange, ProductForm } from "../product-form.tsx";
import { SaveBox } from "../save-box.tsx";
import { ScreenFrame, Section, Small, ViewState } from "../screen-parts.tsx";
import type { Params } from "#contract/match-path.ts";
import { useView } from "../use-view.ts";
import styles from "./product.module.css";
import type { DataOf } from "#contract/command-data.ts";
import { productDetails } from "#shop/catalogue/command-results.ts";

type Details = DataOf<typeof productDetails>;

export default function ProductScreen({ params: { productId = "" } }: { params: Params }) {
  const { data, error, isLoading } = useView({ ...productDetails, args: { id: productId } });
  if (!data)
    return (
      <ScreenFrame title="Product">
        <ViewState error={error} isLoading={isLoading} />
      </ScreenFrame>
    );
  return (
    <ScreenFrame title={data.entered.title} lead={describeKind(data)} actions={<Shown product={data} />}>
      {data.hidden && data.inOwnerList && data.entered.hsn !== undefined && (
        <Notice tone="info">
          Shoppers cannot see this product yet. Check its texts and pictures, then press Show in the shop.
        </Notice>
      )}
      {data.entered.hsn === undefined && data.inOwnerList && (
        <Notice tone="info">{describeMissingHsn(data)}</Notice>
      )}
      <SaveBox>
        {data.inOwnerList ? (
          <PriceSection product={data} />
        ) : (
          <Notice tone="info">
            This product was removed from your list of products. Import it again to change it.
          </Notice>
        )}
        <div className={styles.columns}>
          <Pictures product={data} />
          <div className={styles.column}>
            {Object.entries(PARTS).map(([heading, names]) => (
              <TextPart key={heading} product={data} heading={heading} names={names} />
            ))}
            <RecentChanges changes={data.changes} of={data.entered.title} />
          </div>
        </div>
      </SaveBox>
    </ScreenFrame>
  );
}

function PriceSection({ product }: { product: Details }) {
  const [entered, setEntered] = useState<Values>({});
  return (
    <Section title={PRICE}>
      <ProductForm title={PRICE} product={withHsn(product)} onValues={setEntered} />
      <Small>{joinTexts(". ", describePrice(product, entered), describeReserved(product))}.</Small>
    </Section>
  );
}

const PRICE = "Price and stock";

const withHsn = (product: Details) => ({ ...product, hsn: product.entered.hsn ?? null });

const describeKind = ({ entered: { category, subcategory } }: Details): string =>
  [category, subcategory].filter(Boolean).join(", ");

const describeMissingHsn = ({ hidden, gstRate }: Details): string =>
  hidden
    ? "This product needs an HSN before it can be shown in the shop. Enter it below."
    : `This product has no HSN, so its GST is ${gstRate} %, the rate for goods without an HSN. Enter the HSN below.`;

function Shown({ product }: { product: Details }) {
  const { id, entered, hidden, inOwnerList, revision, address } = product;
  if (hidden && !inOwnerList) return <Badge>Removed</Badge>;
  return (
    <>
      {hidden ? (
        <Badge>Hidden</Badge>
      ) : (
        <a className={styles.link} href={address} target="_blank" rel="noreferrer">
          View in the shop
        </a>
      )}
      <DialogButton label="Preview the page" title={entered.title} size="wide">
        {() => drawPageOf(product)({})}
      </DialogButton>
      <CommandButton
        name="products set"
        values={{ id, hidden: hidden ? "no" : "yes" }}
        variant={hidden ? "primary" : "secondary"}
        // A product without an HSN code cannot be shown in the shop. A notice below asks for the code.
        disabled={hidden && entered.hsn === undefined}
        expected={String(revision)}
        doneText={hidden ? "Shoppers can see the product now." : "The product is hidden now."}
      >
        {hidden ? "Show in the shop" : "Hide"}
      </CommandButton>
    </>
  );
}

const drawPageOf =
  ({ id, entered }: Details) =>
  (values: Values): ReactNode => {
    const options = Object.entries(values).flatMap(([name, value]) =>
      name !== "id" && typeof value === "string" && value.trim() !== "" ? [[name, value.trim()]] : [],
    );
    return (
      <PagePreview
        title={`The page of ${entered.title}`}
        args={{ what: "product", id }}
        options={Object.fromEntries(options)}
      />
    );
  };

/**
 * Returns what shoppers pay, or will pay if the values in the form are not saved yet. Null if the form contains another
 * HSN, because its GST is not known, or no valid price.
 */
function describePrice(product: Details, entered: Values): string | null {
  const { inclusivePrice, gstRate, originalPrice, discount } = product;
  const { known } = getProductChange(withHsn(product));
  const isUnsaved = (name: keyof typeof known) => (entered[name] ?? known[name]) !== known[name];
  if (isUnsaved("hsn")) return null;
  if (!isUnsaved("price") && !isUnsaved("was"))
    return `Shoppers pay ${formatPaid(inclusivePrice, gstRate, originalPrice > product.price ? discount : 0)}`;
  const price = readPaise(entered["price"]);
  if (!price) return null;
  const paid = calculateInclusivePrice(price, { cgst: 0, sgst: 0 }, { gstRate });
  const reduction = Math.round(calculateReduction(price, readPaise(entered["was"]) ?? 0));
  return `Shoppers will pay ${formatPaid(paid, gstRate, reduction)}`;
}

const readPaise = (value: Value): Paise | null => (typeof value === "string" ? fromRupees(value) : null);

const formatPaid = (paid: Paise, gstRate: number, discount: number): string =>
  `${formatRupeesGrouped(paid)} with ${gstRate} % GST${discount > 0 ? `, ${discount} % off` : ""}`;

function describeReserved({ onHand, reserved }: Details): string {
  const available =
    onHand === null ? "made to order" : `${Math.max(0, onHand - reserved)} can be ordered now`;
  return `${formatCount(reserved, "piece")} in open orders, ${available}`;
}

function describeAbsent(name: string, shared: Details["shared"]): string {
  const value = shared[name as keyof Details["shared"]];
  return value === undefined ? "not set" : `${value} (for the whole shop)`;
}

const PARTS: Readonly<Record<string, readonly string[]>> = {
  "Title and description": ["title", "description"],
  "Category and woods": ["category", "subcategory", "collection", "materials"],
  "Size and parcel": ["size", "packed", "weight"],
  Specifications: ["net-weight", "finish", "pieces", "origin", "manufacturer", "maker"],
  Care: ["wash", "oil", "never"],
  Workshop: ["lead-days", "backorder", "shelf", "sku"],
};

const formatBox = ({ L, B, H }: NonNullable<Details["entered"]["packed"]>): string => `${L} x ${B} x ${H}`;

function listValues(product: Details): Map<string, string> {
  const { materials, size, packed, care, backorder, seo, ...entered } = product.entered;
  const values: Readonly<Record<string, string | number | undefined>> = {
    ...entered,
    ...care,
    materials: materials.join("\n"),
    size: size?.map(formatBox).join("\n"),
    packed: packed && formatBox(packed),
    "net-weight": entered.netWeight,
    "lead-days": entered.leadDays,
    backorder: backorder ? "yes" : "no",
    sku: seo?.sku,
  };
  return new Map(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

interface TextPartProps {
  product: Details;
  heading: string;
  names: readonly string[];
}

function TextPart({ product, heading, names }: TextPartProps) {
  const { id, entered, shared, revision, inOwnerList } = product;
  const values = listValues(product);
  return (
    <Section
      title={heading}
      actions={
        inOwnerList && (
          <ChangeButton
            of={heading}
            title={`${heading}: ${entered.title}`}
            name="products set"
            known={{ id, ...Object.fromEntries([...values].filter(([name]) => names.includes(name))) }}
            asked={names}
            expected={String(revision)}
            drawPage={drawPageOf(product)}
          />
        )
      }
    >
      <dl className={styles.lines}>
        {names.map((name) => {
          const value = values.get(name);
          return (
            <div key={name}>
              <dt>{toLabel(name, "products")}</dt>
              <dd className={value ? undefined : styles.absent}>
                {value
                  ? toChoiceLabel(name, value.replaceAll("\n", name === "description" ? "\n" : ", "))
                  : describeAbsent(name, shared)}
              </dd>
            </div>
          );
        })}
      </dl>
    </Section>
  );
}

function Pictures({ product: { id, entered, images, revision } }: { product: Details }) {
  const names = images.map(({ name }) => name);
  const change = { name: "products pictures", expected: String(revision) };
  return (
    <Section
      title="Pictures"
      actions={
        <ChangeButton {...change} title={`New pictures of ${entered.title}`} known={{ id }} asked={["add"]}>
          Add pictures
        </ChangeButton>
      }
    >
      <ol className={styles.pictures}>
        {images.map(({ name, alt, href }, at) => (
          <li key={name} className={styles.picture}>
            {href?.startsWith("/") && <img src={href} alt={alt ?? name} loading="lazy" />}
            <p className={alt ? styles.alt : styles.absent}>
              {at === 0 && <Badge>Shown in listings</Badge>}{" "}
              {alt ?? "No description for people who cannot see the picture."}
            </p>
            <div className={styles.pictureActs}>
              <ChangeButton
                {...change}
                variant="quiet"
                of={`picture ${at + 1}`}
                title={`Picture ${at + 1} of ${entered.title}`}
                known={{ id, describe: name, alt: alt ?? "" }}
                asked={["alt"]}
              >
                Describe
              </ChangeButton>
              {at > 0 && (
                <NamedButton
                  {...change}
                  text="Move forward"
                  of={`picture ${at + 1}`}
                  values={{ id, order: moveForward(names, at).join("\n") }}
                  doneText={at === 1 ? "Listings show this picture now." : "Moved forward."}
                />
              )}
              {images.length > 1 && (
                <NamedButton
                  {...change}
                  text="Remove"
                  of={`picture ${at + 1}`}
                  values={{ id, remove: name }}
                  doneText="The picture was removed."
                />
              )}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const moveForward = (names: readonly string[], at: number): string[] =>
  names.toSpliced(at, 1).toSpliced(at - 1, 0, names[at] ?? "");
