import { toLabel } from "#contract/field-labels.ts";
import { useState } from "react";
import { formatCount } from "#contract/text.ts";
import { Badge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { ChangeButton } from "../changeable.tsx";
import { CommandButton } from "../command-button.tsx";
import { DialogButton } from "../dialog-button.tsx";
import { listLabels } from "../form-faults.ts";
import type { FieldGroup } from "../form-groups.tsx";
import { isFilled, type KnownValues, pickTexts, type Values } from "../form-values.ts";
import { openAdded } from "./new-product.tsx";
import { MoveButtons, NamedButton } from "../named-button.tsx";
import { RecentChanges } from "../recent-changes.tsx";
import { PagePreview } from "../page-preview.tsx";
import { getState, isSoldOut, ProductForm } from "../product-form.tsx";
import { ScreenFrame, ViewState } from "../screen-parts.tsx";
import type { Params } from "#contract/match-path.ts";
import { useView } from "../use-view.ts";
import styles from "./product.module.css";
import type { DataOf } from "#contract/command-data.ts";
import { productDetails } from "#shop/catalogue/command-results.ts";

type Details = DataOf<typeof productDetails>;

export default function ProductScreen({ params: { productId = "" } }: { params: Params }) {
  const { data, error, isLoading } = useView({ ...productDetails, args: { id: productId } });
  const [unsaved, setUnsaved] = useState<Values>({});
  if (!data)
    return (
      <ScreenFrame title="Product">
        <ViewState error={error} isLoading={isLoading} />
      </ScreenFrame>
    );
  return (
    <ScreenFrame
      title={data.title}
      mark={
        <>
          <Badge {...getState(data)} />
          {isSoldOut(data) && <Badge>Sold out</Badge>}
        </>
      }
      actions={data.listed && <Shown product={data} changed={pickShown(unsaved)} />}
    >
      {(data.hidden || data.missing.length > 0) && <Notice tone="info">{describeState(data)}</Notice>}
      {!data.listed ? (
        <Pictures product={data} />
      ) : (
        <ProductForm
          key={data.id}
          product={data}
          known={listKnown(data)}
          groups={[{ title: "Pictures", names: [], draw: <Pictures product={data} /> }, ...GROUPS]}
          hints={listHints(data)}
          marked={{ names: data.missing, text: data.hidden ? "Needed to publish" : "Missing" }}
          below={{ stock: drawReserved(data) }}
          onValues={(_values, sent) => setUnsaved(sent)}
        />
      )}
      <RecentChanges changes={data.changes} of={data.title} />
    </ScreenFrame>
  );
}

function describeState({ hidden, listed, missing, gstRate }: Details): string {
  if (!listed) return "This product was removed from your list of products. Import it again to change it.";
  if (!hidden)
    return `This product has no HSN, so its GST is ${gstRate} %, the rate for goods without an HSN. Enter the HSN below.`;
  return missing.length > 0
    ? `Needed to publish: ${listLabels(missing, "products")}.`
    : "Shoppers cannot see this product yet. Check its texts and pictures, then publish it.";
}

function Shown({ product, changed }: { product: Details; changed: Readonly<Record<string, string>> }) {
  const { id, title, hidden, missing, revision, address } = product;
  return (
    <>
      {!hidden && (
        <ButtonLink variant="quiet" href={address} target="_blank" rel="noreferrer">
          View in shop
        </ButtonLink>
      )}
      {missing.every((name) => name === "hsn") && (
        <DialogButton label="Preview" title={title} size="wide">
          {() => (
            <PagePreview title={`The page of ${title}`} args={{ what: "product", id }} options={changed} />
          )}
        </DialogButton>
      )}
      <CommandButton
        name="products add"
        values={{ title: `${title} (copy)`, like: id }}
        variant="secondary"
        doneText="This is the copy. It is hidden and has no stock."
        onDone={openAdded}
      >
        Duplicate
      </CommandButton>
      <CommandButton
        name="products set"
        values={{ id, hidden: hidden ? "no" : "yes" }}
        variant={hidden ? "primary" : "secondary"}
        disabled={hidden && missing.length > 0}
        expected={String(revision)}
        doneText={hidden ? "Shoppers can see the product now." : "The product is hidden now."}
      >
        {hidden ? "Publish" : "Hide"}
      </CommandButton>
    </>
  );
}

/** Returns the values of a form that a preview can show. A preview cannot show a new stock. */
function pickShown({ id: _id, stock: _stock, ...values }: Values): Record<string, string> {
  return Object.fromEntries(Object.entries(pickTexts(values)).filter(([, text]) => isFilled(text)));
}

const drawReserved =
  ({ onHand, reserved }: Details) =>
  () => (
    <p role="status">
      {formatCount(reserved, "piece")} in open orders
      {onHand !== null && `, ${Math.max(0, onHand - reserved)} can be ordered now`}.
    </p>
  );

/** The groups after price, stock and pictures. The groups that owners change most are first. */
const GROUPS: readonly FieldGroup[] = [
  { title: "Title and description", names: ["title", "description"] },
  { title: "Category and woods", names: ["category", "subcategory", "collection", "materials"] },
  { title: "Size and parcel", names: ["size", "packed", "weight"], isFolded: true },
  {
    title: "Specifications",
    names: ["net-weight", "finish", "pieces", "origin", "manufacturer", "maker"],
    isFolded: true,
  },
  { title: "Care", names: ["wash", "oil", "never"], isFolded: true },
  { title: "Shelf and own code", names: ["shelf", "sku"], isFolded: true },
];

/** For values that the product lacks, the hint is the value of the whole shop. */
const listHints = ({ shared, entered }: Details): Record<string, string> =>
  Object.fromEntries(
    Object.entries(shared).flatMap(([name, value]) =>
      value === undefined || entered[name as keyof typeof shared] !== undefined
        ? []
        : [[name, `${toLabel(name, "products")} of the whole shop: ${value}`]],
    ),
  );

const formatBox = ({ L, B, H }: NonNullable<Details["entered"]["packed"]>): string => `${L} x ${B} x ${H}`;

function listKnown({ title, entered }: Details): KnownValues {
  const { materials, size, packed, care, seo } = entered;
  const values: Readonly<Record<string, unknown>> = {
    ...entered,
    title,
    ...care,
    materials: materials?.join("\n"),
    size: size?.map(formatBox).join("\n"),
    packed: packed && formatBox(packed),
    "net-weight": entered.netWeight,
    sku: seo?.sku,
  };
  return Object.fromEntries(
    GROUPS.flatMap(({ names }) => names).map((name) => [
      name,
      String((values[name] as string | number | undefined) ?? ""),
    ]),
  );
}

function Pictures({ product: { id, title, images, revision } }: { product: Details }) {
  const names = images.map(({ name }) => name);
  const change = { name: "products pictures", expected: String(revision) };
  return (
    <div className="stack starting gap-4">
      <ol className={styles.pictures}>
        {images.map(({ name, alt, href }, at) => (
          <li key={name} className={styles.picture}>
            {href?.startsWith("/") && <img src={href} alt={alt ?? name} loading="lazy" />}
            <div className="stack starting gap-1 small">
              {at === 0 && <Badge>Shown in listings</Badge>}
              <p>{alt ?? <i className="soft">No description for people who cannot see the picture.</i>}</p>
            </div>
            <div className="row wrap gap-3">
              <ChangeButton
                {...change}
                variant="quiet"
                of={`picture ${at + 1}`}
                title={`Picture ${at + 1} of ${title}`}
                known={{ id, describe: name, alt: alt ?? "" }}
                asked={["alt"]}
              >
                Describe
              </ChangeButton>
              <MoveButtons
                {...change}
                of={`picture ${at + 1}`}
                place={at + 1}
                last={names.length}
                to={(to) => ({
                  id,
                  order: names
                    .toSpliced(at, 1)
                    .toSpliced(Number(to) - 1, 0, name)
                    .join("\n"),
                })}
                doneText="The pictures were moved."
              />
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
      <ChangeButton {...change} title={`New pictures of ${title}`} known={{ id }} asked={["add"]}>
        Add pictures
      </ChangeButton>
    </div>
  );
}
