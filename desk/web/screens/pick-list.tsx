import Printer from "lucide/dist/esm/icons/printer.mjs";
import { type ComponentProps, useState } from "react";
import { readStoredJson, writeStored } from "#client/storage.ts";
import type { DataOf } from "#contract/command-data.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { formatCount } from "#contract/text.ts";
import { packList } from "#shop/parcels/command-results.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { DataTable } from "../data-table.tsx";
import { DueBadge, Thumb } from "../order-parts.tsx";
import { PrintButton } from "../print-button.tsx";
import { ChoiceBox } from "../row-selection.tsx";
import { Entries, Entry, ListState, ScreenFrame, Section } from "../screen-parts.tsx";
import { useView } from "../use-view.ts";
import styles from "./pick-list.module.css";

/** Lists the pieces to take from the shelves, and the parcels that need them. Each has a box to tick off. */
export default function PickListScreen() {
  const { data, error, isLoading } = useView(packList);
  const { orders = [], picks = [] } = data ?? {};
  const orderIds = [...new Set(orders.map(({ orderId }) => orderId))];
  const pieces = picks.reduce((sum, pick) => sum + pick.pieces, 0);
  const ticks = useTicks([...picks.flatMap(toPickIds), ...orders.flatMap(toParcelIds)]);
  const hasShelves = picks.some(({ shelf }) => shelf !== null);
  return (
    <ScreenFrame
      title="Pick list"
      lead={
        orders.length > 0
          ? `${formatCount(orders.length, "parcel")} to pack, ${formatCount(pieces, "piece")}`
          : undefined
      }
      actions={
        orders.length > 0 && (
          <>
            <ButtonLink href="/orders?group=to-pack">Dispatch</ButtonLink>
            <Button variant="secondary" onClick={() => window.print()}>
              <Icon of={Printer} size={18} /> Print
            </Button>
            <PrintButton options={{ orders: orderIds.join("\n"), together: "on" }}>
              Slips and labels
            </PrintButton>
          </>
        )
      }
    >
      <ListState count={data && orders.length} empty="All orders are packed." {...{ error, isLoading }} />
      {orders.length > 0 && (
        <div className={styles.columns}>
          <Section title="Take from the shelves">
            <DataTable
              title="Pieces, in the order of the shelves"
              columns={["Product", "Pieces", ...(hasShelves ? ["Shelf"] : [])]}
              numeric={["Pieces"]}
              rows={picks.map((pick) => ({
                key: pick.productId,
                cells: [
                  <ChoiceBox key={pick.productId} {...ticks(toPickIds(pick))}>
                    <Thumb href={pick.imageUrl} title="" />
                    {pick.title}
                  </ChoiceBox>,
                  <strong key={`${pick.productId} pieces`}>{pick.pieces}</strong>,
                  ...(hasShelves ? [pick.shelf] : []),
                ],
              }))}
            />
            {!hasShelves && (
              <p className="small soft screen-only">
                If you enter the shelf of each product, this list is in the order of the shelves.
              </p>
            )}
          </Section>
          <Section title="Pack">
            <Entries>
              {orders.map((order, at) => (
                <Parcel key={`${order.orderId} ${at}`} {...order} tick={ticks(toParcelIds(order))} />
              ))}
            </Entries>
          </Section>
        </div>
      )}
    </ScreenFrame>
  );
}

const STORAGE_KEY = "desk-ticks";

/** The ticks of the listed pieces and parcels. The browser keeps them, so that they stay when the page reloads. */
function useTicks(listed: readonly string[]) {
  const [ticked, setTicked] = useState(() => (readStoredJson(STORAGE_KEY) as readonly string[] | null) ?? []);
  const choose = (ids: readonly string[], isChosen: boolean) => {
    const next = listed.filter((id) => (ids.includes(id) ? isChosen : ticked.includes(id)));
    writeStored(STORAGE_KEY, JSON.stringify(next));
    setTicked(next);
  };
  return (ids: readonly string[]) => ({ ids, isChosen: ids.every((id) => ticked.includes(id)), choose });
}

type PackList = DataOf<typeof packList>;

/** Returns an id for the pieces of each order, so that a tick does not count for an order that is placed later. */
const toPickIds = ({ productId, orders }: PackList["picks"][number]): string[] =>
  orders.map((orderId) => `${productId} ${orderId}`);

const toParcelIds = ({ orderId, dueAt, pieces }: PackList["orders"][number]): string[] =>
  pieces.map(({ quantity, title }) => [orderId, dueAt, quantity, title].join(" "));

type ParcelProps = PackList["orders"][number] & { tick: ComponentProps<typeof ChoiceBox> };

function Parcel({ orderId, dueAt, to, pieces, remarks, tick }: ParcelProps) {
  return (
    <Entry
      head={
        <>
          <ChoiceBox {...tick} label={`Packed: ${orderId}`} />
          <a href={deskLinks.order(orderId)}>{orderId}</a>
          <span>{to}</span>
          <DueBadge dueAt={dueAt} />
        </>
      }
    >
      <ul className="plain">
        {pieces.map(({ quantity, title, imageUrl }, at) => (
          <li key={`${title} ${at}`} className={styles.piece}>
            <Thumb href={imageUrl} title="" />
            <span>
              <strong>{quantity}</strong> × {title}
            </span>
          </li>
        ))}
      </ul>
      {remarks.length > 0 && (
        <ul className={styles.remarks}>
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
    </Entry>
  );
}
