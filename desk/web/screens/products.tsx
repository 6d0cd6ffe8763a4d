import { toLabel } from "#contract/field-labels.ts";
import { useDeferredValue, useRef, useState } from "react";
import { deskLinks } from "#contract/desk-links.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { formatCount } from "#contract/text.ts";
import { productList } from "#shop/catalogue/command-results.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Options, SelectField } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { ChangeableValue } from "../changeable.tsx";
import { CommandForm } from "../command-form.tsx";
import type { FinishedRun } from "../desk-calls.ts";
import { DialogButton } from "../dialog-button.tsx";
import dialogStyles from "../parcels-form.module.css";
import {
  ChoiceBox,
  chooseByKey,
  ChosenBar,
  isEveryChosen,
  type RowSelection,
  useRowKeys,
} from "../row-selection.tsx";
import { ImportProducts } from "../import-products.tsx";
import { ListFilter, useListQuery } from "../list-filter.tsx";
import { Thumb } from "../order-parts.tsx";
import { PrintButton } from "../print-button.tsx";
import { getProductChange, getState, isSoldOut, PRODUCT_HINTS } from "../product-form.tsx";
import type { MatchingProduct } from "../product-picker.tsx";
import { ListState, ScreenFrame } from "../screen-parts.tsx";
import { toastDone } from "../toast-done.ts";
import { useValues, useView } from "../use-view.ts";
import tableStyles from "./orders.module.css";
import styles from "./products.module.css";

const GROUPS: Readonly<Record<string, readonly [label: string, empty: string]>> = {
  "": ["All", "There are no products yet. Add the first one."],
  published: ["Published", "No product is published yet."],
  "sold-out": ["Sold out", "No product is sold out."],
  low: ["Low in stock", "No product is low in stock."],
  limited: ["With a stock count", "All products are made to order."],
  hidden: ["Hidden", "No product is hidden."],
};

const GROUP_LABELS = Object.fromEntries(Object.entries(GROUPS).map(([name, [label]]) => [name, label]));

const SORT = { name: "sort", label: "Sort by", prompt: "Newest", of: ["Title", "Price", "Stock"] };

const PAGE = 50;

export default function ProductsScreen() {
  const { values, words, group, filter } = useListQuery(PAGE);
  const { category = "", material = "", sort = "" } = values;
  const page = Math.max(1, Math.floor(Number(values["page"])) || 1);
  const { data, error, isLoading } = useView(
    useDeferredValue({
      ...productList,
      options: {
        // One more, to find out whether there is a next page.
        limit: String(PAGE + 1),
        ...(page > 1 && { skip: String((page - 1) * PAGE) }),
        ...(words && { search: words }),
        ...(group !== "published" && { [group || "all"]: "on" }),
        ...(category && { category }),
        ...(material && { material }),
        ...(sort && { sort: sort.toLowerCase() }),
      },
    }),
  );
  const products = data?.slice(0, PAGE) ?? [];
  const pages = {
    ...(page > 1 && { "Previous page": page - 1 }),
    ...((data?.length ?? 0) > PAGE && { "Next page": page + 1 }),
  };
  // Products stay chosen while the list shows another page or other products.
  const [picked, setPicked] = useState<readonly MatchingProduct[]>([]);
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setPicked((previous) => [
      ...previous.filter(({ id }) => !ids.includes(id)),
      ...(isChosen ? products.filter(({ id }) => ids.includes(id)) : []),
    ]);
  const count = formatCount(picked.length, "product");
  return (
    <ScreenFrame
      title="Products"
      lead={<a href={deskLinks.form("undo")}>Recent changes</a>}
      actions={
        <>
          <ButtonLink href="/products/new">Add a product</ButtonLink>
          <PrintButton verb="products export" args={{ file: "goods.csv" }}>
            Export
          </PrintButton>
          <ImportProducts />
        </>
      }
    >
      <ListFilter
        of="products"
        placeholder="Name or own code"
        groups={GROUP_LABELS}
        fields={[SORT, useNameField("category", category), useNameField("material", material)]}
        isFolded
        {...filter}
      />
      <ListState
        count={data?.length}
        empty={
          (page === 1 && `${words}${category}${material}` === "" && GROUPS[group]?.[1]) ||
          "No product matches."
        }
        {...{ error, isLoading }}
      />
      {products.length > 0 && (
        <ProductList {...{ products, choose }} chosen={new Set(picked.map(({ id }) => id))} />
      )}
      <nav className="row apart gap-3 hide-empty" aria-label="Pages of the list">
        {Object.entries(pages).map(([text, to]) => (
          <ButtonLink
            key={text}
            variant="secondary"
            href={`/products?${new URLSearchParams({ ...values, page: String(to) }).toString()}`}
          >
            {text}
          </ButtonLink>
        ))}
      </nav>
      {picked.length > 0 && (
        <ChosenBar count={count} label="Chosen products" onNone={() => setPicked([])}>
          <DialogButton label="Change" variant="primary" title={`Change ${count}`} size="wide">
            {() => (
              <ChangeForm
                products={picked.map((each) => products.find(({ id }) => id === each.id) ?? each)}
                onDone={(reply) => {
                  setPicked([]);
                  toastDone(reply, `${count} changed.`);
                }}
              />
            )}
          </DialogButton>
        </ChosenBar>
      )}
    </ScreenFrame>
  );
}

/** Returns a field of the filter. It offers the names in use, such as all categories. */
function useNameField(name: string, chosen: string) {
  const { data = [] } = useValues(name, "");
  const of = [...new Set([...data.map(({ value }) => value), chosen])].filter(Boolean);
  return { name, label: toLabel(name, "products"), prompt: "All", of };
}

interface ProductListProps extends RowSelection {
  products: readonly MatchingProduct[];
}

function ProductList({ products, chosen, choose }: ProductListProps) {
  const table = useRef<HTMLTableElement>(null);
  useRowKeys(table);
  const ids = products.map(({ id }) => id);
  return (
    <table ref={table} className={tableStyles.table}>
      <caption className="visually-hidden">
        Products. Keys: j and k move down and up, x selects, Enter opens, slash searches.
      </caption>
      <thead>
        <tr>
          <th scope="col" className={tableStyles.all}>
            <ChoiceBox ids={ids} label="Select all" isChosen={isEveryChosen(ids, chosen)} choose={choose}>
              <span aria-hidden="true">Select all {products.length}</span>
            </ChoiceBox>
          </th>
          <th scope="col">Product</th>
          <th scope="col">State</th>
          <th scope="col" className={styles.stock}>
            Stock
          </th>
          <th scope="col" className={styles.price}>
            Price with GST
          </th>
          <th scope="col">Category</th>
        </tr>
      </thead>
      <tbody>
        {products.map((product) => (
          <ProductRow key={product.id} product={product} isChosen={chosen.has(product.id)} choose={choose} />
        ))}
      </tbody>
    </table>
  );
}

interface ProductRowProps extends Pick<ProductListProps, "choose"> {
  product: MatchingProduct;
  isChosen: boolean;
}

function ProductRow({ product, isChosen, choose }: ProductRowProps) {
  const { id, title, picture, inclusivePrice, onHand, leadDays, reserved, low, hidden, category } = product;
  const change = { title, ...getProductChange(product) };
  return (
    <tr data-chosen={isChosen || undefined}>
      <td className={tableStyles.box}>
        <span className="row middle gap-3">
          <ChoiceBox ids={[id]} label={`Choose ${title}`} {...{ isChosen, choose }} />
          <Thumb href={picture} title="" />
        </span>
      </td>
      <td className={tableStyles.order}>
        <a
          href={`/products/${id}`}
          className={classNames(tableStyles.number, styles.title)}
          data-row=""
          onKeyDown={chooseByKey(id, isChosen, choose)}
        >
          {title}
        </a>
      </td>
      <td className={hidden ? styles.state : styles.published}>
        <Badge quiet {...getState(product)} />
      </td>
      <td className={styles.stock}>
        <ChangeableValue of="Stock" {...change} focus="stock">
          {onHand === null ? (
            "Made to order"
          ) : isSoldOut(product) ? (
            <Badge>Sold out</Badge>
          ) : low ? (
            <Badge tone="waiting">{onHand} in stock</Badge>
          ) : (
            `${onHand} in stock`
          )}
          <span className="small soft">
            {onHand === null && leadDays !== null && ` ships in ${formatCount(leadDays, "day")}`}
            {reserved > 0 && ` ${reserved} in orders`}
          </span>
        </ChangeableValue>
      </td>
      <td className={styles.price}>
        <ChangeableValue of="Price with GST" {...change} focus="price">
          {inclusivePrice > 0 ? formatRupeesGrouped(inclusivePrice) : "No price"}
        </ChangeableValue>
      </td>
      <td className={styles.category}>{category}</td>
    </tr>
  );
}

const parts: Readonly<Record<string, readonly string[]>> = {
  Price: ["price", "by", "round", "was"],
  Stock: ["stock"],
  "Ships in (days)": ["lead-days"],
  Visibility: ["hidden"],
  "Collection and product type": ["collection", "category", "subcategory"],
  Woods: ["add-material", "remove-material", "materials"],
  "Shelf and HSN": ["shelf", "hsn"],
  "Required by law": ["origin", "pieces", "manufacturer", "maker", "finish"],
};

interface ChangeFormProps {
  products: readonly MatchingProduct[];
  onDone: (reply: FinishedRun) => void;
}

/** Changes all products with one command, so that one undo reverts the whole change. */
function ChangeForm({ products, onDone }: ChangeFormProps) {
  const [part, setPart] = useState("Price");
  const [seenProducts, setSeen] = useState(products);
  const ids = products.map(({ id }) => id).join("\n");
  const { data: now = seenProducts } = useView({
    ...productList,
    options: { products: ids, limit: String(products.length) },
  });
  const fieldNames = parts[part] ?? [];
  const changed = listChanged(seenProducts, now);
  return (
    <div className={dialogStyles.parcels}>
      {changed.length > 0 && (
        <Notice role="status">
          Your input is kept, but somebody else changed these products in the meantime:
          <ul className="stack gap-5">
            {changed.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <Button variant="secondary" onClick={() => setSeen(now)}>
            Continue
          </Button>
        </Notice>
      )}
      <SelectField
        label="What to change"
        value={part}
        data-initial-focus=""
        onChange={(event) => setPart(event.target.value)}
      >
        <Options of={Object.keys(parts)} />
      </SelectField>
      <CommandForm
        key={part}
        name="products set"
        known={{ id: ids }}
        asked={fieldNames}
        hints={PRODUCT_HINTS}
        // `seen` contains the counts that the user has seen. The shop accepts them only with a new stock.
        needed={part === "Stock" ? fieldNames : []}
        seen={toExpected(seenProducts, part)}
        label="Change"
        onDone={onDone}
      />
    </div>
  );
}

const toExpected = (products: readonly MatchingProduct[], part: string): string =>
  part === "Stock"
    ? products.map((product) => toMark(product, products.length)).join(",")
    : String(Math.max(...products.map(({ revision }) => revision)));

/** Returns the stock to send back with a new one: `onHand` if one product is changed, `base` if several are. */
const toMark = ({ onHand, base }: MatchingProduct, count: number) => (count === 1 ? onHand : base) ?? "none";

/** Describes the changes by other users: `Sadgi Teak Tissue Box: hidden now, 40 in the workshop now`. */
function listChanged(previous: readonly MatchingProduct[], now: readonly MatchingProduct[]): string[] {
  const previousById = new Map(previous.map((product) => [product.id, product]));
  return now.flatMap((product) => {
    const { id, title, hidden, revision, onHand } = product;
    const was = previousById.get(id);
    const isCounted = was && toMark(was, previous.length) !== toMark(product, previous.length);
    if (!was || (was.revision === revision && !isCounted)) return [];
    const differences = [
      was.hidden === hidden ? "" : hidden ? "hidden now" : "in the shop now",
      isCounted ? (onHand === null ? "made to order now" : `${onHand} in the workshop now`) : "",
    ].filter(Boolean);
    return [`${title}: ${differences.join(", ") || "see the product's screen"}`];
  });
}
