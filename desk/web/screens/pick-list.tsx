import Printer from "lucide/dist/esm/icons/printer.mjs";
import type { DataOf } from "#contract/command-data.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { formatCount } from "#contract/text.ts";
import { packList } from "#shop/parcels/command-results.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { DataTable } from "../data-table.tsx";
import { DueBadge, Thumb } from "../order-parts.tsx";
import { PrintButton } from "../print-button.tsx";
import { Entries, Entry, ListState, ScreenFrame, Section } from "../screen-parts.tsx";
import { useView } from "../use-view.ts";
import styles from "./pick-list.module.css";

/** Lists the pieces to take from the shelves, and the parcels that need them. On paper, each has a box to tick off. */
export default function PickListScreen() {
  const { data, error, isLoading } = useView(packList);
  const { orders = [], picks = [] } = data ?? {};
  const orderIds = [...new Set(orders.map(({ orderId }) => orderId))];
  const pieces = picks.reduce((sum, pick) => sum + pick.pieces, 0);
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
            <ButtonLink href="/orders?group=to-pack">Dispatch these</ButtonLink>
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
              rows={picks.map(({ shelf, productId, title, imageUrl, pieces: count }) => ({
                key: productId,
                cells: [
                  <span key={productId} className={styles.piece}>
                    <TickBox />
                    <Thumb href={imageUrl} title="" />
                    {title}
                  </span>,
                  <strong key={`${productId} pieces`}>{count}</strong>,
                  ...(hasShelves ? [shelf] : []),
                ],
              }))}
            />
            {!hasShelves && (
              <p className={styles.hint}>
                If you enter the shelf of each product, this list is in the order of the shelves.
              </p>
            )}
          </Section>
          <Section title="Pack">
            <Entries>
              {orders.map((order, at) => (
                <Parcel key={`${order.orderId} ${at}`} {...order} />
              ))}
            </Entries>
          </Section>
        </div>
      )}
    </ScreenFrame>
  );
}

const TickBox = () => <span className={styles.tick} aria-hidden="true" />;

function Parcel({ orderId, dueAt, to, pieces, remarks }: DataOf<typeof packList>["orders"][number]) {
  return (
    <Entry
      head={
        <>
          <TickBox />
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
