import { useEffect, useRef, useState } from "react";
import { useMedia } from "#client/visibility.ts";
import { toastMissing } from "#client/on-demand.tsx";
import { useLocation } from "#client/router/react.tsx";
import { links } from "#contract/links.ts";
import { formatCount } from "#contract/text.ts";
import { formatRoundRupees, formatRupees, fromRupees } from "#contract/money.ts";
import type { ProductCard } from "#shop/catalogue/card.ts";
import { addAllToBag, type CountedProduct } from "#shop/cart/web/add-all.ts";
import { sharePage } from "#shop/catalogue/web/product/share.tsx";
import { getPrice, PLUS_GST, WITH_GST } from "#shop/catalogue/price.ts";
import { PiecePrice } from "#shop/catalogue/web/piece-price.tsx";
import { getFootprint } from "#shop/catalogue/shape.ts";
import { describeIncluded } from "#shop/pricing/coupon.ts";
import type { TaxRates } from "#shop/pricing/tax-rates.ts";
import { calculateTotals } from "#shop/pricing/totals.ts";
import { useTaxRates } from "#shop/pricing/web/tax-rates.ts";
import { announce } from "#ui/announcer.ts";
import { Button } from "#ui/button.tsx";
import { isRepeatedClick } from "#ui/double-click.ts";
import { SelectField } from "#ui/field.tsx";
import {
  budgets,
  type LaidPiece,
  type Occasion,
  getCloth,
  layTable,
  listAlternatives,
  occasions,
  partySizes,
} from "../lay-table.ts";
import { FIRST_TABLE, MAX_PIECES, type TableState, formatTable, parseTable } from "../table-address.ts";
import { TableDrawing } from "./table-drawing.tsx";
import { classNames } from "#ui/class-names.ts";
import styles from "./table-setting.module.css";

function useLaidTable(goods: readonly ProductCard[]) {
  const rates = useTaxRates();
  const [table, setTable] = useTable();
  const [chosen, setChosen] = useState(0);
  const drawable = goods.filter((product) => getFootprint(product) !== null);
  const byId = new Map(drawable.map((product) => [product._id, product]));
  const isAffordable = (ids: readonly string[]) =>
    table.budget === null ||
    sumUp(countGoods(ids, byId), rates).payable <= (fromRupees(table.budget) ?? Infinity);
  const laid = (table.pieces ?? layTable(goods, table.people, table.occasion, isAffordable)).filter(
    ({ productId }) => byId.has(productId),
  );
  const updateTable = (change: Partial<TableState>) => {
    setChosen(0);
    setTable({ ...table, pieces: null, ...change });
  };
  const setPieces = (pieces: LaidPiece[]) => setTable({ ...table, pieces });
  const change = (index: number, to: Partial<LaidPiece>) =>
    setPieces(laid.map((piece, at) => (at === index ? keepOnCloth({ ...piece, ...to }, table) : piece)));
  const remove = (index: number) => {
    announce("table", `${byId.get(laid[index]?.productId ?? "")?.title ?? "The piece"} was removed.`);
    setChosen(Math.max(0, index - 1));
    setPieces(laid.filter((_, at) => at !== index));
  };
  const add = (productId: string) => {
    const { width, depth } = getCloth(table.people);
    setPieces([...laid, { productId, x: Math.round(width / 2), y: Math.round(depth / 2), turned: false }]);
    setChosen(laid.length);
  };
  return { table, byId, laid, chosen, setChosen, updateTable, change, remove, add };
}

export function TableSetting({ goods }: { goods: readonly ProductCard[] }) {
  const { table, byId, laid, chosen, setChosen, updateTable, change, remove, add } = useLaidTable(goods);
  const counted = countGoods(
    laid.map(({ productId }) => productId),
    byId,
  );
  const drawing = useRef<SVGSVGElement>(null);
  const isUpright = useMedia("(max-width: 767px)");
  return (
    <div className={styles.setting}>
      <Questions table={table} onChange={updateTable} />
      <TableDrawing
        ref={drawing}
        pieces={laid}
        products={byId}
        people={table.people}
        upright={isUpright}
        chosen={chosen}
        onChoose={setChosen}
        onMove={change}
        onRemove={remove}
      />
      <div className={styles.below}>
        <div className={classNames("stack top gap-5", styles.act)}>
          {laid[chosen] && (
            <Chosen
              product={byId.get(laid[chosen].productId)}
              goods={goods}
              onSwap={(productId) => change(chosen, { productId })}
              onTurn={() => change(chosen, { turned: !laid[chosen]?.turned })}
              onRemove={() => remove(chosen)}
            />
          )}
          <p className="small soft">
            {laid.length === 0 && table.pieces === null
              ? "No piece for this table is within your budget. Choose a higher budget, or add a piece."
              : "Tap a piece to change it. Drag it, or move it with the arrow keys."}
          </p>
          {laid.length < MAX_PIECES && <AddPiece goods={goods} onAdd={add} />}
        </div>
        <Sum
          count={laid.length}
          counted={counted}
          onPicture={() => drawing.current && void savePicture(drawing.current)}
        />
        {counted.length > 0 && <PieceList counted={counted} />}
      </div>
    </div>
  );
}

function useTable(): [TableState, (table: TableState) => void] {
  const { key } = useLocation();
  const [table, setTable] = useState(FIRST_TABLE);
  useEffect(() => {
    const readTable = () => {
      if (location.hash === "") setTable(FIRST_TABLE);
      // A fragment without `=` is a jump within the page, for example to its content, and does not change the table.
      else if (location.hash.includes("=")) setTable(parseTable(location.hash));
    };
    readTable();
    addEventListener("hashchange", readTable);
    return () => removeEventListener("hashchange", readTable);
    // A router link to this page fires no `hashchange`, but changes `key`.
  }, [key]);
  return [
    table,
    (changed) => {
      setTable(changed);
      history.replaceState(history.state, "", formatTable(changed));
    },
  ];
}

function keepOnCloth(piece: LaidPiece, { people }: TableState): LaidPiece {
  const { width, depth } = getCloth(people);
  const clamp = (value: number, maximum: number) => Math.round(Math.min(Math.max(value, 0), maximum));
  return { ...piece, x: clamp(piece.x, width), y: clamp(piece.y, depth) };
}

const occasionNames: Record<Occasion, string> = {
  chai: "Chai",
  breakfast: "Breakfast",
  dinner: "Dinner",
  festive: "A festive meal",
};

function countGoods(
  productIds: readonly string[],
  products: ReadonlyMap<string, ProductCard>,
): CountedProduct<ProductCard>[] {
  return [...Map.groupBy(productIds, (id) => id)].flatMap(([productId, group]) => {
    const product = products.get(productId);
    return product ? { product, quantity: group.length } : [];
  });
}

const sumUp = (products: readonly CountedProduct<ProductCard>[], rates: TaxRates) =>
  calculateTotals(
    products.map(({ product, quantity }) => ({ ...product, unitPrice: getPrice(product), quantity })),
    rates,
  );

interface QuestionsProps {
  table: TableState;
  onChange: (change: Partial<TableState>) => void;
}

const Questions = ({ table, onChange }: QuestionsProps) => (
  <div className={styles.questions}>
    <div role="group" aria-label="How many people" className="row wrap middle gap-2">
      {partySizes.map((people) => (
        <button
          key={people}
          type="button"
          className={styles.answer}
          aria-pressed={table.people === people}
          onClick={() => onChange({ people })}
        >
          {people}
          <span className="visually-hidden"> people</span>
        </button>
      ))}
      <span aria-hidden="true" className="small soft">
        people
      </span>
    </div>
    <div role="group" aria-label="Occasion" className="row wrap middle gap-2">
      {occasions.map((occasion) => (
        <button
          key={occasion}
          type="button"
          className={styles.answer}
          aria-pressed={table.occasion === occasion}
          onClick={() => onChange({ occasion })}
        >
          {occasionNames[occasion]}
        </button>
      ))}
    </div>
    <div role="group" aria-label="Budget with GST" className="row wrap middle gap-2">
      <span aria-hidden="true" className="small soft">
        Budget
      </span>
      {budgets.map((budget) => (
        <button
          key={budget}
          type="button"
          className={styles.answer}
          aria-pressed={table.budget === budget}
          onClick={() => onChange({ budget })}
        >
          {budget === null ? "Any" : formatRoundRupees(budget)}
        </button>
      ))}
      <span aria-hidden="true" className="small soft">
        {WITH_GST}
      </span>
    </div>
  </div>
);

interface ChosenProps {
  product: ProductCard | undefined;
  goods: readonly ProductCard[];
  onSwap: (productId: string) => void;
  onTurn: () => void;
  onRemove: () => void;
}

function Chosen({ product, goods, onSwap, onTurn, onRemove }: ChosenProps) {
  if (!product) return null;
  const alternatives = listAlternatives(goods, product);
  const next =
    alternatives[(alternatives.findIndex(({ _id }) => _id === product._id) + 1) % alternatives.length];
  return (
    <div className={"stack top gap-1"}>
      <p>
        <a href={links.product(product._id)} className="tap medium">
          {product.title}
        </a>
      </p>
      <PiecePrice product={product} />
      <div className={styles.buttons}>
        {next && next._id !== product._id && (
          <Button variant="secondary" onClick={() => onSwap(next._id)}>
            Swap
          </Button>
        )}
        <Button variant="secondary" onClick={onTurn}>
          Turn
        </Button>
        <Button variant="secondary" onClick={onRemove}>
          Remove
        </Button>
      </div>
    </div>
  );
}

function AddPiece({ goods, onAdd }: { goods: readonly ProductCard[]; onAdd: (productId: string) => void }) {
  const available = goods.filter((product) => getFootprint(product) !== null && product.stock !== 0);
  return (
    <SelectField
      label="Add a piece"
      className={styles.add}
      value=""
      onChange={({ target }) => target.value !== "" && onAdd(target.value)}
    >
      <option value="">Choose a piece</option>
      {available.map(({ _id, title }) => (
        <option key={_id} value={_id}>
          {title}
        </option>
      ))}
    </SelectField>
  );
}

type Counted = readonly CountedProduct<ProductCard>[];

function Sum({ count, counted, onPicture }: { count: number; counted: Counted; onPicture: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const totals = sumUp(counted, useTaxRates());
  const addAll = async () => {
    setIsBusy(true);
    await addAllToBag(counted);
    setIsBusy(false);
  };
  return (
    <section aria-label="Total" className={styles.sum}>
      <p className={styles.total}>
        <span translate="no">{formatRupees(totals.payable)}</span> <small>{describeIncluded(totals)}</small>
      </p>
      <p className="small soft">
        {formatCount(count, "piece")}, <span translate="no">{formatRupees(totals.subtotal)}</span> {PLUS_GST}
      </p>
      <div className={styles.buttons}>
        <Button
          disabled={count === 0 || isBusy}
          onClick={(click) => !isRepeatedClick(click) && void addAll()}
        >
          Add all to bag
        </Button>
        <Button variant="secondary" onClick={() => void sharePage(document.title)}>
          Share
        </Button>
        <Button variant="secondary" onClick={onPicture}>
          Save the picture
        </Button>
      </div>
    </section>
  );
}

const PieceList = ({ counted }: { counted: Counted }) => (
  <ul className={styles.list}>
    {counted.map(({ product, quantity }) => (
      <li key={product._id} className="row apart gap-4">
        <span>
          {quantity} × <a href={links.product(product._id)}>{product.title}</a>
        </span>
        <span className="soft tabular">
          <span translate="no">{formatRupees(getPrice(product) * quantity)}</span> <small>{PLUS_GST}</small>
        </span>
      </li>
    ))}
  </ul>
);

const savePicture = (drawing: SVGSVGElement): Promise<void> =>
  import("./save-picture.ts").then((part) => part.savePicture(drawing), toastMissing);
