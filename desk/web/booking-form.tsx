import { toChoiceLabel, toLabel } from "#contract/field-labels.ts";
import Download from "lucide/dist/esm/icons/download.mjs";
import { type FormEvent, Fragment, useState } from "react";
import { saveFile } from "#client/save-file.ts";
import { readStoredJson, writeStored } from "#client/storage.ts";
import type { DataOf } from "#contract/command-data.ts";
import { toIsoDay } from "#contract/dates.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { formatCount, joinTexts } from "#contract/text.ts";
import { bookingList } from "#shop/parcels/command-results.ts";
import { ENTER_SIZE, ENTER_WEIGHT, parseBox, parseWeight } from "#shop/parcels/usual-parcel.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/choice.tsx";
import { Options, SelectField, TextField } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import styles from "./booking-form.module.css";
import { CORRECT } from "./form-faults.ts";
import { getFaults } from "./command-run.tsx";
import { type FinishedRun, getPrintedCsv, tryRun } from "./desk-calls.ts";
import { focusAtFirst } from "./focus-field.tsx";
import { Acts, ScreenLink, ViewState } from "./screen-parts.tsx";
import { useCommand, useView } from "./use-view.ts";

type BookedParcel = DataOf<typeof bookingList>["parcels"][number];

/** The values that this browser fills in the next time, because they are usually the same every day. */
type UsualValues = Readonly<Record<"for" | "pickup" | "weight" | "size", string>>;

const STORAGE_KEY = "desk-booking";

const readUsual = (): UsualValues => ({
  for: "",
  pickup: "",
  weight: "",
  size: "",
  ...(readStoredJson(STORAGE_KEY) as Partial<UsualValues> | null),
});

interface MadeFile {
  csv: string;
  name: string;
  parcels: number;
  courier: string;
}

interface BookingFormProps {
  onClose: () => void;
  /** Called when the user wants to import the list with the tracking numbers. Undefined if the user may not do so. */
  onNext: (() => void) | undefined;
}

/** Makes the file that books the chosen parcels at a courier. */
export function BookingForm({ onClose, onNext }: BookingFormProps) {
  const [made, setMade] = useState<MadeFile | null>(null);
  /** The orders in the files made so far. The next file leaves them out, so that no parcel is booked twice. */
  const [inFiles, setInFiles] = useState<ReadonlySet<string>>(new Set());
  const { data, error, isLoading } = useView(bookingList);
  const couriers = useCommand("orders addresses")?.options["for"]?.choices;
  if (made) return <NextSteps made={made} {...{ onClose, onNext }} onAgain={() => setMade(null)} />;
  if (!data || !couriers) return <ViewState {...{ error, isLoading }} doing="Reading the orders" />;
  if (data.parcels.length === 0)
    return <Notice role="status">No parcel waits to be booked. All orders are packed and sent.</Notice>;
  return (
    <ParcelsToBook
      {...data}
      {...{ couriers, inFiles }}
      onMade={(file, orderIds) => {
        save(file);
        setMade(file);
        setInFiles((now) => new Set([...now, ...orderIds]));
      }}
    />
  );
}

interface ParcelsToBookProps extends DataOf<typeof bookingList> {
  couriers: readonly string[];
  inFiles: ReadonlySet<string>;
  onMade: (file: MadeFile, orderIds: ReadonlySet<string>) => void;
}

function ParcelsToBook({ parcels, senderWarning, couriers, inFiles, onMade }: ParcelsToBookProps) {
  const [values, setValues] = useState(readUsual);
  const [leftOut, setLeftOut] = useState(inFiles);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<FinishedRun | null>(null);
  const incomplete = new Set(
    parcels.filter((parcel) => listMissing(parcel, values).length > 0).map(({ orderId }) => orderId),
  );
  // The parcels of one order are booked together.
  const complete = parcels.filter(({ orderId }) => !incomplete.has(orderId));
  const booked = complete.filter(({ orderId }) => !leftOut.has(orderId));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const { for: name, pickup, weight, size } = values;
    const orderIds = new Set(booked.map(({ orderId }) => orderId));
    const options = {
      for: name,
      order: [...orderIds].join("\n"),
      csv: "on",
      ...(pickup && { pickup }),
      ...(weight && { weight }),
      ...(size && { size }),
    };
    const reply = await tryRun({ noun: "orders", verb: "addresses", args: {}, options, files: {} });
    setBusy(false);
    const csv = getPrintedCsv(reply);
    setRefusal(csv === null ? reply : null);
    if (csv === null) return;
    writeStored(STORAGE_KEY, JSON.stringify(values));
    const courier = toChoiceLabel("for", name);
    onMade({ csv, name: nameFile(name), parcels: booked.length, courier }, orderIds);
  };
  const faults = getFaults(refusal) ?? {};
  const bind = (name: keyof UsualValues) => ({
    label: toLabel(name, "orders"),
    name,
    value: values[name],
    error: faults[name] ?? (left.has(name) ? findTypedFault(name, values[name]) : undefined),
    onBlur: () => setLeft((now) => new Set([...now, name])),
    onChange: ({ target: { value } }: { target: { value: string } }) => {
      setValues((now) => ({ ...now, [name]: value }));
      setRefusal(null);
    },
  });
  const include = (orderIds: readonly string[], isIncluded: boolean) =>
    setLeftOut((now) => {
      const others = [...now].filter((orderId) => !orderIds.includes(orderId));
      return new Set(isIncluded ? others : [...others, ...orderIds]);
    });
  const unweighed = parcels.flatMap(({ missing }) => missing.weight);
  const unmeasured = parcels.flatMap(({ missing }) => missing.size);
  const allIds = complete.map(({ orderId }) => orderId);
  return (
    <form className="stack gap-4" onSubmit={(event) => void submit(event)} aria-busy={isBusy}>
      {senderWarning && (
        <Notice tone="warning">
          {senderWarning} <ScreenLink href={deskLinks.seller()}>Your address</ScreenLink>
        </Notice>
      )}
      <div className={styles.fields}>
        <SelectField {...bind("for")} required>
          <Options
            prompt={values.for === "" ? "Choose" : ""}
            of={couriers.map((choice) => [choice, toChoiceLabel("for", choice)] as const)}
          />
        </SelectField>
        {values.for === "delhivery" && (
          <TextField
            {...bind("pickup")}
            hint="The name in your Delhivery account. If empty, the shop's name is used"
            autoComplete="off"
          />
        )}
      </div>
      {(unweighed.length > 0 || unmeasured.length > 0) && (
        <fieldset className="stack gap-4">
          <legend className={styles.legend}>For products without weight or box size</legend>
          <p className="small soft">
            Enter them here for all of these pieces, or once for each product:{" "}
            <ProductLinks products={[...unweighed, ...unmeasured]} />
          </p>
          <div className={styles.fields}>
            {unweighed.length > 0 && (
              <TextField {...bind("weight")} hint="Of each piece, for example 800" autoComplete="off" />
            )}
            {unmeasured.length > 0 && (
              <TextField
                {...bind("size")}
                hint="Of each piece, for example 30 x 20 x 10"
                autoComplete="off"
              />
            )}
          </div>
        </fieldset>
      )}
      <fieldset className="stack gap-4">
        <legend className={styles.legend}>Parcels to book</legend>
        {complete.length > 1 && (
          <Checkbox
            label={`All ${formatCount(complete.length, complete.length === parcels.length ? "parcel" : "complete parcel")}`}
            checked={booked.length === complete.length}
            ref={(box) => {
              if (box) box.indeterminate = booked.length > 0 && booked.length < complete.length;
            }}
            className={styles.all}
            onChange={(event) => include(allIds, event.target.checked)}
          />
        )}
        <ul className={styles.list}>
          {parcels.map((parcel, at) => {
            const { orderId, name, city } = parcel;
            const missing = listMissing(parcel, values);
            return (
              <li key={`${orderId} ${at}`}>
                <Checkbox
                  label={`${orderId}, ${name}, ${city}`}
                  hint={
                    <>
                      {describeParcel(parcel)}
                      {missing.length > 0 && (
                        <strong className={styles.missing}>Missing: {missing.join(", ")}</strong>
                      )}
                    </>
                  }
                  checked={booked.includes(parcel)}
                  disabled={incomplete.has(orderId)}
                  onChange={(event) => include([orderId], event.target.checked)}
                />
              </li>
            );
          })}
        </ul>
      </fieldset>
      {refusal && "message" in refusal && (
        <Notice tone="danger">{Object.keys(faults).length > 0 ? CORRECT : refusal.message}</Notice>
      )}
      {complete.length < parcels.length && (
        <p className="small soft">
          {formatCount(parcels.length - complete.length, "parcel")} left out, because something is missing.
        </p>
      )}
      <Acts>
        <Button type="submit" busy={isBusy} disabled={booked.length === 0}>
          {booked.length === 0
            ? "Make the file"
            : `Make the file for ${formatCount(booked.length, "parcel")}`}
        </Button>
      </Acts>
    </form>
  );
}

/** Returns the error of a weight or box size that is not valid. */
function findTypedFault(name: string, typed: string): string | undefined {
  if (typed.trim() === "") return undefined;
  if (name === "weight" && parseWeight(typed) === null) return ENTER_WEIGHT;
  return name === "size" && parseBox(typed) === null ? ENTER_SIZE : undefined;
}

/** Returns what the user has to enter before the parcel can be booked, such as "weight and box size of Teak Tray". */
function listMissing({ missing }: BookedParcel, { weight, size }: UsualValues): string[] {
  const unweighed = parseWeight(weight) === null ? missing.weight : [];
  const unmeasured = parseBox(size) === null ? missing.size : [];
  const isIn = (products: typeof unweighed, id: string) => products.some(({ productId }) => productId === id);
  const titles = new Map([...unweighed, ...unmeasured].map(({ productId, title }) => [productId, title]));
  const products = [...titles].map(([productId, title]) => {
    const what = joinTexts(
      " and ",
      isIn(unweighed, productId) && "weight",
      isIn(unmeasured, productId) && "box size",
    );
    return `${what} of ${title}`;
  });
  return [...products, ...(missing.pin ? ["PIN code of the address"] : [])];
}

const describeParcel = ({ content, weight, size, toCollect }: BookedParcel): string =>
  joinTexts(
    " · ",
    content,
    weight,
    size,
    toCollect > 0 && `${formatRupeesGrouped(toCollect)} to collect in cash`,
  );

function ProductLinks({ products }: { products: BookedParcel["missing"]["weight"] }) {
  const titles = new Map(products.map(({ productId, title }) => [productId, title]));
  return [...titles].map(([productId, title], at) => (
    <Fragment key={productId}>
      {at > 0 && ", "}
      <ScreenLink href={deskLinks.product(productId)}>{title}</ScreenLink>
    </Fragment>
  ));
}

const nameFile = (courier: string): string => `parcels-${courier}-${toIsoDay(new Date())}.csv`;

const save = ({ csv, name }: MadeFile): void => saveFile(new Blob([csv]), name);

interface NextStepsProps extends BookingFormProps {
  made: MadeFile;
  onAgain: () => void;
}

function NextSteps({ made, onClose, onNext, onAgain }: NextStepsProps) {
  const { courier, parcels, name } = made;
  return (
    <div className="stack gap-4">
      <div role="status">
        <Notice tone="success">
          {formatCount(parcels, "parcel")} for {courier}: the file {name} is in your downloads.
        </Notice>
      </div>
      <ol className={styles.steps}>
        <li>Upload the file on {courier}'s website and book the parcels.</li>
        <li>Download {courier}'s list with the tracking numbers there.</li>
        <li>Import that list here. The shop then e-mails each customer the tracking number.</li>
      </ol>
      <Acts>
        {onNext && (
          <Button ref={focusAtFirst} onClick={onNext}>
            Import the list with the numbers
          </Button>
        )}
        <Button ref={onNext ? undefined : focusAtFirst} variant="secondary" onClick={onClose}>
          Close
        </Button>
        <Button variant="secondary" onClick={() => save(made)}>
          <Icon of={Download} size={18} /> Save the file again
        </Button>
        <Button variant="quiet" onClick={onAgain}>
          Make another file
        </Button>
      </Acts>
    </div>
  );
}
