import type { ReactNode } from "react";
import { formatRupeesGrouped } from "#contract/money.ts";
import { Badge } from "#ui/badge.tsx";
import { Notice } from "#ui/notice.tsx";
import { ChangeableValue, ChangeButton } from "../changeable.tsx";
import { DialogButton } from "../dialog-button.tsx";
import { toLabel } from "../labels.ts";
import { RecentChanges } from "../recent-changes.tsx";
import { CommandButton, type Values } from "../command-form.tsx";
import { PagePreview } from "../page-preview.tsx";
import { getPriceChange, getStockChange } from "../product-changes.ts";
import { ScreenFrame, Section, Small, ViewState } from "../screen-parts.tsx";
import type { Params } from "#contract/match-path.ts";
import { useView } from "../use-view.ts";
import styles from "./product.module.css";
import type { DataOf } from "#contract/command-data.ts";
import { productDetails } from "#shop/catalogue/command-results.ts";

type Details = DataOf<typeof productDetails>;

export default function ProductScreen({ params: { productId = "" } }: { params: Params }) {
  const { data, error, isLoading } = useView({ ...productDetails, args: { id: productId } });
  if (!data) return <ViewState error={error} isLoading={isLoading} />;
  return (
    <ScreenFrame title={data.entered.title} lead={data.id} actions={<Shown product={data} />}>
      {data.hidden && data.inOwnerList && data.entered.hsn !== undefined && (
        <Notice tone="info">
          Shoppers cannot see this product yet. Check its texts and pictures, then press Show in the shop.
        </Notice>
      )}
      {data.entered.hsn === undefined && <WithoutHsn product={data} />}
      <Money product={data} />
      <div className={styles.columns}>
        <Pictures product={data} />
        <div className={styles.column}>
          {GROUPS.map((group) => (
            <TextPart key={group.heading} product={data} {...group} />
          ))}
          <RecentChanges changes={data.changes} of={data.entered.title} />
        </div>
      </div>
    </ScreenFrame>
  );
}

function WithoutHsn({ product: { id, entered, hidden, gstRate, revision } }: { product: Details }) {
  return (
    <Notice tone="info">
      <p>
        {hidden
          ? "This product needs an HSN before it can be shown in the shop."
          : `This product has no HSN, so its GST is ${gstRate} %, the rate for goods without an HSN.`}
      </p>
      <ChangeButton
        title={`HSN of ${entered.title}`}
        name="products set"
        known={{ id }}
        asked={["hsn"]}
        expected={String(revision)}
      >
        Enter the HSN
      </ChangeButton>
    </Notice>
  );
}

function Shown({ product }: { product: Details }) {
  const { id, entered, hidden, inOwnerList, revision, address } = product;
  if (hidden && !inOwnerList) return <Badge>Not in the list</Badge>;
  return (
    <>
      {hidden ? (
        <Badge>Hidden</Badge>
      ) : (
        <a className={styles.link} href={address} target="_blank" rel="noreferrer">
          View in the shop
        </a>
      )}
      <DialogButton label="See its page" title={entered.title} size="wide">
        {() => drawPageOf(product)({})}
      </DialogButton>
      <CommandButton
        name="products set"
        values={{ id, hidden: hidden ? "no" : "yes" }}
        variant={hidden ? "primary" : "secondary"}
        // The shop shows no product without an HSN code. A notice below asks for the code.
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

function Money({ product }: { product: Details }) {
  const { entered, price, originalPrice, inclusivePrice, discount, onHand, gstRate } = product;
  return (
    <section className={styles.money}>
      <h2 className="visually-hidden">Price and stock</h2>
      <ChangeableValue title={entered.title} {...getPriceChange(product)} drawPage={drawPageOf(product)}>
        <span className={styles.price}>{formatRupeesGrouped(price)}</span>
        <Small>
          {formatRupeesGrouped(inclusivePrice)} with {gstRate} % GST
          {entered.hsn ? ` (HSN ${entered.hsn})` : ", no HSN"}
          {originalPrice > price && (
            <>
              , was <s>{formatRupeesGrouped(originalPrice)}</s>, {discount} % off
            </>
          )}
        </Small>
      </ChangeableValue>
      <ChangeableValue title={entered.title} {...getStockChange(product)}>
        <span className={styles.price}>
          {onHand === null ? "Made to order" : `${onHand} in the workshop`}
        </span>
        <Small>{describeReserved(product)}</Small>
      </ChangeableValue>
    </section>
  );
}

function describeReserved({ onHand, reserved }: Details): string {
  if (reserved === 0) return "none in open orders";
  const available = onHand === null ? "" : `, ${Math.max(0, onHand - reserved)} can be ordered`;
  return `${reserved} in open orders${available}`;
}

/** A field of the product. `unit` is shown after the value, and `absent` if there is no value. */
interface Field {
  name: string;
  label: string;
  unit?: string;
  absent?: string;
}

const USUAL = "same as the whole shop";

const GROUPS: readonly { heading: string; fields: readonly Field[] }[] = [
  {
    heading: "Title and description",
    fields: [
      { name: "title", label: "Title" },
      { name: "description", label: "Description" },
    ],
  },
  {
    heading: "Category and woods",
    fields: [
      { name: "category", label: "Category" },
      { name: "subcategory", label: "Kind" },
      { name: "collection", label: "Collection" },
      { name: "materials", label: "Woods" },
    ],
  },
  {
    heading: "Size and parcel",
    fields: [
      { name: "size", label: "Size", unit: "inches" },
      { name: "packed", label: "Packed", unit: "cm" },
      { name: "weight", label: "Weight, packed", unit: "g" },
    ],
  },
  {
    heading: "Specifications",
    fields: [
      { name: "net-weight", label: "Weight", unit: "g" },
      { name: "finish", label: "Finish", absent: USUAL },
      { name: "pieces", label: "Net quantity", absent: USUAL },
      { name: "origin", label: "Country of origin", absent: USUAL },
      { name: "manufacturer", label: "Manufacturer", absent: USUAL },
      { name: "maker", label: "Maker", absent: "none" },
    ],
  },
  {
    heading: "Care",
    fields: ["wash", "oil", "never"].map((name) => ({ name, label: toLabel(name) })),
  },
  {
    heading: "Workshop and invoice",
    fields: [
      { name: "lead-days", label: "Time to make", unit: "days" },
      { name: "backorder", label: "Orders beyond the stock" },
      { name: "shelf", label: "Shelf" },
      { name: "sku", label: "Own code" },
      { name: "hsn", label: "HSN" },
    ],
  },
];

const formatBox = ({ L, B, H }: NonNullable<Details["entered"]["packed"]>): string => `${L} x ${B} x ${H}`;

/** Returns the product's values by option of `products set`. A list has one value on each line. */
function listValues({
  materials,
  size,
  packed,
  care,
  backorder,
  seo,
  ...entered
}: Details["entered"]): Map<string, string> {
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

function TextPart({ product, heading, fields }: (typeof GROUPS)[number] & { product: Details }) {
  const { id, entered, revision } = product;
  const values = listValues(entered);
  const names = fields.map(({ name }) => name);
  return (
    <Section
      title={heading}
      actions={
        <ChangeButton
          title={`${heading}: ${entered.title}`}
          name="products set"
          known={{ id, ...Object.fromEntries([...values].filter(([name]) => names.includes(name))) }}
          asked={names}
          expected={String(revision)}
          drawPage={drawPageOf(product)}
        >
          Change<span className="visually-hidden"> {heading}</span>
        </ChangeButton>
      }
    >
      <dl className={styles.lines}>
        {fields.map(({ name, label, unit = "", absent }) => {
          const value = values.get(name);
          return (
            <div key={name}>
              <dt>{label}</dt>
              <dd className={(value ?? absent) ? undefined : styles.absent}>
                {value
                  ? [value.replaceAll("\n", name === "description" ? "\n" : ", "), unit].join(" ")
                  : (absent ?? "not set")}
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
              {alt ?? "No description for people who cannot see it."}
            </p>
            <div className={styles.pictureActs}>
              <ChangeButton
                {...change}
                variant="quiet"
                title={`Picture ${at + 1} of ${entered.title}`}
                known={{ id, describe: name, alt: alt ?? "" }}
                asked={["alt"]}
              >
                Describe<span className="visually-hidden"> picture {at + 1}</span>
              </ChangeButton>
              {at > 0 && (
                <CommandButton
                  {...change}
                  values={{ id, order: moveForward(names, at).join("\n") }}
                  variant="quiet"
                  doneText={at === 1 ? "Listings show this picture now." : "Moved forward."}
                >
                  Move forward<span className="visually-hidden"> picture {at + 1}</span>
                </CommandButton>
              )}
              {images.length > 1 && (
                <CommandButton
                  {...change}
                  values={{ id, remove: name }}
                  variant="quiet"
                  doneText="The picture was removed."
                >
                  Remove<span className="visually-hidden"> picture {at + 1}</span>
                </CommandButton>
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
